/**
 * Attendance in the list of bookings equals the fold of the roll-call after any history, and the list equals one that
 * is rebuilt.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { beginHistory, deeds, type History } from './figures-history.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const LISTED = `
  select l.booking_id as id, l.attendance, l.facets @> '{+missing}' as is_missing
  from private.booking_list as l where l.company_id = $1 order by 1`;
/** Attendance from the fold of each departure, guest by guest. */
const FOLDED = `
  with called as materialized (
    select d.id, private.departure_roll_call(d.id) -> 'guests' as guests from public.departures as d where d.company_id = $1
  ), party as (
    select b.id, array_agg(called.guests #>> array[g.id::text, 'status']) filter (where not g.is_cancelled) as states
    from public.bookings as b
    join called on called.id = b.departure_id
    left join public.guests as g on g.booking_id = b.id
    where b.company_id = $1
    group by b.id
  )
  select b.id, case
      when b.status not in ('CONFIRMED', 'PENDING') or party.states is null then null
      when party.states <@ '{checked_in}' then 'attended'
      when 'checked_in' = any (party.states) then 'partial'
      when party.states <@ '{no_show}' then 'no_show'
      else 'unknown' end as attendance,
    b.status in ('CONFIRMED', 'PENDING') and coalesce('no_show' = any (party.states), false) as is_missing
  from party join public.bookings as b on b.id = party.id order by 1`;
/** Every stored column of the list; the order of a set is ignored. */
const KEPT = `
  select to_jsonb(l) || jsonb_build_object('facets', array(select one from unnest(l.facets) as one order by one)) as kept
  from private.booking_list as l where l.company_id = $1 order by l.booking_id`;

test('matches the fold after each step of random histories, and equals a rebuilt list', async () => {
  const seen = new Set<string | null>();
  let besideOthers = 0;
  const play = (seed: number) =>
    fc.assert(
      fc.asyncProperty(deeds, async (done) => {
        const history: History = await beginHistory(db);
        const of = [history.company.id];
        for (const change of done) {
          await change(db, history);
          const listed = await db.query<{ attendance: string | null; is_missing: boolean }>(LISTED, of);
          expect(listed).toEqual(await db.query(FOLDED, of));
          for (const { attendance, is_missing } of listed) {
            seen.add(attendance);
            if (is_missing && attendance !== 'no_show') besideOthers += 1;
          }
        }
        const kept = await db.query(KEPT, of);
        await db.query(
          `select private.refresh_booking_list(array(select b.id from public.bookings as b where b.company_id = $1))`,
          of,
        );
        expect(await db.query(KEPT, of)).toEqual(kept);
      }),
      { numRuns: caseCount(20), seed },
    );
  const STATES = ['attended', 'no_show', 'partial', 'unknown', null];
  await runUntilCovered(() => seen.size === STATES.length && besideOthers > 0, play);
  // A generator that never reaches a state proves nothing about it.
  expect([...seen].sort()).toEqual(STATES.sort());
  expect(besideOthers).toBeGreaterThan(0);
});

test('a push updates only the rows whose attendance it changes', async () => {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company);
  const [departure, other] = [
    await makeBooking(db, company, { departureId, guests: 2 }),
    await makeBooking(db, company, { departureId, guests: 1 }),
  ];
  const device = makeDevice();
  const rows = () =>
    db.query<{ booking_id: string; version: string }>(
      `select booking_id, xmin::text as version from private.booking_list where departure_id = $1`,
      [departureId],
    );
  const touched = async (work: () => Promise<unknown>) => {
    const before = new Map((await rows()).map(({ booking_id, version }) => [booking_id, version]));
    await work();
    return (await rows())
      .filter(({ booking_id, version }) => before.get(booking_id) !== version)
      .map(({ booking_id }) => booking_id);
  };
  const checkIn = (guest: number) =>
    device.action('check_in', {
      company,
      departureId,
      bookingId: departure.bookingId,
      guestId: departure.guests[guest]!.id,
      payload: { method: 'tap' },
    });
  const push = (...actions: unknown[]) =>
    db.rpc(company.people.guide, 'check_in_push', { device: device.header(), actions });
  const first = checkIn(0);
  expect(await touched(() => push(first))).toEqual([departure.bookingId]);
  expect(await touched(() => push(checkIn(0)))).toEqual([]);
  expect(await touched(() => push(checkIn(1)))).toEqual([departure.bookingId]);
  expect(
    await touched(() => push(device.action('depart', { company, departureId, payload: { head_count: 1 } }))),
  ).toEqual([other.bookingId]);
});

test('a check-in updates rows without touching any index', async () => {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company, { capacity: 40 });
  const bookings: Awaited<ReturnType<typeof makeBooking>>[] = [];
  for (let n = 0; n < 20; n += 1) bookings.push(await makeBooking(db, company, { departureId, guests: 2 }));
  const device = makeDevice();
  const checkIn = async (guest: number) => {
    await db.query('select pg_stat_force_next_flush()');
    const updates = `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables
      where relid = 'private.booking_list'::regclass`;
    const [before] = await db.query<{ all: number; hot: number }>(updates);
    for (const { bookingId, guests } of bookings) {
      const guestId = guests[guest]!.id;
      const action = device.action('check_in', {
        company,
        departureId,
        bookingId,
        guestId,
        payload: { method: 'tap' },
      });
      await db.rpc(company.people.guide, 'check_in_push', { device: device.header(), actions: [action] });
    }
    await db.query('select pg_stat_force_next_flush()');
    const [after] = await db.query<{ all: number; hot: number }>(updates);
    return { all: after!.all - before!.all, hot: after!.hot - before!.hot };
  };
  const [partial, attended] = [await checkIn(0), await checkIn(1)];
  expect([partial.all, attended.all]).toEqual([20, 20]);
  // All twenty were HOT when measured. Where a page is full, the new row version goes to another page.
  expect(Math.min(partial.hot, attended.hot)).toBeGreaterThanOrEqual(16);
});
