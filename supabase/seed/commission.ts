/**
 * Referrals of partner links and their commission, as the ledger would have written it, with last month's statements.
 */
import { insertRows, type Sql } from './insert.ts';
import { COMPANIES, ORGANISATIONS, type CompanyKey, type OrganisationKey } from './people.ts';
import { idOf, Random } from './random.ts';
import { dayIn } from './local-dates.ts';

interface DemoLink {
  organisation: OrganisationKey;
  company: CompanyKey;
  name: string;
  code: string;
  /** Null: all tours. */
  tour: string | null;
  /** Most clicks on a usual day. */
  clicks: number;
  isEnded?: true;
}

const LINKS: readonly DemoLink[] = [
  { organisation: 'nordic', company: 'copenhagen', name: 'Lobby, Nyhavn', code: 'NYHAVN22', tour: null, clicks: 9 },
  { organisation: 'nordic', company: 'copenhagen', name: 'Key cards', code: 'KEYCARD2', tour: null, clicks: 14 },
  {
    organisation: 'nordic',
    company: 'copenhagen',
    name: 'Newsletter',
    code: 'NEWSMA23',
    tour: 'smorrebrod-and-schnapps',
    clicks: 5,
  },
  { organisation: 'nordic', company: 'copenhagen', name: 'Summer flyer', code: 'SMR24FYR', tour: null, clicks: 2, isEnded: true }, // prettier-ignore
  { organisation: 'mediterranean', company: 'rome', name: 'Reception', code: 'RECEPT34', tour: null, clicks: 6 },
  { organisation: 'mediterranean', company: 'rome', name: 'Cartoline in camera', code: 'CAMERA55', tour: null, clicks: 4 }, // prettier-ignore
];
/** Days with clicks, up to the demo's day. */
const DRAWN_DAYS = 30;
/** One in so many website bookings came by a link. */
const BOOKINGS_PER_CLICK = 9;

/** Attributes one in so many website bookings of a company to one of its links. */
const SENT = `
  with links as (
    select l.*, row_number() over (partition by l.company_id order by l.code) - 1 as place, count(*) over (partition by l.company_id) as among
    from private.referral_links as l where l.ended_at is null
  ), drawn as (
    select b.id, b.company_id, ('x' || left(md5(b.id::text), 6))::bit(24)::integer as chance
    from public.bookings as b where b.source = 'website' and b.organisation_id is null
  )
  update public.bookings as b set organisation_id = l.organisation_id, referral = l.code
  from drawn as d join links as l on l.company_id = d.company_id and l.place = d.chance / ${BOOKINGS_PER_CLICK} % l.among
  where b.id = d.id and d.chance % ${BOOKINGS_PER_CLICK} = 0`;

const REFERRALS = `
  insert into private.referrals (booking_id, organisation_id, company_id, link_id, rate, currency, made_at, updated_at, due_at, counted_by)
  select b.id, b.organisation_id, b.company_id, l.id, private.commission_rate(b, agreed.terms), b.currency, b.created_at, $1,
    private.report_due_at(d.ends_at), case when private.report_due_at(d.ends_at) <= $1::timestamptz then private.effective_attendance_rule(d.id) end
  from public.bookings as b
  join public.departures as d on d.id = b.departure_id
  join public.organisation_companies as agreed on agreed.organisation_id = b.organisation_id and agreed.company_id = b.company_id and agreed.status = 'active'
  left join private.referral_links as l on l.code = b.referral
  where b.status = 'CONFIRMED'`;

/** Pending lines from the booking on; earned twelve hours after the tour if any guest came. */
const LINES = `
  with sent as materialized (
    select r.id, r.made_at, r.due_at, d.id as departure, private.active_guests(b.id) as guests, r.rate, b.total_amount,
      r.due_at <= $1::timestamptz as is_due
    from private.referrals as r join public.bookings as b on b.id = r.booking_id join public.departures as d on d.id = b.departure_id
    where d.status <> 'cancelled'
  ), here as materialized (
    select one.departure, private.attended_guests(one.departure, private.effective_attendance_rule(one.departure)) as guests
    from (select distinct s.departure from sent as s where s.is_due) as one
  ), came as (
    select s.*, (select count(*)::integer from unnest(s.guests) as guest where guest = any (h.guests)) as count from sent as s join here as h on h.departure = s.departure where s.is_due
  ), lines (referral_id, state, amount, made_at) as (
    select id, 'pending', private.commission_amount(rate, total_amount, cardinality(guests)), made_at from sent
    union all
    select id, 'pending', -private.commission_amount(rate, total_amount, cardinality(guests)), due_at from came
    union all
    select id, 'earned', private.commission_amount(rate, total_amount, count), due_at from came where count > 0
  )
  insert into private.commission_lines (referral_id, state, amount, made_at)
  select referral_id, state::private.commission_state, amount, made_at from lines where amount <> 0 order by made_at, referral_id, state`;

/** Statements of last month: the first waits for an answer, the other is disputed. */
const STATEMENTS = `
  select private.create_month_statement(agreed.organisation_id, agreed.company_id, (date_trunc('month', $1::timestamptz at time zone c.time_zone) - interval '1 month')::date)
  from public.organisation_companies as agreed join public.companies as c on c.id = agreed.company_id
  where agreed.status = 'active'`;
const DISPUTED = `
  update private.commission_statements set state = 'disputed', dispute_reason = 'Due prenotazioni erano già pagate al banco: controllate, per favore.', answered_at = $1
  where company_id = $2`;

/** Inserts referrals; requires bookings, roll-calls and reports. */
export async function insertCommission(db: Sql, now: Date): Promise<void> {
  const at = now.toISOString();
  const random = new Random('commission');
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const rows = LINKS.map((link) => ({ ...link, id: idOf(`link:${link.code}`) }));
  await insertRows(db, {
    'private.referral_links': rows.map(({ id, organisation, company, name, code, tour, isEnded }) => ({
      id,
      organisation_id: ORGANISATIONS[organisation].id,
      company_id: COMPANIES[company].id,
      tour_id: tour === null ? null : idOf(`tour:${tour}`),
      code,
      name,
      created_at: ago(200).toISOString(),
      ended_at: isEnded ? ago(12).toISOString() : null,
    })),
    'private.link_clicks': rows.flatMap(({ id, company, clicks, isEnded }) =>
      Array.from({ length: DRAWN_DAYS }, (_, days) => ({
        link_id: id,
        day: dayIn(ago(days), COMPANIES[company].time_zone),
        clicks: isEnded && days < 12 ? 0 : random.between(0, clicks),
      })),
    ),
  });
  await db.query(SENT);
  await db.query(REFERRALS, [at]);
  await db.query(LINES, [at]);
  await db.query(STATEMENTS, [at]);
  await db.query(DISPUTED, [at, COMPANIES.rome.id]);
}
