/** Concurrency test of bookings: many connections act on one departure, and it must never be overbooked. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import type { RpcResult } from './booking-stage.ts';
import { makeDeparture, type Company } from './database-fixtures.ts';
import { makeDevice } from './device-fixtures.ts';
import type { Session } from './database.ts';

type Connection = Session & { close(): Promise<void> };

export interface Crowd {
  db: Session;
  company: Company;
  connections: readonly Connection[];
}

export interface Round {
  /** Violated invariants, in words; empty when all is well. */
  problems: string[];
  /** The number of actions that returned `ok`, and of those that the database aborted because of a deadlock. */
  done: number;
  deadlocks: number;
}

const CAPACITY = 40;
const oneOf = <T>(from: readonly T[]): T => from[randomInt(from.length)]!;

/**
 * Plays one round: a departure of 40 seats and two others; every connection performs `acts` random actions on its own
 * and others' bookings. Then checks the invariants.
 */
export async function playRound({ db, company, connections }: Crowd, acts: number): Promise<Round> {
  const departures: Uuid[] = [];
  for (let n = 0; n < 3; n += 1)
    departures.push(
      await makeDeparture(db, company, { localDate: `2036-01-0${n + 1}`, capacity: n === 0 ? CAPACITY : 25 }),
    );
  const [crowded] = departures as [Uuid];
  const bookings: Uuid[] = [];
  /** Guests and departure of each booking at the time of its creation. */
  const parties = new Map<Uuid, { guests: Uuid[]; departureId: Uuid }>();
  const problems: string[] = [];
  let [done, deadlocks, received] = [0, 0, 0];

  const call = async (
    connection: Connection,
    name: string,
    args: Record<string, unknown>,
  ): Promise<RpcResult | null> => {
    for (;;) {
      try {
        return await connection.rpc<RpcResult>(company.people.office, name, args);
      } catch (error) {
        if ((error as { code?: string }).code !== '40P01') throw error;
        deadlocks += 1;
      }
    }
  };
  const hold = async (connection: Connection) => {
    const guests = Array.from({ length: 1 + randomInt(6) }, () => ({ price_category_id: company.priceCategoryId }));
    const args = {
      request: randomUUID(),
      departure: randomInt(4) > 0 ? crowded : oneOf(departures),
      booking: { guests, contact: { name: 'Anna' }, state: oneOf(['ON_HOLD', 'PENDING', 'CONFIRMED']) },
    };
    const result = await call(connection, 'hold_booking', args);
    // Repeats the request as after a lost response: it must not take more seats.
    const again = randomInt(5) === 0 ? await call(connection, 'hold_booking', args) : result;
    if (result?.status === 'ok') {
      done += 1;
      bookings.push(result['booking_id'] as Uuid);
      const newGuests = result['guests'] as { id: Uuid }[];
      parties.set(result['booking_id'] as Uuid, { guests: newGuests.map(({ id }) => id), departureId: args.departure });
      if (again?.['booking_id'] !== result['booking_id']) problems.push('a repeated hold took seats again');
    }
  };
  const act = async (connection: Connection) => {
    const booking = oneOf(bookings);
    const { guests, departureId: at } = parties.get(booking)!;
    const [name, change] = oneOf<[string, Record<string, unknown>]>([
      ['confirm_booking', {}],
      ['extend_booking', {}],
      ['change_party', { add: [{ price_category_id: company.priceCategoryId }] }],
      ['move_booking', { departure_id: crowded }],
      ['move_booking', { departure_id: oneOf(departures) }],
      ['cancel_booking', { refund: 'full' }],
      ['restore_booking', {}],
      ['release_hold', {}],
      ['reject_booking', {}],
      ['merge_bookings', { other: oneOf(bookings) }],
      ['split_booking', { guests: [oneOf(guests)] }],
      ['check_in', {}],
      ['record_payment', { amount: 1000, currency: 'DKK', method: 'card' }],
      ['collect', {}],
      ['age', {}],
      ['tidy', {}],
    ]);
    if (name === 'age') {
      await connection.query(
        `update public.bookings set expires_at = clock_timestamp() where id = $1 and status = 'ON_HOLD'`,
        [booking],
      );
    } else if (name === 'tidy') {
      await connection.query(`select private.tidy_bookings(20)`);
    } else if (name === 'collect') {
      const device = makeDevice();
      const departureId = oneOf(departures);
      const payload = { amount: 700, currency: 'DKK', method: 'cash' as const };
      const action = device.action('payment', { company, departureId, bookingId: booking, payload });
      const result = await call(connection, 'check_in_push', { device: device.header(), actions: [action] });
      if (result?.status === 'ok') received += 700;
    } else if (name === 'check_in') {
      const device = makeDevice();
      const of = { company, departureId: at, bookingId: booking, guestId: oneOf(guests) };
      const action = device.action('check_in', { ...of, payload: { method: 'tap' } });
      await call(connection, 'check_in_push', { device: device.header(), actions: [action] });
    } else {
      const result = await call(connection, name, { request: randomUUID(), booking, change });
      if (result?.status !== 'ok') return;
      done += 1;
      if (name === 'record_payment') received += 1000;
      if (name === 'split_booking') {
        const newBooking = result['new_booking_id'] as Uuid;
        parties.set(newBooking, { guests: change['guests'] as Uuid[], departureId: at });
        bookings.push(newBooking);
      }
    }
  };
  await Promise.all(
    connections.map(async (connection) => {
      for (let n = 0; n < acts; n += 1)
        await (bookings.length < 3 || randomInt(3) === 0 ? hold(connection) : act(connection));
    }),
  );

  const seats = await db.query<{ id: Uuid; taken: number; capacity: number }>(
    `select id, capacity, private.seats_taken(id) as taken from public.departures where id = any ($1)`,
    [departures],
  );
  for (const { taken, capacity } of seats) if (taken > capacity) problems.push(`${taken} of ${capacity} seats`);
  const [books] = await db.query<Record<string, number>>(
    `select count(*)::int as bookings,
       count(*) filter (where not exists (select from public.audit_events e where e.subject_id = b.id and e.action in ('hold_booking', 'split_booking')))::int as untold,
       count(*) filter (where b.paid_amount <> private.paid_amount(b.id)
         - coalesce((private.departure_roll_call(b.departure_id) #>> array['bookings', b.id::text, 'collected'])::bigint, 0))::int as miscounted,
       count(*) filter (where exists (select from public.guests g where g.booking_id = b.id and g.departure_id <> b.departure_id))::int as torn,
       count(*) filter (where not exists (select from private.booking_list l
         where l.booking_id = b.id and l.attendance is not distinct from came.attendance))::int as misfiled,
       sum(private.paid_amount(b.id))::int as balance
     from public.bookings b left join private.booking_attendance($1) came on came.booking_id = b.id where b.id = any ($1)`,
    [bookings],
  );
  if (books!['bookings'] !== bookings.length)
    problems.push(`${bookings.length - books!['bookings']!} bookings are lost`);
  for (const what of ['untold', 'miscounted', 'torn', 'misfiled'])
    if (books![what] !== 0) problems.push(`${books![what]} are ${what}`);
  if (books!['balance'] !== received) problems.push(`the ledger says ${books!['balance']}, ${received} came`);
  const [waiting] = await db.query<{ n: number }>(`select count(*)::int as n from pg_locks where not granted`);
  if (waiting!.n > 0) problems.push(`${waiting!.n} wait for a lock still`);
  return { problems, done, deadlocks };
}
