/** Calls that need no sign-in are cheap to refuse: sizes are checked before contents, and nothing twice (ADR 034). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeBooking, makeDeparture } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';
import { payOnline } from '../support/payments.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  await db.query(`insert into private.payment_providers values ('test', false) on conflict do nothing`);
});
afterAll(() => db?.close());
beforeEach(() => db.exec('delete from private.rate_limit_buckets; delete from private.guest_holds'));

test('public functions check the length of a text before matching a pattern', async () => {
  const functions = await db.query<{ name: string; body: string; texts: string[] }>(
    `select p.proname as name, p.prosrc as body,
       array(select name from unnest(p.proargnames, p.proargtypes::regtype[]::text[]) as a (name, type) where a.type in ('text', 'jsonb')) as texts
     from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and (has_function_privilege('anon', p.oid, 'execute') or p.proname in ('guest_request', 'guest_refusal'))
     order by 1`,
  );
  expect(functions.length).toBeGreaterThan(15);
  const late = functions.flatMap(({ name, body, texts }) => {
    const code = body.replaceAll(/--.*$/gm, '');
    return texts.flatMap((text) => {
      const pattern = new RegExp(
        `\\b${text}\\s*(?:->>?\\s*'\\w+'\\s*)?!?~|(?:regexp_\\w+|jsonb_path_\\w+|normalize_code)\\(\\s*${text}\\b`,
      ).exec(code);
      if (!pattern) return [];
      const size = new RegExp(`length\\(${text}\\b`).exec(code);
      // `private.guest_request` passes on only texts whose size it has checked.
      return name === 'guest_refusal' || (size && size.index < pattern.index) ? [] : [`${name}(${text})`];
    });
  });
  expect(late).toEqual([]);
});

test('a change of 1.8 MB is refused by its size, with any token', async () => {
  const names = Array.from({ length: 20_000 }, () => ({ guest_id: randomUUID(), name: ' '.repeat(40) }));
  const edit = { request: randomUUID(), token: makeToken(), change: { version: 1, names } };
  expect(await callAsGuest(db, 'edit', edit)).toEqual({ status: 'invalid' });
});

describe('the directory search', () => {
  /** Counts the buffers that a search for tours touches. */
  const work = async (search: string) => {
    const [row] = await db.query<Record<'QUERY PLAN', [{ Plan: Record<string, number> }]>>(
      `explain (analyze, buffers, format json) select private.search_tours($1)`.replace('$1', `'${search}'`),
    );
    const { Plan } = row!['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
  };

  test('looks up a repeated word once, and at most eight words', async () => {
    await work('walk');
    const once = await work('walk');
    expect(await work(Array.from({ length: 40 }, () => 'walk').join(' '))).toBe(once);
    const eight = 'aa bb cc dd ee ff gg hh';
    await work(eight);
    expect(await work(`${eight} ii jj kk ll mm nn oo pp qq rr ss tt uu vv ww xx yy zz`)).toBe(await work(eight));
  });

  test('costs as much of the rate limit as six other calls', async () => {
    const from = '203.0.113.9';
    const statuses: string[] = [];
    for (let n = 0; n < 52; n += 1) statuses.push((await callAsGuest(db, 'read_directory', { from })).status);
    expect(statuses.filter((status) => status === 'ok').length).toBeLessThanOrEqual(51);
    expect(statuses).toContain('rate_limited');
  });
});

const hold = (departure: string, seats: number, from: string, token = makeToken()) =>
  holdAsGuest(db, {
    departure,
    guests: Array.from({ length: seats }, () => ({ price_category_id: stage.categories.ADULT })),
    from,
    token,
  });
const departureOf = (capacity: number) => makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity });

test('guessing codes is limited per IPv6 network, as holds are', async () => {
  const departure = await departureOf(200);
  const statuses: string[] = [];
  for (let n = 0; n < 32; n += 1) {
    const from = `2001:db8:1:${n.toString(16)}::1`;
    const token = makeToken();
    expect((await hold(departure, 1, from, token)).status).toBe('ok');
    statuses.push((await callAsGuest(db, 'redeem', { request: randomUUID(), token, code: 'GUESSED', from })).status);
    await db.exec(`delete from private.rate_limit_buckets where key like 'hold:%' or key like 'departure:%'`);
  }
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'unknown_code'));
  expect(statuses.at(-1)).toBe('rate_limited');
});

describe('extending a hold', () => {
  const FROM = '203.0.113.1';
  const extend = async (token: string, from = FROM) =>
    (await callAsGuest(db, 'extend', { request: randomUUID(), token, from })).status;
  /** Makes one hold for each number of seats, each under its own token. */
  const holdAll = async (departure: string, parts: number[]) => {
    const tokens = parts.map(() => makeToken());
    for (const [at, token] of tokens.entries())
      expect((await hold(departure, parts[at]!, FROM, token)).status).toBe('ok');
    return tokens;
  };

  test.each([
    ['a whole departure', [20]],
    ['the last seats in parts', [5, 5]],
  ])('is refused to a guest who holds %s, from any address', async (_, parts) => {
    const departure = await departureOf(20);
    const tokens = await holdAll(departure, parts);
    if (parts.length > 1) await makeBooking(db, stage.company, { departureId: departure, guests: 8 });
    for (const token of tokens) expect(await extend(token)).toBe('holds_too_many');
    expect(await extend(tokens[0]!, '198.51.100.1')).toBe('holds_too_many');
  });

  test('is allowed for a large group while seats are left, and for a family at any time', async () => {
    const [group] = await holdAll(await departureOf(20), [15]);
    expect(await extend(group!)).toBe('ok');
    const full = await departureOf(5);
    const [family] = await holdAll(full, [2]);
    expect((await hold(full, 2, '198.51.100.7')).status).toBe('ok');
    expect(await extend(family!)).toBe('ok');
  });

  test('is refused for an expired hold that would take the last seats again', async () => {
    const [token] = await holdAll(await departureOf(20), [20]);
    await db.query(
      `update public.bookings set expires_at = clock_timestamp() - interval '1 second' where access_token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [token],
    );
    expect(await extend(token!)).toBe('holds_too_many');
  });
});

describe('starting a payment', () => {
  const minutesLeft = async (token: string) => {
    const [row] = await db.query<{ n: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as n from public.bookings
       where access_token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [token],
    );
    return row!.n;
  };
  async function goToPay(token: string, from: string) {
    const contact = { name: 'Anna Holm', email: 'anna@holm.test' };
    await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact }, from });
    expect(await db.rpc('service_role', 'begin_payment', { token, address: from })).toMatchObject({ status: 'ok' });
    return minutesLeft(token);
  }
  beforeEach(() => payOnline(db, stage.company.id));

  test('keeps a family’s seats for as long as the payment may take', async () => {
    const token = makeToken();
    expect((await hold(await departureOf(20), 4, '203.0.113.1', token)).status).toBe('ok');
    expect(await goToPay(token, '203.0.113.1')).toBe(35);
  });

  test.each([
    ['at once', [20], '203.0.113.1'],
    ['in parts', [5, 5], '203.0.113.1'],
    ['and pays from another address', [20], '198.51.100.1'],
  ])('extends no hold of more than a family’s seats, for a guest who takes them %s', async (_, parts, payer) => {
    const departure = await departureOf(20);
    const tokens = parts.map(() => makeToken());
    for (const [at, token] of tokens.entries())
      expect((await hold(departure, parts[at]!, '203.0.113.1', token)).status).toBe('ok');
    for (const token of tokens) expect(await goToPay(token, payer)).toBe(15);
  });
});
