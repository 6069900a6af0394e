/** The demo data: deterministic for a given time, with dates relative to it in each company's time zone. */
import { bookingRows } from './booking-rows.ts';
import { Codes, type DemoBooking } from './bookings.ts';
import { insertCommission } from './commission.ts';
import { departureRows } from './departure-rows.ts';
import { createDepartures, type DemoDeparture } from './departures.ts';
import { insertExports } from './exports.ts';
import { extraAssignments, guideRows } from './guides.ts';
import { holidayRows } from './holidays.ts';
import { insertRows, type Sql } from './insert.ts';
import { integrationRows } from './integrations.ts';
import { insertSentMails } from './sent-mails.ts';
import { guideNotices } from './notices.ts';
import { fillDeparture } from './party.ts';
import { payRows } from './pay.ts';
import { COMPANIES, ORGANISATIONS } from './people.ts';
import { insertPeople } from './people-rows.ts';
import { idOf, Random } from './random.ts';
import { drawReports } from './reports.ts';
import { drawRollCalls, rollCallRows } from './roll-call.ts';
import { TOURS, tourRows } from './tours.ts';

/** `small`: the same people and tours with departures of a few days, for tests. */
export type DemoSize = 'small' | 'full';

export interface SeedOptions {
  now: Date;
  size: DemoSize;
}

const SIZES = {
  full: { from: -30, to: 60, bigGuests: 500, bigCapacity: 520 },
  small: { from: -1, to: 2, bigGuests: 60, bigCapacity: 80 },
} as const satisfies Record<DemoSize, unknown>;

/** Payments of bookings and roll-calls, as the ledger's triggers would have written them. */
const LEDGER = `
  insert into public.payments (company_id, booking_id, amount, currency, method, provider, received_at)
  select company_id, id, paid_amount, currency, 'other', 'opening', created_at from public.bookings where paid_amount <> 0;
  insert into public.payments (company_id, booking_id, amount, currency, method, action_id, departure_id, user_id, received_at, status)
  select a.company_id, b.id, (a.payload ->> 'amount')::bigint, b.currency, (a.payload ->> 'method')::public.payment_method, a.id, a.departure_id,
    a.user_id, a.occurred_at, case when undone.target is null then 'RECEIVED' else 'UNDONE' end::public.payment_status
  from public.check_in_actions as a
  join public.bookings as b on b.id = a.booking_id
  left join private.undone_action_ids(array(select id from public.departures)) as undone on undone.departure_id = a.departure_id and undone.target = a.id::text
  where a.kind = 'payment';`;

/** Bookings with a partner's voucher were made by its own people. */
const PARTNERS_OWN = `
  insert into private.partner_bookings (booking_id, organisation_id)
  select id, organisation_id from public.bookings where source = 'partner' and organisation_id is not null and voucher_number is not null;`;

/** Allotment of a hotel group on the food tour, released two days before. */
const SET_ASIDE = `
  insert into private.allotments (tour_id, agreement_id, seats, release_hours)
  select t.id, agreed.id, 4, 48
  from public.organisation_companies as agreed join public.tours as t on t.company_id = agreed.company_id
  where agreed.organisation_id = $1 and agreed.company_id = $2 and t.slug = 'smorrebrod-and-schnapps'`;

/** Account of the same hotel group: paid bookings of its people are charged to it, and most of it is paid. */
const ON_ACCOUNT = `
  with agreed as (
    select id, organisation_id, company_id from public.organisation_companies where organisation_id = $1 and company_id = $2
  ), account as (
    insert into private.partner_accounts (agreement_id, organisation_id, company_id, credit_limit, currency)
    select agreed.id, agreed.organisation_id, agreed.company_id, 4000000, 'DKK' from agreed
  ), booked as (
    update public.payments as p set method = 'on_account', provider = null, organisation_id = agreed.organisation_id, created_at = p.received_at
    from agreed, private.partner_bookings as own
    where own.booking_id = p.booking_id and own.organisation_id = agreed.organisation_id and p.company_id = agreed.company_id and p.provider = 'opening'
    returning p.amount
  )
  insert into private.account_payments (id, organisation_id, company_id, amount, currency, paid_on, reference, made_at)
  select $3, agreed.organisation_id, agreed.company_id, greatest((select sum(amount) from booked) - 1250000, 100000), 'DKK',
    ($4::timestamptz - interval '2 days')::date, 'NCS 2291', $4::timestamptz - interval '2 days'
  from agreed`;

/** Documents for payments of the last days, in order of receipt. */
const DOCUMENTS = `
  select private.document_ledger(p.booking_id, p.id, null, p.amount) from (
    select p.* from public.payments as p join public.departures as d on d.id = p.departure_id join public.companies as c on c.id = p.company_id
    where p.status = 'RECEIVED' and d.local_date >= ($1::timestamptz at time zone c.time_zone)::date - 2 order by p.received_at, p.id) as p`;

/** Fills an empty database; the result depends only on `now`, to the minute. Throws if it is not empty. */
export async function seedDemo(db: Sql, { now: moment, size }: SeedOptions): Promise<void> {
  const now = new Date(Math.floor(moment.getTime() / 60_000) * 60_000);
  await insertPeople(db, now);
  // The following rows are consistent; triggers would only cost time and send change events to nobody.
  await db.exec("set local session_replication_role = 'replica'");
  const since = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await insertRows(db, tourRows(since));
  await insertRows(db, holidayRows(now));

  const { bigGuests, ...calendar } = SIZES[size];
  const departures = createDepartures(TOURS, { now, ...calendar });
  await insertRows(db, departureRows(departures, now));
  const { assignments, notices } = guideNotices(departures, now);
  await insertRows(db, {
    'public.departure_guides': [...extraAssignments(departures, now), ...assignments],
    'private.guide_notices': notices,
    ...guideRows(now),
  });

  const random = new Random('bookings');
  const context = { random, codes: new Codes(random), now, bigGuests };
  const bookingsOf = new Map<DemoDeparture, DemoBooking[]>(
    departures.map((departure) => [departure, fillDeparture(departure, context)]),
  );
  const rollCalls = drawRollCalls(bookingsOf, { ...context, random: new Random('roll-call') });
  await insertRows(db, bookingRows([...[...bookingsOf.values()].flat(), ...rollCalls.walkIns]));
  await db.exec(PARTNERS_OWN);
  await db.query(SET_ASIDE, [ORGANISATIONS.nordic.id, COMPANIES.copenhagen.id]);
  const reports = drawReports(bookingsOf, rollCalls, { random: new Random('reports'), now });
  await insertRows(db, rollCallRows({ ...rollCalls, actions: [...rollCalls.actions, ...reports.actions] }, now));
  await insertRows(db, { 'private.tour_reports': reports.states, ...payRows(now) });
  await insertRows(db, integrationRows(now));
  await insertCommission(db, now);
  await db.exec(LEDGER);
  await db.query(ON_ACCOUNT, [
    ORGANISATIONS.nordic.id,
    COMPANIES.copenhagen.id,
    idOf('account-payment'),
    now.toISOString(),
  ]);
  await db.query(DOCUMENTS, [now.toISOString()]);
  await insertSentMails(db, now);
  await insertExports(db, now);
  await db.exec("set local session_replication_role = 'origin'");
  await db.exec('select private.recount_seats(array(select id from public.departures))');
  await db.exec('select private.refresh_booking_list(array(select id from public.bookings))');
  // Later departures are created in the coming night, as usual.
  await db.exec('select private.enqueue_departure_creation(id) from public.companies');
}
