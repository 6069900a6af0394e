/**
 * The seat counter is right after any changes, also concurrent ones; reading a month costs in proportion to what it
 * shows.
 */
import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPersona, type Database, type Session } from '../support/database.ts';
import { openPostgres, expireChangeEventPause, waitsForLock } from '../support/database-postgres.ts';
import { makeBooking, makeCode, makeDeparture, makePerson, type Company } from '../support/database-fixtures.ts';
import { fillCalendar, MONTH } from '../support/fill-calendar.ts';
import { randomCheckOptions } from '../../src/lib/testing/random-cases.ts';
import { day, openScene, type RpcResult, type Scene } from './calendar-scene.ts';

let db: Database & { url: string };
let left: Session & { close(): Promise<void> };
let right: Session & { close(): Promise<void> };
let scene: Scene;
let company: Company;
let office: string;
beforeAll(async () => {
  db = await openPostgres();
  left = await db.connect();
  right = await db.connect();
  scene = await openScene(db);
  ({ company } = scene);
  office = company.people.office;
});
afterAll(async () => {
  await left?.close();
  await right?.close();
  await db?.close();
});

const begin = async (session: Session, name: string, args: Record<string, unknown>) => {
  await session.exec('begin');
  await setPersona(session.query, office);
  const names = Object.keys(args);
  const [row] = await session.query<{ result: RpcResult }>(
    `select public.${name}(${names.map((key, place) => `${key} => $${place + 1}`).join(', ')}) as result`,
    Object.values(args).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
  );
  return row!.result;
};

/** Returns departures whose counter, with active holds, differs from what the booking engine counts. */
const wrongCounts = () =>
  db.query(
    `select d.id, coalesce(s.seats, 0) as kept, private.seats_taken(d.id) as counted
     from public.departures as d left join private.booked_seats(array(select id from public.departures)) as s on s.departure_id = d.id
     where coalesce(s.seats, 0) <> private.seats_taken(d.id)`,
  );

test('the counter matches counting after random histories of bookings, guests and prices', async () => {
  const departures = [await scene.departure(), await scene.departure(), await scene.departure()];
  const status = fc.constantFrom('CONFIRMED', 'PENDING', 'ON_HOLD', 'EXPIRED', 'REJECTED', 'CANCELLED');
  const index = fc.nat({ max: 1000 });
  const change = fc.oneof(
    fc.record({ what: fc.constant('book' as const), at: index, guests: fc.integer({ min: 1, max: 4 }), status }),
    fc.record({ what: fc.constant('state' as const), at: index, status }),
    fc.record({ what: fc.constant('move' as const), at: index, to: index }),
    fc.record({ what: fc.constant('give up' as const), at: index, is: fc.boolean() }),
    fc.record({ what: fc.constant('join' as const), at: index }),
    fc.record({ what: fc.constant('price' as const), seats: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ what: fc.constant('unprice' as const), at: index }),
    fc.record({ what: fc.constant('delete' as const), at: index }),
    fc.record({ what: fc.constant('all' as const), status }),
  );
  const [price] = await db.query<{ id: string }>(
    `insert into public.price_categories (tour_id, company_id, type, amount, seats) values ($1, $2, 'FAMILY', 1, 2) returning id`,
    [company.tourId, company.id],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (deeds) => {
      const bookings: string[] = [];
      for (const each of deeds) {
        const booking = bookings.length > 0 && 'at' in each ? bookings[each.at % bookings.length]! : null;
        if (each.what === 'book') {
          const { bookingId } = await makeBooking(db, company, {
            departureId: departures[each.at % 3]!,
            guests: each.guests,
            status: each.status,
          });
          bookings.push(bookingId);
        } else if (each.what === 'price')
          await db.query(`update public.price_categories set seats = $2 where id = $1`, [price!.id, each.seats]);
        else if (each.what === 'all')
          await db.query(
            `update public.bookings set status = $2, expires_at = now() + interval '1 hour' where company_id = $1`,
            [company.id, each.status],
          );
        else if (booking === null) continue;
        else if (each.what === 'state')
          await db.query(
            `update public.bookings set status = $2, expires_at = now() + interval '1 hour' where id = $1`,
            [booking, each.status],
          );
        else if (each.what === 'move')
          await db.query(`update public.bookings set departure_id = $2 where id = $1`, [
            booking,
            departures[each.to % 3],
          ]);
        else if (each.what === 'give up')
          await db.query(
            `update public.guests set is_cancelled = $2 where id = (select id from public.guests where booking_id = $1 order by id limit 1)`,
            [booking, each.is],
          );
        else if (each.what === 'unprice')
          await db.query(`update public.guests set price_category_id = $2 where booking_id = $1`, [booking, price!.id]);
        else if (each.what === 'delete') await db.query(`delete from public.guests where booking_id = $1`, [booking]);
        else
          await db.query(
            `insert into public.guests (company_id, departure_id, booking_id, category_type, ticket_code) select company_id, departure_id, id, 'OTHER', $2 from public.bookings where id = $1`,
            [booking, makeCode(12)],
          );
      }
      expect(await wrongCounts()).toEqual([]);
    }),
    randomCheckOptions(40),
  );
});

test('two concurrent writers without locks of their own leave the counter right', async () => {
  const id = await scene.departure();
  const party = await makeBooking(db, company, { departureId: id, guests: 3 });
  await left.exec('begin');
  await left.query(
    `insert into public.guests (company_id, departure_id, booking_id, category_type, ticket_code) values ($1, $2, $3, 'OTHER', $4)`,
    [company.id, id, party.bookingId, makeCode(12)],
  );
  const second = right.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [party.bookingId]);
  await waitsForLock(db);
  await left.exec('commit');
  await second;
  expect(await wrongCounts()).toEqual([]);
});

test('the second of two concurrent changes to a departure is stale and shows the first', async () => {
  const id = await scene.departure();
  const departures = [{ id, version: 1 }];
  const first = await begin(left, 'change_departures', { company: company.id, departures, changes: { capacity: 9 } });
  expect(first.status).toBe('ok');
  const second = right.rpc<RpcResult>(company.people.owner, 'cancel_departures', {
    company: company.id,
    departures,
    reason: 'weather',
  });
  await waitsForLock(db);
  await left.exec('commit');
  expect(await second).toMatchObject({ status: 'stale', departures: [{ id, version: 2, capacity: 9 }] });
});

test('assigning a guide to two overlapping departures at once is a conflict for the second', async () => {
  const guide = await makePerson(db, { role: 'guide', company: company.id });
  const [first, otherDeparture] = [await scene.departure(), await scene.departure()];
  const args = { company: company.id, version: 1, guide };
  expect(await begin(left, 'assign_guide', { ...args, departure: first })).toMatchObject({ status: 'ok' });
  const second = right.rpc<RpcResult>(company.people.owner, 'assign_guide', { ...args, departure: otherDeparture });
  await waitsForLock(db);
  await left.exec('commit');
  expect(await second).toMatchObject({ status: 'conflicts', conflicts: [{ kind: 'overlap', other_id: first }] });
});

test('change events name the departures that are moved, cancelled or assigned, and their guides', async () => {
  const received: { departures: string[] | null; people: string[] }[] = [];
  const listener = new Client({ connectionString: db.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => received.push(JSON.parse(payload!)));
  await listener.query('listen muster_change_event');
  const newEvents = async () => {
    await listener.query('select 1');
    await expireChangeEventPause(db);
    return received.splice(0);
  };
  try {
    const { guide } = company.people;
    const id = await makeDeparture(db, company, { localDate: day(1) });
    await newEvents();
    const moved = { company: company.id, departure: id, to_date: day(1), to_time: '18:00' };
    await db.rpc(office, 'move_departure', { ...moved, version: 1, preview: true });
    expect(await newEvents()).toEqual([]);
    expect(await db.rpc(office, 'move_departure', { ...moved, version: 1 })).toMatchObject({ status: 'ok' });
    expect(await newEvents()).toMatchObject([{ departures: [id], people: [guide] }]);
    const colleague = await makePerson(db, { role: 'guide', company: company.id });
    await newEvents();
    await db.rpc(office, 'assign_guide', { company: company.id, departure: id, version: 2, guide: colleague });
    expect((await newEvents()).flatMap(({ people }) => people)).toContain(colleague);
    await db.rpc(colleague, 'answer_assignment', { company: company.id, departure: id, reply: 'declined' });
    expect(await newEvents()).toMatchObject([{ departures: [id] }]);
    await db.rpc(office, 'cancel_departures', {
      company: company.id,
      departures: [{ id, version: 4 }],
      reason: 'weather',
    });
    expect(await newEvents()).toMatchObject([{ departures: [id] }]);
    await db.rpc(office, 'move_departure', { ...moved, version: 5, to_date: day(30) });
    expect(await newEvents()).toEqual([]);
  } finally {
    await listener.end();
  }
});

/** Returns how many sequential scans of departures, their seats and their guides there were. */
async function wholeReads(): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const [row] = await db.query<{ scans: number }>(
    `select sum(seq_scan)::int as scans from pg_stat_user_tables
     where relid in ('public.departures'::regclass, 'private.departure_seats'::regclass, 'public.departure_guides'::regclass)`,
  );
  return row!.scans;
}

test('a month of 1,500 departures costs what it shows, not what the company has', async () => {
  const measured = async (total: number) => {
    const made = await openScene(db);
    await fillCalendar(db, made.company, total);
    const args = [made.company.id, MONTH.from, MONTH.to];
    const explain = () =>
      db.as(made.company.people.office, async (query) => {
        const [row] = await query<{
          'QUERY PLAN': [{ Plan: Record<string, number> }];
        }>(`explain (analyze, buffers, format json) select public.read_calendar($1, $2, $3)`, args);
        const plan = row!['QUERY PLAN'][0].Plan;
        return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      });
    await explain();
    const result = await made.ask<{ departures: unknown[] }>(made.company.people.office, 'read_calendar', {
      from_date: MONTH.from,
      to_date: MONTH.to,
    });
    expect(result.departures).toHaveLength(1500);
    const before = await wholeReads();
    const pages = await explain();
    return { pages, wholeReads: (await wholeReads()) - before, bytes: gzipSync(JSON.stringify(result)).length };
  };
  const many = await measured(30_000);
  console.log(`month of 1,500 of 30,000 departures: ${many.pages} pages, ${many.bytes} bytes gzip`);
  // Seats, guides and own prices of each are found through an index.
  expect(many.wholeReads).toBe(0);
  expect(many.pages).toBeLessThanOrEqual(5.2 * 1500);
  expect(many.bytes).toBeLessThanOrEqual(60_000);
});
