/** Fills a company, and others, with any number of bookings, bypassing triggers. For measurements only. */
import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeOrganisation, makePerson, type Company } from './database-fixtures.ts';
import type { Session } from './database.ts';
import { code } from './fill-company.ts';

const A_DEPARTURE = 20;
const FIRST = ['Anna', 'Søren', 'Lucía', 'Giulia', 'Ole', 'Mette', 'José', 'Marco', 'Ingrid', 'Peter', 'Karen', 'Luca'];
const LAST = ['Holm', 'Müller', 'García', 'Rossi', 'Jensen', 'Nielsen', 'Fernández', 'Bianchi', 'Larsen', 'Smith'];
/** Number of surname suffixes, so that most names are rare and some common, as in life. */
const ENDINGS = 400;
/** One in this many bookings has a rare property: a large sum, another currency, no email. */
const RARE = 250;

export interface FilledBookings {
  tours: Uuid[];
  guides: Uuid[];
  organisations: Uuid[];
}

const PICK = (list: string, n: string) => `(${list})[(${n})::int % array_length(${list}, 1) + 1]`;

/** Adds bookings over the past two years and the next half year, twenty per departure. */
async function addBookings(
  db: Session,
  { companies, tours, guides, organisations, total }: FilledBookings & { companies: Uuid[]; total: number },
): Promise<void> {
  const departures = Math.ceil(total / A_DEPARTURE);
  await db.exec(`begin; set local session_replication_role = replica`);
  await db.query(
    `with planned as materialized (
       select gen_random_uuid() as id, n, ${PICK('$1::uuid[]', 'n')} as company, ${PICK('$2::uuid[]', 'n')} as tour,
         date_trunc('day', now()) - interval '730 days' + make_interval(days => (n::bigint * 912 / $4)::int, hours => 8 + n % 10 + case when n % 50 = 7 then 6 else 0 end) as at
       from generate_series(0, $4::int - 1) as n
     ), made as (
       insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity, language)
       select id, company, tour, at, at + interval '90 minutes', at::date, 40, (array['en', 'da', 'es', 'it'])[n % 4 + 1] from planned
     ), guided as (
       insert into public.departure_guides (departure_id, user_id, status)
       select id, ${PICK('$3::uuid[]', 'n / 7')}, 'accepted' from planned where n % 10 <> 0 and cardinality($3::uuid[]) > 0
     )
     insert into public.bookings (company_id, departure_id, reference, status, source, contact_name, contact_email, contact_phone, country, locale, note,
       organisation_id, voucher_number, total_amount, paid_amount, currency, created_at, tags, reason, referral,
       price_snapshot)
     select company, id, ${code(`(n * ${A_DEPARTURE} + m)`, 6)},
       (array['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'PENDING', 'CANCELLED', 'EXPIRED', 'REJECTED'])[(n + m) % 10 + 1]::public.booking_status,
       (array['website', 'website', 'office', 'partner', 'walk-in', 'api'])[(n * 3 + m) % 6 + 1]::public.booking_source,
       ${PICK('$6::text[]', 'n + m')} || ' ' || ${PICK('$7::text[]', 'n * 7 + m')} || chr(97 + k % 26) || chr(97 + k / 16 % 26) || case when k < 100 then 'sen' else 'ez' end,
       case when rare <> 6 then 'guest' || n || '.' || m || (array['@gmail.test', '@post.test', '@mail.test'])[m % 3 + 1] end,
       case when rare <> 7 then '+45 ' || 20000000 + (n::bigint * 7919 + m * 104729) % 79999999 end,
       case when rare = 4 then 'SE' when rare <> 8 then (array['DK', 'DE', 'GB'])[m % 3 + 1] end,
       (case when rare = 5 then 'it' else (array['da', 'en', 'es'])[m % 3 + 1] end)::public.locale,
       case when m % 8 = 0 then 'Arrives by train, needs a chair in the shade' end,
       case when m % 6 = 3 and cardinality($5::uuid[]) > 0 then ${PICK('$5::uuid[]', 'n')} end,
       case when m % 6 = 3 then 'GYG-' || n || m end, case when rare = 1 then 90000 else 10000 end,
       case when rare = 1 then 90000 when rare = 2 then 10500 when m % 5 = 0 then 0 else 10000 end, case when rare = 3 then 'EUR' else 'DKK' end,
       at - make_interval(days => 1 + (n + m * 13) % 60), case when m % 10 = 0 then '{school}'::text[] else '{}' end,
       case when rare = 9 then 'weather'::public.booking_reason end, case when rare = 10 then 'newsletter' end,
       case when rare = 11 then '{"discount": {"code": "SUMMER-25", "amount": 100}}' else '{}' end::jsonb
     from planned cross join generate_series(0, ${A_DEPARTURE - 1}) as m
     cross join lateral (select (n * 31 + m * 17) % ${ENDINGS} as k, (n * ${A_DEPARTURE} + m) % ${RARE} as rare) as name`,
    [companies, tours, guides, departures, organisations, FIRST, LAST],
  );
  await db.exec('commit');
}

/** Fills the company with `own` bookings, and companies of the same size with `others`. Returns ids to filter by. */
export async function fillBookings(
  db: Session,
  company: Company,
  { own, others }: { own: number; others: number },
): Promise<FilledBookings> {
  const tours = [company.tourId];
  for (let n = 0; n < 11; n += 1) {
    const id = randomUUID();
    await db.query(
      `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, $3, 90, 40, 'live')`,
      [id, company.id, `walk-${n}`],
    );
    await db.query(
      `insert into public.tour_translations (tour_id, locale, title, meeting_point) values ($1, 'en', $2, '')`,
      [id, `Walk ${n}`],
    );
    tours.push(id);
  }
  const guides: Uuid[] = [];
  for (let n = 0; n < 30; n += 1) guides.push(await makePerson(db, { role: 'guide', company: company.id }));
  const organisations: Uuid[] = [];
  for (let n = 0; n < 8; n += 1) organisations.push((await makeOrganisation(db, [company])).id);
  // Builds the index after a bulk insert, as a restore does.
  const [index] = await db.query<{ sql: string }>(
    `select pg_get_indexdef('private.booking_list_search_idx'::regclass) as sql`,
  );
  await db.exec(`drop index private.booking_list_search_idx`);
  // Its own first, then the others; booking_list below gets all of them in the order of creation, as in production.
  await addBookings(db, { companies: [company.id], tours, guides, organisations, total: own });
  await db.exec(`begin; set local session_replication_role = replica`);
  await db.query(
    `insert into public.guests (company_id, departure_id, booking_id, category_type, name, ticket_code)
     select b.company_id, b.departure_id, b.id, 'ADULT', b.contact_name, b.reference || b.reference from public.bookings as b where b.company_id = $1`,
    [company.id],
  );
  await db.exec('commit');
  if (others > 0) {
    const strangers = Array.from({ length: Math.max(1, Math.round(others / own)) }, () => randomUUID());
    await addBookings(db, {
      companies: strangers,
      tours: strangers,
      guides: [],
      organisations: [],
      total: others,
    });
  }
  await db.query(
    `insert into private.booking_list (booking_id, company_id, departure_id, tour_id, organisation_id, starts_at, local_date, minute, created_at, lead, total, paid,
       on_account, owed, due, overpaid, guests, status, source, language, currency, tags, attendance, facets, reference, name_key, search_text)
     select b.id, b.company_id, b.departure_id, d.tour_id, b.organisation_id, d.starts_at, d.local_date, private.minute_of_day(d.starts_at, 'Europe/Copenhagen'), b.created_at, private.lead_days(b.created_at, d.local_date, 'Europe/Copenhagen'),
       b.total_amount, b.paid_amount, case when rare = 5 then 900 else 0 end, case when rare = 1 then 700 else 0 end, case when private.is_released_status(b.status) then 0 else greatest(b.total_amount - b.paid_amount, 0) end,
       case when b.status = 'CANCELLED' then 0 else greatest(b.paid_amount - b.total_amount, 0) end, case when rare = 2 then 12 else 1 + rare % 4 end, b.status, b.source,
       d.language, b.currency, b.tags, (case when rare = 4 then 'no_show' when d.starts_at < now() then 'attended' else 'unknown' end)::private.attendance,
       private.booking_facets(b, case when rare = 3 then '{ADULT,MILITARY}' when rare % 3 = 0 then '{ADULT,CHILD}' else '{ADULT}' end::text[], rare = 4),
       b.reference, array_to_string(private.search_words(b.contact_name), ' '), private.search_text(b.contact_name, b.reference, b.contact_email,
         private.search_digits(b.contact_phone), b.voucher_number, private.compact_voucher_number(b.voucher_number), b.note)
     from public.bookings as b join public.departures as d on d.id = b.departure_id
     cross join lateral (select abs(hashtext(b.reference) % ${RARE}) as rare) as drawn
     order by b.created_at
     on conflict do nothing`,
  );
  await db.exec(`set maintenance_work_mem = '1GB'`);
  await db.exec(index!.sql);
  await db.exec('vacuum analyze');
  return { tours, guides, organisations };
}
