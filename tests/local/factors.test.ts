/** Two-factor authentication with supabase-js: the embedded Auth answers like the hosted one. */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { claimsOf } from '../../supabase/local/assurance-level.ts';
import { totpCode, findTimeStep } from '../../supabase/local/totp.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { anonymousClient } from './people.ts';

let backend: LocalBackend;
beforeAll(async () => {
  backend = await openLocalBackend();
});
afterAll(() => backend.close());

const password = 'four quiet geese walk';

async function person(): Promise<{ email: string; client: SupabaseClient }> {
  const email = `factor-${randomUUID()}@example.com`;
  const client = anonymousClient(backend);
  await client.auth.signUp({ email, password });
  const link = /token_hash=([0-9a-f]+)/.exec(backend.mail.list().find(({ to }) => to === email)?.text ?? '');
  const { error } = await client.auth.verifyOtp({ token_hash: link![1]!, type: 'signup' });
  if (error) throw error;
  return { email, client };
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Muster' });
  if (error) throw error;
  return data as Extract<typeof data, { type: 'totp' }>;
}

const give = (client: SupabaseClient, factorId: string, code: string) =>
  client.auth.mfa.challengeAndVerify({ factorId, code });

async function withFactor() {
  const it = await person();
  const factor = await enrol(it.client);
  const code = totpCode(factor.totp.secret);
  const { error } = await give(it.client, factor.id, code);
  if (error) throw error;
  return { ...it, id: factor.id, secret: factor.totp.secret, code };
}

/** Returns the code of the next time step, because the current one was used. */
const nextCodeOf = (secret: string) => totpCode(secret, new Date(Date.now() + 30_000));

const signIn = async (email: string) => {
  const client = anonymousClient(backend);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
};
const level = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data as { currentLevel: string; nextLevel: string };
const claims = async (client: SupabaseClient) => claimsOf((await client.auth.getSession()).data.session!.access_token);

test('codes follow RFC 6238 and tolerate one time step', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const at = (seconds: number) => new Date(seconds * 1000);
  expect([59, 1111111109, 1234567890, 20000000000].map((seconds) => totpCode(secret, at(seconds)))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ]);
  const around = [1111111049, 1111111050, 1111111109, 1111111139, 1111111140];
  const step = 37037036;
  expect(around.map((seconds) => findTimeStep('081804', secret, { at: at(seconds) }))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ]);
  expect([step - 1, step].map((last) => findTimeStep('081804', secret, { at: at(1111111109), last }))).toEqual([
    step,
    null,
  ]);
  const odd = ['81804', '0818041', ''];
  expect(odd.map((code) => findTimeStep(code, secret, { at: at(1111111109) }))).toEqual([null, null, null]);
});

test('enrolling needs a code, raises the session to the second level, and survives a refresh', async () => {
  const { client } = await person();
  expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  const factor = await enrol(client, 'Ada’s phone');
  expect(factor.totp.uri).toMatch(/^otpauth:\/\/totp\/Muster:factor-.+secret=[A-Z2-7]{32}/);
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect((await client.auth.mfa.listFactors()).data).toMatchObject({ totp: [], all: [{ status: 'unverified' }] });
  expect((await give(client, factor.id, '000000')).error?.code).toBe('mfa_verification_failed');
  expect((await give(client, factor.id, totpCode(factor.totp.secret))).error).toBeNull();
  expect(await level(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factor.id, friendly_name: 'Ada’s phone', factor_type: 'totp', status: 'verified' },
  ]);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await claims(client)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'otp' }] });
});

test('a password gives the first level and a code the second', async () => {
  const { email, id, secret } = await withFactor();
  const client = await signIn(email);
  expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect(await claims(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await give(client, id, nextCodeOf(secret))).error).toBeNull();
  expect(await level(client)).toMatchObject({ currentLevel: 'aal2' });
});

test('a code works once, and neither it nor an earlier one works again', async () => {
  const { email, id, secret, code } = await withFactor();
  const client = await signIn(email);
  const before = totpCode(secret, new Date(Date.now() - 30_000));
  for (const known of [code, before])
    expect((await give(client, id, known)).error?.code).toBe('mfa_verification_failed');
  expect((await give(client, id, nextCodeOf(secret))).error).toBeNull();
});

test('without a code, password, address and factors cannot be changed', async () => {
  const { email, id } = await withFactor();
  const client = await signIn(email);
  const refused = [
    await client.auth.updateUser({ password: 'another good word for it' }),
    await client.auth.updateUser({ email: `other-${email}` }),
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine as well' }),
    await client.auth.mfa.unenroll({ factorId: id }),
  ];
  expect(refused.map(({ error }) => error?.code)).toEqual(Array(4).fill('insufficient_aal'));
  expect((await client.auth.updateUser({ data: { display_name: 'Ada' } })).error).toBeNull();
  // Nor by another spelling of the path.
  const { access_token: token } = (await client.auth.getSession()).data.session!;
  for (const path of ['us%65r', 'user/', '/user', '%75ser', 'user%2F', 'USER']) {
    const result = await backend.fetch(
      new Request(`${backend.url}/auth/v1/${path}`, {
        method: 'PUT',
        headers: { apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ password: 'another good word for it' }),
      }),
    );
    expect([path, result.status]).toEqual([path, 404]);
  }
  await signIn(email);
});

test('enrolling a factor ends the person’s other sessions', async () => {
  const { email, client } = await person();
  const elsewhere = await signIn(email);
  const factor = await enrol(client);
  expect((await elsewhere.auth.getUser()).error).toBeNull();
  await give(client, factor.id, totpCode(factor.totp.secret));
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.auth.getUser()).error).toBeNull();
});

test('a removed factor is not asked for again', async () => {
  const { email, client, id } = await withFactor();
  const second = await enrol(client, 'Tablet');
  await give(client, second.id, totpCode(second.totp.secret));
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(2);
  for (const factorId of [id, second.id]) expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect(await level(await signIn(email))).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  await client.auth.refreshSession();
  expect(await level(client)).toMatchObject({ currentLevel: 'aal1' });
});

test('a factor belongs to its owner, has a unique name, and there are at most ten', async () => {
  const mine = await withFactor();
  const { client } = await person();
  expect((await give(client, mine.id, totpCode(mine.secret))).error?.code).toBe('mfa_factor_not_found');
  expect((await client.auth.mfa.unenroll({ factorId: mine.id })).error?.code).toBe('mfa_factor_not_found');
  const named = (friendlyName: string) => mine.client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await named('Phone')).error?.code).toBe('mfa_factor_name_conflict');
  for (let at = 1; at < 10; at += 1) expect((await named(`Phone ${at}`)).error).toBeNull();
  expect((await named('Phone 10')).error?.code).toBe('too_many_enrolled_mfa_factors');
});

test('a challenge works once and for its own factor, and ten guesses are the limit', async () => {
  const { email, id, secret } = await withFactor();
  const client = await signIn(email);
  const challenge = await client.auth.mfa.challenge({ factorId: id });
  const result = { factorId: id, challengeId: challenge.data!.id, code: nextCodeOf(secret) };
  expect((await client.auth.mfa.verify(result)).error).toBeNull();
  expect((await client.auth.mfa.verify(result)).error?.code).toBe('mfa_challenge_expired');
  const unknown = await client.auth.mfa.verify({ ...result, challengeId: randomUUID() });
  expect(unknown.error?.code).toBe('mfa_factor_not_found');
  for (let at = 0; at < 10; at += 1)
    expect((await give(client, id, 'abcdef')).error?.code).toBe('mfa_verification_failed');
  // The right code as well, so that an eleventh guess is useless.
  expect((await give(client, id, totpCode(secret))).error?.code).toBe('over_request_rate_limit');
});

test('the secret of a factor is not readable', async () => {
  const { client } = await withFactor();
  expect(
    (
      await client
        .schema('auth' as never)
        .from('mfa_factors')
        .select()
    ).error,
  ).not.toBeNull();
  expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain('secret');
});
