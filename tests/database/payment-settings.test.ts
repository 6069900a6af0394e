/** Payment settings: who reads and changes them, and that no key is ever returned (ADR 044). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

const KEY = `sk_live_${'k'.repeat(24)}`;
const HOOK = `whsec_${'h'.repeat(32)}`;

let db: Database;
let company: Company;
let other: Company;
beforeAll(async () => {
  db = await openPostgres();
  [company, other] = [await makeCompany(db), await makeCompany(db)];
});
afterAll(() => db?.close());

const read = (person: Persona, of = company.id) =>
  db.rpc<Record<string, unknown> & { version: number }>(person, 'read_payment_settings', { company: of });
const save = (person: Persona, version: number, more: Record<string, unknown> = {}) =>
  db.rpc<Record<string, unknown>>(person, 'save_payment_settings', {
    company: company.id,
    version,
    mode: 'online',
    provider: 'stripe',
    secret_key: KEY,
    webhook_secret: HOOK,
    ...more,
  });
const owner = () => company.people.owner;

test('only an owner reads and changes them, for their own company', async () => {
  const { guide, office, reservations, guide_manager: manager, accountant } = company.people;
  for (const person of [guide, office, reservations, manager, accountant, other.people.owner]) {
    expect(await read(person)).toEqual({ status: 'not_permitted' });
    expect(await save(person, 0)).toEqual({ status: 'not_permitted' });
  }
  await expect(read('anon')).rejects.toThrow(/permission denied/);
  await expect(save('anon', 0)).rejects.toThrow(/permission denied/);
  expect(await read(owner())).toEqual({
    status: 'ok',
    version: 0,
    mode: 'on_arrival',
    provider: null,
    deposit_percent: null,
    has_secret_key: false,
    has_webhook_secret: false,
    providers: [{ name: 'stripe', needs_keys: true }],
  });
});

test('refuses unavailable providers, malformed or missing keys, and outdated edits', async () => {
  expect(await save(owner(), 0, { provider: 'test', secret_key: null })).toEqual({ status: 'invalid' });
  expect(await save(owner(), 0, { secret_key: 'pk_live_public' })).toEqual({ status: 'invalid' });
  expect(await save(owner(), 0, { webhook_secret: 'x' })).toEqual({ status: 'invalid' });
  expect(await save(owner(), 0, { mode: 'never' })).toEqual({ status: 'invalid' });
  expect(await save(owner(), 0, { webhook_secret: null })).toEqual({ status: 'no_keys' });
  expect(await save(owner(), 7)).toEqual({ status: 'stale', version: 0 });
});

test('stores keys, returns them to nobody, and keeps them when none are given', async () => {
  const saved = await save(owner(), 0);
  expect(saved).toMatchObject({ status: 'ok', version: 1, mode: 'online', has_secret_key: true });
  expect(await save(owner(), 1, { secret_key: '', webhook_secret: null, mode: 'on_arrival' })).toMatchObject({
    version: 2,
  });
  const [kept] = await db.query(
    `select mode, secret_key, webhook_secret from private.payment_settings where company_id = $1`,
    [company.id],
  );
  expect(kept).toEqual({ mode: 'on_arrival', secret_key: KEY, webhook_secret: HOOK });
  const events = await db.query(`select action, before, after from public.audit_events where company_id = $1`, [
    company.id,
  ]);
  expect(events).toHaveLength(2);
  expect(JSON.stringify([saved, await read(owner()), events])).not.toMatch(/sk_live|whsec/);
});

test('no person reads the tables or calls the service functions', async () => {
  const calls = [
    'select * from private.payment_settings',
    'select * from private.payment_sessions',
    'select * from private.payment_events',
    'select * from private.payment_providers',
    `select public.begin_payment('x')`,
    `select public.read_payment_webhook_secret('${company.id}')`,
    `select public.store_payment_event('${company.id}', 'stripe', '{"event_id": "x", "fact": "other"}')`,
    `select public.process_payment_event('${randomUUID()}')`,
    `select public.read_refund_to_send('${randomUUID()}')`,
  ];
  for (const person of ['anon', owner(), company.people.guide, company.people.office, other.people.owner] as const)
    for (const sql of calls)
      await expect(
        db.as(person, (query) => query(sql)),
        sql,
      ).rejects.toThrow(/permission denied/);
});

test('a deposit is between 0 and 100 percent, exclusive', async () => {
  const { version } = (await read(owner())) as unknown as { version: number };
  for (const none of [0, 100, -5])
    expect(await save(owner(), version, { deposit_percent: none })).toEqual({ status: 'invalid' });
  expect(await save(owner(), version, { deposit_percent: 30 })).toMatchObject({ status: 'ok', deposit_percent: 30 });
  expect(await save(owner(), version + 1, {})).toMatchObject({ status: 'ok', deposit_percent: null });
});
