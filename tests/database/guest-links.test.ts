/**
 * What a caller without a booking's link learns from the response and from the work it takes (ADR 034). `npm run bench
 * even` measures the time.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeLinkedBooking, makeToken } from '../support/guest-requests.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  // Fresh statistics would change plans between two calls that are compared.
  await db.exec(`do $$ declare changed text; begin
    for changed in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'private') loop
      execute 'alter table ' || changed || ' set (autovacuum_enabled = false)';
    end loop;
  end $$`);
  company = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

const someId = `'00000000-0000-4000-8000-000000000000'::uuid`;
/** Every guest RPC that takes a booking's link, except holding, which makes one. */
const ASKS: [string, string][] = [
  ['read_booking', 'token'],
  ['read_link_operator', 'token'],
  ['read_payment', 'token'],
  ['extend', 'gen_random_uuid(), token'],
  ['confirm', `gen_random_uuid(), token, '{"contact": {"name": "Anna", "email": "anna@holm.test"}}'`],
  ['cancel', `gen_random_uuid(), token, '{}'`],
  ['move', `gen_random_uuid(), token, jsonb_build_object('departure_id', ${someId})`],
  ['edit', `gen_random_uuid(), token, '{"version": 1, "names": []}'`],
  ['report_delay', 'gen_random_uuid(), token, 10'],
  ['redeem', `gen_random_uuid(), token, 'SUMMER'`],
];

/** Increments of the database's counters. */
type Work = Record<string, number>;

const NOT_FOUND = { status: 'not_found' };
/**
 * RPCs of functions with the same token, and those that take other tokens: of a mail, an invitation, a calendar feed,
 * an archive.
 */
const OTHERS: [name: string, args: string, result?: object][] = [
  ['read_tickets_to_sign', 'token'],
  ['begin_payment', 'token'],
  ['guest_unsubscribe', 'token, true'],
  ['unsubscribe', 'token'],
  ['read_calendar_feed_entries', 'token'],
  ['read_scheduled_export_page', 'token, null::jsonb, null::text'],
  ['read_export_to_send', 'token'],
  ['read_export_part', 'token, 1'],
  ['confirm_invited_address', 'token', { status: 'ok' }],
  ['read_invitation', 'token', expect.objectContaining({ status: 'ok', state: 'unknown', team: null, email: null })],
];

describe('wrong, foreign, empty and missing tokens', () => {
  let tokens: (string | null)[];
  beforeAll(async () => {
    const closed = await makeCompany(db);
    const foreign = await makeLinkedBooking(db, closed, { departureId: await makeDeparture(db, closed), guests: 2 });
    await db.query(`update public.companies set is_active = false where id = $1`, [closed.id]);
    await db.query(
      `insert into private.calendar_feeds (company_id, kind, token, locale) values ($1, 'company', $2, 'en')`,
      [closed.id, foreign.token],
    );
    for (let n = 0; n < 50; n += 1)
      await makeLinkedBooking(db, company, { departureId: await makeDeparture(db, company), guests: 1 });
    const { reference } = (await db.query<{ reference: string }>(`select reference from public.bookings limit 1`))[0]!;
    tokens = [makeToken(), foreign.token, '', null, reference, 'x'.repeat(86)];
  });

  const CALLS = [...ASKS.map(([name, args]): (typeof OTHERS)[number] => [`guest_${name}`, args]), ...OTHERS].map(
    ([name, args, result = NOT_FOUND]) => ({ name, args, result }),
  );

  test('are tested with every RPC that takes a token', async () => {
    const all = await db.query<{ name: string }>(
      `select p.proname as name from pg_proc as p where p.pronamespace = 'public'::regnamespace and 'token' = any (p.proargnames)
         and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('service_role', p.oid, 'execute'))`,
    );
    // A hold makes the link, resuming moves a hold to it, availability is the same for everybody, and accepting an
    // invitation requires signing in.
    const others = new Set([
      'guest_hold',
      'guest_take_over_hold',
      'guest_read_availability',
      'guest_read_next_departures',
      'accept_invitation',
    ]);
    expect(CALLS.map(({ name }) => name).toSorted()).toEqual(
      all
        .map(({ name }) => name)
        .filter((name) => !others.has(name))
        .toSorted(),
    );
  });

  test('reveal nothing through availability either', async () => {
    const [operator] = await db.query<{ slug: string; month: string }>(
      `select slug, to_char(now() + interval '1 month', 'YYYY-MM') as month from public.companies where id = $1`,
      [company.id],
    );
    const results = new Set<string>();
    for (const token of tokens) {
      const [row] = await db.query(
        `select public.guest_read_availability($1, $2, $3, $4) as month, public.guest_read_next_departures($1, 1, $4) as next`,
        [operator!.slug, company.tourId, operator!.month, token],
      );
      results.add(JSON.stringify(row));
    }
    expect([...results]).toEqual([expect.stringContaining('"status":"ok"')]);
  });

  /** Returns the counters of this session: function calls, table and index scans, and written rows. */
  const counters = async () => {
    const rows = await db.query<{ name: string; count: number }>(
      `select 'calls ' || schemaname || '.' || funcname as name, calls::int as count from pg_stat_xact_user_functions
       union all select what || ' ' || schemaname || '.' || relname, count::int from pg_stat_xact_user_tables
         cross join lateral (values ('seq_scan', seq_scan), ('idx_scan', idx_scan), ('seq_tup_read', seq_tup_read), ('idx_tup_fetch', idx_tup_fetch), ('insert', n_tup_ins), ('update', n_tup_upd), ('delete', n_tup_del)) as counted (what, count)`,
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  /** Returns the work of one call, and rolls it back. */
  async function workOf(call: string, token: string | null): Promise<Work> {
    await db.exec(`set track_functions = 'all'; begin`);
    try {
      const before = await counters();
      await db.query(`select ${call} as result from (select $1::text as token) as t`, [token]);
      const after = await counters();
      return Object.fromEntries(
        [...after].flatMap(([name, count]) => {
          const more = count - (before.get(name) ?? 0);
          return more === 0 ? [] : [[name, more]];
        }),
      );
    } finally {
      await db.exec('rollback');
    }
  }

  test.each(CALLS)('get the same response and cause the same work in $name', async ({ name, args, result }) => {
    const call = `public.${name}(${args})`;
    const works = [];
    for (const token of tokens) {
      const rows = await db.query<{ result: unknown }>(
        `select ${call} as result from (select $1::text as token) as t`,
        [token],
      );
      expect(rows).toEqual([{ result }]);
      works.push(await workOf(call, token));
    }
    const [unknown, foreign, empty, missing, reference, tooLong] = works as [Work, Work, Work, Work, Work, Work];
    expect(Object.keys(unknown)).not.toEqual([]);
    expect([empty, reference, tooLong]).toEqual([unknown, unknown, unknown]);
    // A missing token needs no index lookup. For a foreign one a few more rows are read by key, to see that its
    // operator is inactive: microseconds, far below what a network reveals.
    const besideLookUps = (work: Work) => Object.entries(work).filter(([counter]) => !counter.startsWith('idx_'));
    const sumOf = (work: Work, kind: string) =>
      Object.entries(work).reduce((sum, [counter, count]) => (counter.startsWith(kind) ? sum + count : sum), 0);
    for (const other of [foreign, missing]) {
      expect(besideLookUps(other)).toEqual(besideLookUps(unknown));
      for (const kind of ['idx_scan', 'idx_tup_fetch'])
        expect(sumOf(other, kind) - sumOf(unknown, kind), kind).toBeLessThanOrEqual(6);
    }
  });
});
