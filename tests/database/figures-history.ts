/**
 * Random histories of a company's bookings, departures and roll-calls, around the nights in which clocks are set back.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { ATTENDANCE_RULES } from '../../src/domain/company-settings.ts';
import type { Database } from '../support/database.ts';
import { makeCode, makeCompany, makePerson, type Company } from '../support/database-fixtures.ts';

/** Copenhagen's clock goes back on 27 October 2024, Havana's on 3 November at one, so that midnight occurs twice. */
const ZONES = ['Europe/Copenhagen', 'America/Havana', 'Australia/Lord_Howe', 'UTC'];
const DEPARTURES = ['10-18T09:00', '10-26T22:30', '10-27T01:30', '11-03T04:30', '11-03T05:30', '11-04T15:00'];

const minutes = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(`2024-${from}Z`) / 60_000, max: Date.parse(`2024-${to}Z`) / 60_000 })
    .map((minute) => new Date(minute * 60_000).toISOString());
const instant = fc.oneof(
  minutes('10-14T00:00', '11-07T00:00'),
  minutes('10-26T21:00', '10-27T03:00'),
  minutes('11-03T03:00', '11-03T07:00'),
);
/** Index into the rows that exist. */
const nth = fc.nat({ max: 1000 });
const status = fc.constantFrom('CONFIRMED', 'CONFIRMED', 'PENDING', 'ON_HOLD', 'CANCELLED', 'REJECTED');
const [LAST, ALL] = [1, 500];

export interface History {
  company: Company;
  departures: string[];
  guides: string[];
  bookings: string[];
  actions: { id: string; departure: string }[];
  device: string;
}

/** Creates a company with some departures and two guides, and no history. */
export async function beginHistory(db: Database): Promise<History> {
  const company = await makeCompany(db);
  const guides = [company.people.guide, await makePerson(db, { role: 'guide', company: company.id })];
  const device = randomUUID();
  await db.query(`insert into public.devices (id, user_id, label, app_version) values ($1, $2, '', '')`, [
    device,
    guides[0],
  ]);
  const made = await db.query<{ id: string }>(
    `insert into public.departures (company_id, tour_id, starts_at, ends_at, local_date, capacity)
     select $1, $2, at, at + interval '90 minutes', (at at time zone 'Europe/Copenhagen')::date, 12 from unnest($3::timestamptz[]) as at returning id`,
    [company.id, company.tourId, DEPARTURES.map((at) => `2024-${at}Z`)],
  );
  return { company, guides, device, departures: made.map(({ id }) => id), bookings: [], actions: [] };
}

const pickFrom = (list: readonly string[], n: number) => list[n % list.length]!;

async function act(db: Database, history: History, kind: string, at: string, more: Record<string, unknown> = {}) {
  const { company, device, guides, actions } = history;
  const id = randomUUID();
  actions.push({ id, departure: at });
  const occurred = new Date(Date.parse('2024-11-06') + actions.length * 1000).toISOString();
  const { guest = null, booking = null, payload = {} } = more;
  await db.query(
    `insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
       schema_version, user_id, occurred_at, device_time, body_hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, $11, '')`,
    [id, company.id, at, booking, guest, kind, JSON.stringify(payload), device, actions.length, guides[0], occurred],
  );
}

type Change = (db: Database, history: History) => Promise<unknown>;
/** Applies `sql` to one of the bookings, once there are any. */
const toBooking =
  (of: number, sql: string, ...values: unknown[]): Change =>
  async (db, { bookings }) =>
    bookings.length > 0 && db.query(sql, [pickFrom(bookings, of), ...values]);

const book = fc
  .record({
    of: nth,
    at: instant,
    guests: fc.integer({ min: 1, max: 3 }),
    status,
    source: fc.constantFrom('office', 'website', 'partner', 'walk-in'),
    currency: fc.constantFrom('DKK', 'DKK', 'DKK', 'EUR'),
  })
  .map(({ of, at, guests, status: bookingStatus, source, currency }): Change => async (db, history) => {
    const departure = pickFrom(history.departures, of);
    const [made] = await db.query<{ id: string }>(
      `insert into public.bookings (company_id, departure_id, reference, status, source, contact_name, total_amount, currency, created_at, expires_at)
       values ($1, $2, $3, $4, $5, 'Ida', $6, $7, $8, now() + interval '1 hour') returning id`,
      [history.company.id, departure, makeCode(6), bookingStatus, source, guests * 5000, currency, at],
    );
    for (let n = 0; n < guests; n += 1)
      await db.query(
        `insert into public.guests (company_id, departure_id, booking_id, price_category_id, category_type, ticket_code) values ($1, $2, $3, $4, 'ADULT', $5)`,
        [history.company.id, departure, made!.id, history.company.priceCategoryId, makeCode(12)],
      );
    history.bookings.push(made!.id);
  });

const mark = fc
  .record({ of: nth, kind: fc.constantFrom('check_in', 'check_in', 'no_show') })
  .map(({ of, kind }): Change => async (db, history) => {
    const [guest] = await db.query<{ id: string; booking_id: string; departure_id: string }>(
      `select id, booking_id, departure_id from public.guests where company_id = $1 order by id offset $2 % greatest((select count(*) from public.guests where company_id = $1), 1) limit 1`,
      [history.company.id, of],
    );
    if (guest) await act(db, history, kind, guest.departure_id, { guest: guest.id, booking: guest.booking_id });
  });

const others = fc.oneof(
  fc
    .record({ of: nth, status })
    .map(({ of, status: to }) => toBooking(of, `update public.bookings set status = $2 where id = $1`, to)),
  fc
    .record({ of: nth, total: fc.nat({ max: 90_000 }) })
    .map(({ of, total }) => toBooking(of, `update public.bookings set total_amount = $2 where id = $1`, total)),
  fc
    .record({ of: nth, is: fc.boolean() })
    .map(({ of, is }) =>
      toBooking(
        of,
        `update public.guests set is_cancelled = $2 where id = (select id from public.guests where booking_id = $1 order by id limit 1)`,
        is,
      ),
    ),
  fc.record({ of: nth, to: nth }).map(
    ({ of, to }): Change =>
      (db, history) =>
        toBooking(
          of,
          `update public.bookings set departure_id = $2 where id = $1`,
          pickFrom(history.departures, to),
        )(db, history),
  ),
  // Moves a departure, and sometimes cancels it.
  fc.record({ of: nth, at: instant, off: fc.nat({ max: 4 }) }).map(
    ({ of, at, off }): Change =>
      (db, { departures }) =>
        db.query(
          `update public.departures as d set starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '90 minutes',
             local_date = ($2::timestamptz at time zone c.time_zone)::date, status = $3
           from public.companies as c where c.id = d.company_id and d.id = $1`,
          [pickFrom(departures, of), at, off === 0 ? 'cancelled' : 'scheduled'],
        ),
  ),
  nth.map(
    (of): Change =>
      (db, history) =>
        act(db, history, 'walk_in', pickFrom(history.departures, of), {
          booking: randomUUID(),
          payload: { guests: [{ id: randomUUID() }] },
        }),
  ),
  nth.map(
    (of): Change =>
      (db, history) =>
        act(db, history, 'depart', pickFrom(history.departures, of)),
  ),
  nth.map((of): Change => async (db, history) => {
    const done = history.actions[of % Math.max(history.actions.length, 1)];
    if (done) await act(db, history, 'undo', done.departure, { payload: { actions: [done.id] } });
  }),
  fc.record({ of: nth, attended: fc.nat({ max: 6 }), walkIns: fc.nat({ max: 2 }) }).map(
    ({ of, attended, walkIns }): Change =>
      (db, history) =>
        act(db, history, 'report_submit', pickFrom(history.departures, of), {
          payload: { replaces: [], lines: [{ type: 'ADULT', attended }], walk_ins: walkIns },
        }),
  ),
  fc.record({ of: nth, to: nth, status: fc.constantFrom('proposed', 'accepted', 'declined') }).map(
    ({ of, to, status: says }): Change =>
      (db, { departures, guides }) =>
        db.query(
          `insert into public.departure_guides (departure_id, user_id, status) values ($1, $2, $3::public.assignment_status)
           on conflict (departure_id, user_id) do update set status = excluded.status`,
          [pickFrom(departures, of), pickFrom(guides, to), says],
        ),
  ),
  fc.constantFrom(...ATTENDANCE_RULES).map(
    (rule): Change =>
      (db, { company }) =>
        db.query(`update public.companies set attendance_rule = $2 where id = $1`, [company.id, rule]),
  ),
  fc.constantFrom(...ZONES).map(
    (zone): Change =>
      (db, { company }) =>
        db.query(`update public.companies set time_zone = $2 where id = $1`, [company.id, zone]),
  ),
);

const fold = fc.constantFrom(LAST, 3, ALL).map(
  (max): Change =>
    (db, { company }) =>
      db.query(`select private.update_figures($1, $2)`, [company.id, max]),
);

/**
 * Random actions: bookings, changes, cancellations, moves, check-ins, reports, time zones, and updates of the figures.
 */
export const deeds = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: book },
    { weight: 3, arbitrary: mark },
    { weight: 8, arbitrary: others },
    { weight: 3, arbitrary: fold },
  ),
  { minLength: 10, maxLength: 40 },
);
