/** Registration over HTTP, as the app does it: the mail, its link, and known addresses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { anonymousClient } from './people.ts';

let backend: LocalBackend;
beforeAll(async () => {
  backend = await openLocalBackend();
});
afterAll(() => backend.close());

const PASSWORD = 'four quiet geese walk';
const newAddress = () => `new-${randomUUID()}@example.com`;
const signUp = (email: string, data: Record<string, unknown> = {}, password = PASSWORD) =>
  anonymousClient(backend).auth.signUp({ email, password, options: { data } });
const mailsTo = (email: string) => backend.mail.list().filter(({ to }) => to === email);
const tokenOf = (email: string) => {
  const link = /http\S+#\S+/.exec(mailsTo(email)[0]?.text ?? '')?.[0] ?? '';
  return {
    path: new URL(link).pathname,
    hash: new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? '',
  };
};
const aMinuteLater = (email: string) =>
  backend.exclusive((db) =>
    db.query(`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = $1`, [email]),
  );

test('the mail’s link confirms the address, signs in once, and allows registering a company', async () => {
  const email = newAddress();
  expect((await signUp(email, { display_name: 'Ada Guide', locale: 'da' })).error).toBeNull();
  const early = await anonymousClient(backend).auth.signInWithPassword({ email, password: PASSWORD });
  expect(early.error?.code).toBe('email_not_confirmed');
  const { path, hash } = tokenOf(email);
  expect(path).toBe('/da/register');
  const client = anonymousClient(backend);
  const { data } = await client.auth.verifyOtp({ token_hash: hash, type: 'signup' });
  expect(data.user?.user_metadata).toMatchObject({ display_name: 'Ada Guide' });
  const secondUse = await anonymousClient(backend).auth.verifyOtp({ token_hash: hash, type: 'signup' });
  expect(secondUse.error?.code).toBe('otp_expired');
  const made = await client.rpc('register_company', {
    name: 'Ada Walks',
    phone: '',
    locale: 'da',
    time_zone: 'Europe/Copenhagen',
    currency: 'DKK',
  });
  expect(made.data).toMatchObject({ status: 'ok', company: expect.any(String) });
});

test('an address with an account is answered like a new one, and its account does not change', async () => {
  const known = newAddress();
  await signUp(known, { display_name: 'Ada' });
  await anonymousClient(backend).auth.verifyOtp({ token_hash: tokenOf(known).hash, type: 'signup' });
  const before = mailsTo(known).length;
  const input = { display_name: 'Somebody else' };
  const [first, second] = [await signUp(newAddress(), input), await signUp(known, input, 'another word for it')];
  expect(second.error).toBeNull();
  const shape = (user: object | null) => Object.keys(user ?? {}).sort();
  expect(shape(second.data.user)).toEqual(expect.arrayContaining(['created_at', 'email', 'id', 'user_metadata']));
  expect(first.data.session).toBe(second.data.session);
  expect(mailsTo(known)).toHaveLength(before);
  const entered = await anonymousClient(backend).auth.signInWithPassword({ email: known, password: PASSWORD });
  expect(entered.data.user?.user_metadata).toMatchObject({ display_name: 'Ada' });
});

test('the mail can be resent after a minute, and only the last link works', async () => {
  const email = newAddress();
  await signUp(email);
  const { hash: old } = tokenOf(email);
  const client = anonymousClient(backend);
  expect((await client.auth.resend({ type: 'signup', email })).error?.code).toBe('over_email_send_rate_limit');
  await aMinuteLater(email);
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
  expect(mailsTo(email)).toHaveLength(2);
  expect((await client.auth.verifyOtp({ token_hash: old, type: 'signup' })).error?.code).toBe('otp_expired');
  expect((await client.auth.verifyOtp({ token_hash: tokenOf(email).hash, type: 'signup' })).error).toBeNull();
  // The same response for a known, unknown or confirmed address.
  for (const address of [email, newAddress()]) {
    const { error } = await client.auth.resend({ type: 'signup', email: address });
    expect(error).toBeNull();
  }
  expect(mailsTo(email)).toHaveLength(2);
});

test('a password reset is answered alike for every address', async () => {
  const known = newAddress();
  await signUp(known);
  const results = [];
  for (const email of [known, newAddress()]) {
    const response = await backend.fetch(
      new Request(`${backend.url}/auth/v1/recover`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', apikey: 'sb_publishable_muster_local' },
        body: JSON.stringify({ email }),
      }),
    );
    results.push({ status: response.status, body: await response.text() });
  }
  expect(results[1]).toEqual(results[0]);
});

test('invitations are answered alike for addresses with and without an account', async () => {
  const person = async (email: string) => {
    await signUp(email, { display_name: 'Ada' });
    const client = anonymousClient(backend);
    const { data } = await client.auth.verifyOtp({ token_hash: tokenOf(email).hash, type: 'signup' });
    return { client, id: data.user!.id };
  };
  const { client } = await person(newAddress());
  const details = { phone: '', locale: 'da', time_zone: 'Europe/Copenhagen', currency: 'DKK' };
  const made = await client.rpc('register_company', { name: 'Ada Invites', ...details });
  const { company } = made.data as { company: string };
  const [known, unknown] = [newAddress(), newAddress()];
  await person(known);
  const results = [];
  for (const email of [known, unknown]) {
    const invitation = { request: randomUUID(), emails: [email], roles: ['guide'], company };
    results.push(JSON.stringify(await client.rpc('invite', invitation)).replace(email, 'somebody'));
  }
  expect(results[0]).toContain('"outcome":"invited"');
  expect(results[1]).toBe(results[0]);
  const listed = await client.rpc('read_team', { company });
  const { invitations } = listed.data as { invitations: { email: string }[] };
  expect(new Set(invitations.map((invitation) => Object.keys(invitation).toSorted().join())).size).toBe(1);
});
