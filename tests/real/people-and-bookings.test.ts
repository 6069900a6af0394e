/**
 * The first actions on a project: registering, recovering a password, accepting an invitation, two-factor
 * authentication; booking, getting a ticket, paying, and calling the API. On the real parts here, and on the project
 * that SUPABASE_URL names. What a project lacks is skipped by name.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import ws from 'ws';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { totpCode } from '../../supabase/local/totp.ts';
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts';
import { noteLeftOut } from '../run/report.ts';
import { newSecret } from '../support/api-keys.ts';
import { makeCrew, type Crew } from '../support/browser-crew.ts';
import { openQuery } from '../support/browser-database.ts';
import { eventually } from '../support/eventually.ts';

const query = openQuery(inject('databaseUrl'));
const url = inject('backendUrl');
const PASSWORD = 'four quiet geese walk';

const visitor = () =>
  createClient(url, PUBLISHABLE_KEY, {
    // Node 20 has no built-in WebSocket.
    realtime: { transport: ws as never },
    auth: { persistSession: false, autoRefreshToken: false },
  });
async function signIn(email: string, password = DEMO_PASSWORD): Promise<SupabaseClient> {
  const client = visitor();
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}
const newAddress = () => `real-${randomUUID()}@muster.test`;

/** Reads the token of a mail's link from Auth's own table. */
const hashOf = async (email: string, column: 'confirmation_token' | 'recovery_token') => {
  const [row] = await eventually(
    () => query<{ hash: string }>(`select ${column} as hash from auth.users where email = $1`, [email]),
    ([found]) => (found?.hash ?? '') !== '',
  );
  return row!.hash;
};
/** Calls a function; null if the gateway does not know it. */
async function callFunction(
  name: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  return response.status === 404 && code === 'NOT_FOUND' ? null : response;
}

/** Signs up; returns why Auth sends no mail here, or null. */
async function register(email: string, more: { invitation?: string } = {}): Promise<string | null> {
  const { error } = await visitor().auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { display_name: 'Ada', locale: 'en', ...more } },
  });
  if (
    error?.code === 'over_email_send_rate_limit' ||
    error?.code === 'unexpected_failure' ||
    /hook|smtp|sending/i.test(error?.message ?? '')
  )
    return `Auth sends no mail: ${error!.message}`;
  expect(error).toBeNull();
  return null;
}

function leaveOut(skip: (note?: string) => void, what: string, why: string): void {
  noteLeftOut(`real: ${what}: ${why}`);
  skip(why);
}

describe('people', () => {
  test('register, confirm their address and make a company', async ({ skip }) => {
    const email = newAddress();
    const failure = await register(email);
    if (failure) return leaveOut(skip, 'registering', failure);
    const client = visitor();
    const { error } = await client.auth.verifyOtp({
      type: 'signup',
      token_hash: await hashOf(email, 'confirmation_token'),
    });
    expect(error).toBeNull();
    const made = await client.rpc('register_company', {
      name: 'Ada Walks',
      phone: '',
      locale: 'en',
      time_zone: 'Europe/Copenhagen',
      currency: 'DKK',
    });
    expect(made.data).toMatchObject({ status: 'ok', company: expect.any(String) });
  });

  test('set a new password through a mailed link', async ({ skip }) => {
    const { people } = await makeCrew(query);
    const { error } = await visitor().auth.resetPasswordForEmail(people.guide.email);
    if (error) return leaveOut(skip, 'recovery', `Auth sends no mail: ${error.message}`);
    const client = visitor();
    const token_hash = await hashOf(people.guide.email, 'recovery_token');
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    await signIn(people.guide.email, PASSWORD);
  });

  test('are invited and join the team', async ({ skip }) => {
    const { companyId: company, people } = await makeCrew(query);
    const owner = await signIn(people.owner.email);
    const email = newAddress();
    const invited = await owner.rpc('invite', { request: randomUUID(), emails: [email], roles: ['guide'], company });
    expect(JSON.stringify(invited.data)).toContain('"outcome":"invited"');
    // If a worker has sent it, only its recipient has the link.
    const [mail] = await query<{ token: string | null }>(
      `select secrets ->> 'token' as token from private.outbox_messages where recipient = $1`,
      [email],
    );
    if (!mail?.token) return leaveOut(skip, 'invitation', 'the mail has left already');
    const { data } = await visitor().rpc('read_invitation', { token: mail.token });
    expect(data).toMatchObject({ status: 'ok' });
    const invitation = createHash('sha256').update(mail.token).digest('hex');
    const failure = await register(email, { invitation });
    if (failure) return leaveOut(skip, 'invitation', failure);
    // As the sender records it: the link proves the mailbox only if it was sent there.
    await query('update private.invitations set delivered_at = now() where email = $1', [email]);
    expect((await visitor().rpc('confirm_invited_address', { token: mail.token })).data).toMatchObject({
      status: 'ok',
    });
    const guide = await signIn(email, PASSWORD);
    expect((await guide.rpc('accept_invitation', { token: mail.token })).data).toMatchObject({ status: 'ok' });
    const mine = await guide.from('roles_users').select('role(guard_name)');
    expect(mine.data).toEqual([{ role: { guard_name: 'guide' } }]);
  });

  test('add an authenticator and are asked for its code', async ({ skip }) => {
    const { people } = await makeCrew(query);
    const client = await signIn(people.owner.email);
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Muster',
    });
    if (error?.code === 'mfa_totp_enroll_not_enabled') return leaveOut(skip, 'second factor', error.message);
    // The Auth of the real parts answers no JSON here; tests/local/factors.test.ts covers the embedded one.
    if (error?.name === 'AuthUnknownError') return leaveOut(skip, 'second factor', 'Auth has no factors');
    expect(error).toBeNull();
    const { id: factorId, totp } = data as { id: string; totp: { secret: string } };
    const input = await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(totp.secret) });
    expect(input.error).toBeNull();
    const level = async (of: SupabaseClient) => (await of.auth.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await level(client)).toMatchObject({ currentLevel: 'aal2' });
    expect(await level(await signIn(people.owner.email))).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  });
});

describe('bookings', () => {
  let crew: Crew;
  let departure: string;
  const token = randomBytes(32).toString('base64url');
  const guest = (name: string, args: object) => visitor().rpc(`guest_${name}`, args);
  let price: string;
  const hold = (as: string) =>
    guest('hold', {
      request: randomUUID(),
      token: as,
      departure,
      booking: { guests: [{ price_category_id: price }], locale: 'en' },
    });
  const confirm = (as: string) =>
    guest('confirm', {
      request: randomUUID(),
      token: as,
      details: { contact: { name: 'Ida Guest', email: 'ida@muster.test', locale: 'en' } },
    });
  beforeAll(async () => {
    crew = await makeCrew(query);
    ({ id: departure } = await crew.departure([], { inMinutes: 2 * 24 * 60 }));
    const [row] = await query<{ id: string }>('select id from public.price_categories where company_id = $1', [
      crew.companyId,
    ]);
    price = row!.id;
    expect((await hold(token)).data).toMatchObject({ status: 'ok' });
    expect((await confirm(token)).data).toMatchObject({ status: 'ok' });
  });

  test('are held and confirmed by a guest, and seen by the office', async () => {
    expect((await guest('read_booking', { token })).data).toMatchObject({ status: 'ok' });
    const office = await signIn(crew.people.office.email);
    const found = await office.rpc('find_bookings', { company: crew.companyId, search: 'Ida' });
    expect((found.data as { bookings: unknown[] }).bookings).toHaveLength(1);
  });

  test('have signed tickets', async ({ skip }) => {
    const response = await callFunction('sign-tickets', { token });
    if (response === null) return leaveOut(skip, 'ticket', 'the function sign-tickets is not deployed');
    const result = (await response.json()) as { status: string };
    expect(result).toMatchObject({ status: 'ok' });
  });

  test('are held while paid at the provider’s page', async ({ skip }) => {
    const [provider] = await query(`select name from private.payment_providers where name = 'test'`);
    if (!provider) return leaveOut(skip, 'payment', 'the provider “test” is not here, and a real one takes real money');
    await query(
      `insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')
       on conflict (company_id) do update set mode = 'online', provider = 'test'`,
      [crew.companyId],
    );
    try {
      const paying = randomBytes(32).toString('base64url');
      await hold(paying);
      expect((await confirm(paying)).data).toMatchObject({ status: 'ok', booking: { state: 'ON_HOLD' } });
      const response = await callFunction('begin-payment', { token: paying, locale: 'en' });
      if (response === null) return leaveOut(skip, 'payment', 'the function begin-payment is not deployed');
      expect(await response.json()).toMatchObject({ status: 'ok', url: expect.stringMatching(/^https?:/) });
    } finally {
      await query(`update private.payment_settings set mode = 'on_arrival' where company_id = $1`, [crew.companyId]);
    }
  });

  test('are read through the API with a key that the owner made', async ({ skip }) => {
    const owner = await signIn(crew.people.owner.email);
    const { key, hash, last_four } = newSecret();
    const input = {
      name: 'Site',
      scopes: ['bookings_read', 'tours_read'],
      hash,
      last_four,
      test_tour: null,
      addresses: [],
      last_day: null,
    };
    const made = await owner.rpc('create_api_key', { company: crew.companyId, key_id: randomUUID(), input });
    expect(made.data).toMatchObject({ status: 'ok' });
    const response = await fetch(`${url}/functions/v1/api/tours`, {
      headers: { apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${key}` },
    });
    if (response.status === 404) return leaveOut(skip, 'API', 'the function api is not deployed');
    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).toContain(crew.tourTitle);
  });
});
