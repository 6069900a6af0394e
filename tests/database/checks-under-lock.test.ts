/**
 * Functions that change a booking lock it before they decide anything about it, because earlier reads can be outdated.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const ROW = /^\s*(\w+)(?: constant)? public\.(?:bookings|departures)\b/gm;

/** Reads before the lock that decide nothing for good: early refusals that are checked again under the lock. */
const ALLOWED: Record<string, string> = {
  guest_hold: 'refuses who comes too late without queueing for the lock; private.replace_hold judges again',
  update_imported_booking:
    'called by private.import_known_row, whose caller private.import_rows has locked the booking',
  process_paid: 'called by public.process_payment_event, which has locked the booking',
};

interface Source {
  name: string;
  body: string;
  /** Whether the function takes a booking row as argument, and so runs under its caller's lock. */
  takes_booking: boolean;
}

const withoutTexts = (body: string) =>
  body.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, (text) => ' '.repeat(text.length));
const callOf = (names: readonly string[]) => new RegExp(`\\bprivate\\.(?:${names.join('|')})\\(`);

/** Returns a pattern of calls that lock bookings, directly or indirectly. */
function locking(functions: readonly Source[]): RegExp {
  const names = ['lock_bookings'];
  for (;;) {
    const call = callOf(names);
    const more = functions.filter(({ name, body }) => !names.includes(name) && call.test(withoutTexts(body)));
    if (more.length === 0) return new RegExp(`${call.source}|\\bfor (?:no key )?update\\b`);
    names.push(...more.map(({ name }) => name));
  }
}

/** Returns what a body checks about a booking or departure before its first lock. */
function checksBeforeLock(body: string, checks: readonly string[], lock: RegExp): string[] {
  const code = withoutTexts(body);
  const at = lock.exec(code)?.index;
  if (at === undefined) return [];
  const early = code.slice(0, at);
  const rows = [...code.matchAll(ROW)].map(([, name]) => name!);
  return [
    ...checks.filter((check) => new RegExp(`\\bprivate\\.${check}\\(`).test(early)),
    ...rows.flatMap((row) =>
      [...early.matchAll(new RegExp(`\\b${row}\\.(status|expires_at|starts_at|departure_id|version)\\b`, 'g'))].map(
        ([read]) => read,
      ),
    ),
  ];
}

async function checkFunctions(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select distinct p.proname as name from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace and n.nspname = 'private'
     where (p.proargtypes::oid[] && array['public.bookings'::regtype::oid, 'public.departures'::regtype::oid]
         or p.proname in ('lacks_names', 'has_own_prices'))
       and p.prosrc !~ 'for (no key )?update|lock_bookings'`,
  );
  return rows.map(({ name }) => name);
}

test('no function checks a booking before locking it', async () => {
  const checks = await checkFunctions();
  expect(checks).toEqual(
    expect.arrayContaining(['must_pay_first', 'booking_state', 'free_cancellation_until', 'may_move']),
  );
  const functions = await db.query<Source>(
    `select p.proname as name, p.prosrc as body, p.proargtypes::oid[] && array['public.bookings'::regtype::oid] as takes_booking from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
     join pg_language as l on l.oid = p.prolang and l.lanname = 'plpgsql'
     where n.nspname in ('public', 'private') order by 1`,
  );
  const lock = locking(functions);
  const found = functions
    .filter(({ takes_booking }) => !takes_booking)
    .map(({ name, body }) => ({ name, reads: checksBeforeLock(body, checks, lock) }))
    .filter(({ reads }) => reads.length > 0);
  expect(found.filter(({ name }) => !(name in ALLOWED))).toEqual([]);
  expect(Object.keys(ALLOWED).filter((name) => !found.some((entry) => entry.name === name))).toEqual([]);
});
