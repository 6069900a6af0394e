/**
 * API keys: managed by the owner, stored as hashes, limited by address and expiry, rotated without a gap, revoked at
 * once (ADR 063).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiScope } from '../../src/domain/api-scopes.ts';
import { createApiKey, newSecret, type KeyWishes } from '../support/api-keys.ts';
import { COMPANY_ROLES, makeCompany, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

interface Key {
  id: string;
  name: string;
  scopes: string[];
  version: number;
  is_live: boolean;
  is_replaced: boolean;
  expires_at: string | null;
  last_used_at: string | null;
  last_used_from: string | null;
}
type RpcResult = { status: string; keys: Key[] } & Record<string, unknown>;

let db: Database;
let company: Company;
let other: Company;
beforeAll(async () => {
  db = await openPostgres();
  [company, other] = [await makeCompany(db), await makeCompany(db)];
});
afterAll(() => db?.close());
beforeEach(() => db.exec('delete from private.rate_limit_buckets; delete from private.api_keys;'));

const admitCall = (hash: string, address: string | null = null, scope: ApiScope = 'tours_read') =>
  db.rpc<{ status: string; allowance: { remaining: number; reset: number } }>('service_role', 'admit_api_call', {
    hash,
    address,
    scope,
  });
const statusOf = async (...args: Parameters<typeof admitCall>) => (await admitCall(...args)).status;
const call = (who: Persona, name: string, args: Record<string, unknown>, of = company) =>
  db.rpc<RpcResult>(who, name, { company: of.id, ...args });
const keys = async () => (await call(company.people.owner, 'read_api_keys', {})).keys;
const keyArgs = (more: object = {}) => {
  const { hash, last_four } = newSecret();
  return { name: 'Site', scopes: ['tours_read'], hash, last_four, ...more };
};
const make = (wishes: KeyWishes = {}) => createApiKey(db, company, wishes);
const past = (hash: string) =>
  db.query(`update private.api_keys set expires_at = now() - interval '1 second' where key_hash = $1`, [hash]);

describe('access to keys', () => {
  test('is for the owner of their company only', async () => {
    const { id } = await make();
    const partner = await makeOrganisation(db, [company]);
    const calls = [
      ['read_api_keys', {}],
      ['create_api_key', { key_id: randomUUID(), input: keyArgs() }],
      ['change_api_key', { key_id: id, version: 1, input: keyArgs() }],
      ['rotate_api_key', { key_id: id, successor: randomUUID(), input: { ...keyArgs(), overlap_hours: 1 } }],
      ['revoke_api_key', { key_id: id }],
    ] as const;
    const not = [
      ...COMPANY_ROLES.filter((role) => role !== 'owner').map((role) => company.people[role]),
      other.people.owner,
      partner.admin,
    ];
    for (const [name, args] of calls)
      for (const who of not) expect([name, await call(who, name, args)]).toEqual([name, { status: 'not_permitted' }]);
    // The owner of another company names a key that is not theirs.
    for (const [name, args] of calls.slice(2, 4))
      expect(await call(other.people.owner, name, args, other)).toEqual({ status: 'gone' });
    await call(other.people.owner, 'revoke_api_key', { key_id: id }, other);
    expect(await keys()).toMatchObject([{ id, is_live: true, version: 1 }]);
  });

  test('no response, log entry or archive contains a secret or its hash', async () => {
    const { hash, key } = await make();
    const visible = JSON.stringify([
      await keys(),
      await db.query('select * from public.audit_events where company_id = $1', [company.id]),
    ]);
    expect(visible).toContain('create_api_key');
    for (const secret of [hash, key]) expect(visible).not.toContain(secret);
    const files = await db.query<{ source: string }>('select source from private.export_files()');
    expect(files.map(({ source }) => source).join()).not.toContain('api_keys');
  });

  test('keys are deleted with their company and disabled while it is switched off', async () => {
    const gone = await makeCompany(db);
    const { hash } = await createApiKey(db, gone);
    await db.query('update public.companies set is_active = false where id = $1', [gone.id]);
    expect(await statusOf(hash)).toBe('unknown_key');
    await db.query('update public.companies set is_active = true where id = $1', [gone.id]);
    expect(await statusOf(hash)).toBe('ok');
    await db.query('select public.erase_company($1)', [gone.id]);
    expect(await db.query('select from private.api_keys where key_hash = $1', [hash])).toEqual([]);
  });
});

describe('making a key', () => {
  test('is idempotent; another secret under the same id is refused', async () => {
    const [id, first] = [randomUUID(), keyArgs()];
    for (let n = 0; n < 2; n += 1)
      expect(await call(company.people.owner, 'create_api_key', { key_id: id, input: first })).toMatchObject({
        status: 'ok',
        keys: [{ id }],
      });
    expect(await call(company.people.owner, 'create_api_key', { key_id: id, input: keyArgs() })).toEqual({
      status: 'invalid',
    });
    expect(await call(other.people.owner, 'create_api_key', { key_id: id, input: first }, other)).toEqual({
      status: 'invalid',
    });
  });

  test.each([
    [{ name: ' ' }],
    [{ name: 'x'.repeat(81) }],
    [{ scopes: [] }],
    [{ scopes: ['everything'] }],
    [{ scopes: null }],
    [{ hash: 'short' }],
    [{ last_four: 'zzzz' }],
    [{ addresses: ['here'] }],
    [{ addresses: ['10.0.0.1/8'] }],
    [{ addresses: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }],
    [{ last_day: '2020-01-01' }],
    [{ last_day: 'soon' }],
    [{ test_tour: 'x' }],
  ])('with %j is invalid', async (more) => {
    expect(await call(company.people.owner, 'create_api_key', { key_id: randomUUID(), input: keyArgs(more) })).toEqual({
      status: 'invalid',
    });
  });

  test('accepts only the company’s own draft as test tour, and at most fifty keys', async () => {
    for (const tour of [company.tourId, other.tourId, randomUUID()])
      expect(
        await call(company.people.owner, 'create_api_key', {
          key_id: randomUUID(),
          input: keyArgs({ test_tour: tour }),
        }),
      ).toEqual({ status: 'no_test_tour' });
    await db.query(
      `insert into private.api_keys (id, company_id, name, scopes, key_hash, last_four)
       select gen_random_uuid(), $1, 'n', '{tours_read}', encode(sha256(n::text::bytea), 'hex'), '0000' from generate_series(1, 50) as n`,
      [company.id],
    );
    expect(await call(company.people.owner, 'create_api_key', { key_id: randomUUID(), input: keyArgs() })).toEqual({
      status: 'too_many',
    });
  });
});

describe('authentication', () => {
  test('checks the scope and the allowed addresses', async () => {
    const { hash } = await make({ scopes: ['tours_read'], addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    const from = async (address: string | null) => statusOf(hash, address);
    expect(await Promise.all(['192.0.2.7', '2001:db8::1', '192.0.3.1', null, 'nowhere'].map(from))).toEqual([
      'ok',
      'ok',
      ...Array<string>(3).fill('wrong_address'),
    ]);
    expect(await statusOf(hash, '192.0.2.7', 'bookings_write')).toBe('missing_scope');
  });

  test('treats an expired or revoked key as unknown', async () => {
    const [over, ended] = [await make(), await make()];
    await past(over.hash);
    await call(company.people.owner, 'revoke_api_key', { key_id: ended.id });
    for (const hash of [over.hash, ended.hash, 'f'.repeat(64)])
      expect(await admitCall(hash)).toEqual({ status: 'unknown_key' });
  });

  test('limits guesses by address', async () => {
    const emptyBucket = `insert into private.rate_limit_buckets (key, tokens, counted_at) values ('api_unknown:192.0.2.9', 1, now() + interval '1 hour')`;
    await db.query(emptyBucket);
    const statuses = [await statusOf('0'.repeat(64), '192.0.2.9'), await statusOf('0'.repeat(64), '192.0.2.9')];
    expect([...statuses, await statusOf('0'.repeat(64), '192.0.2.8')]).toEqual([
      'unknown_key',
      'rate_limited',
      'unknown_key',
    ]);
  });

  test('records the last use by the minute, with its address', async () => {
    const { hash } = await make();
    await admitCall(hash, '192.0.2.7');
    await admitCall(hash, '192.0.2.8');
    expect(await keys()).toMatchObject([{ last_used_from: '192.0.2.7' }]);
    await db.query(`update private.api_keys set last_used_at = last_used_at - interval '61 seconds'`);
    await admitCall(hash, '192.0.2.8');
    expect(await keys()).toMatchObject([{ last_used_from: '192.0.2.8', last_used_at: expect.any(String) }]);
  });

  test('takes each call from the allowance of that key only', async () => {
    const [first, second] = [await make(), await make()];
    expect((await admitCall(first.hash)).allowance).toMatchObject({ remaining: 299, reset: 1 });
    const { allowance } = await admitCall(first.hash);
    expect(allowance.remaining).toBeLessThanOrEqual(299);
    expect((await admitCall(second.hash)).allowance.remaining).toBe(299);
  });
});

describe('changing a key', () => {
  test('changes scopes and addresses, and refuses an outdated version', async () => {
    const { id, hash } = await make();
    const change = (version: number, more: object) =>
      call(company.people.owner, 'change_api_key', { key_id: id, version, input: { name: 'Till', ...more } });
    expect(await change(1, { scopes: ['payments_read'] })).toMatchObject({
      status: 'ok',
      keys: [{ name: 'Till', scopes: ['payments_read'], version: 2 }],
    });
    expect(await statusOf(hash)).toBe('missing_scope');
    expect(await change(1, { scopes: ['tours_read'] })).toEqual({ status: 'stale', version: 2 });
    expect(await change(2, { scopes: [] })).toEqual({ status: 'invalid' });
  });

  test('rotation keeps the old key valid for the overlap and no longer', async () => {
    const { id, hash } = await make();
    const next = keyArgs();
    const [successor, secondSuccessor] = [randomUUID(), randomUUID()];
    const rotate = (to: string, more: object) =>
      call(company.people.owner, 'rotate_api_key', { key_id: id, successor: to, input: { ...next, ...more } });
    for (let n = 0; n < 2; n += 1)
      expect(await rotate(successor, { overlap_hours: 24 })).toMatchObject({ status: 'ok' });
    expect([await statusOf(hash), await statusOf(next.hash)]).toEqual(['ok', 'ok']);
    expect(await rotate(secondSuccessor, { overlap_hours: 24 })).toEqual({ status: 'replaced' });
    const former = (await keys()).find((key) => key.id === id);
    const left = Date.parse(former!.expires_at!) - Date.now();
    expect([former!.is_replaced, Math.round(left / 3_600_000)]).toEqual([true, 24]);
    await past(hash);
    expect([await statusOf(hash), await statusOf(next.hash)]).toEqual(['unknown_key', 'ok']);
    expect(await rotate(randomUUID(), { overlap_hours: 721 })).toEqual({ status: 'invalid' });
  });

  test('rotation without an overlap ends the old key at once; the new one keeps its expiry', async () => {
    const { id, hash } = await make({ lastDay: '2099-12-31' });
    const [{ expires_at: end } = { expires_at: null }] = await keys();
    // The last day is included, in the company's time zone.
    expect(end).toBe('2099-12-31T23:00:00.000Z');
    const next = keyArgs();
    await call(company.people.owner, 'rotate_api_key', {
      key_id: id,
      successor: randomUUID(),
      input: { ...next, overlap_hours: 0 },
    });
    expect([await statusOf(hash), await statusOf(next.hash)]).toEqual(['unknown_key', 'ok']);
    const successor = (await keys()).find((key) => key.is_live);
    expect(Math.round((Date.parse(successor!.expires_at!) - Date.parse(end!)) / 3_600_000)).toBe(0);
  });
});
