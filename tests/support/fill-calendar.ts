/**
 * Fills a company with any number of departures, 1,500 of them in one month, bypassing triggers. For measurements only.
 */
import type { Uuid } from '../../src/domain/ids.ts';
import { makePerson, type Company } from './database-fixtures.ts';
import type { Session } from './database.ts';

/** The month with 1,500 departures. */
export const MONTH = { from: '2031-05-01', to: '2031-05-30' } as const;
const IN_MONTH = 1500;
const GUIDES = 30;

/**
 * Adds 50 departures a day from the first of the month on, and backwards from it: nine in ten with a guide, who changes
 * each day, and three in four with seats.
 */
export async function fillCalendar(db: Session, company: Company, total: number): Promise<Uuid[]> {
  const guides: Uuid[] = [];
  for (let n = 0; n < GUIDES; n += 1) guides.push(await makePerson(db, { role: 'guide', company: company.id }));
  await db.exec(`begin; set local session_replication_role = replica`);
  await db.query(
    `with planned as materialized (
       select gen_random_uuid() as id, n, $4::date + make_interval(
         days => case when n < ${IN_MONTH} then n / 50 else -1 - (n - ${IN_MONTH}) / 50 end, mins => 480 + n % 50 * 15) as at
       from generate_series(0, $3::int - 1) as n
     ), made as (
       insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity, language, meeting_note)
       select id, $1, $2, at, at + interval '90 minutes', at::date, 10 + n % 20, (array['en', 'da', 'es'])[n % 3 + 1], case when n % 50 = 0 then 'North gate' end
       from planned
     ), guided as (
       insert into public.departure_guides (departure_id, user_id, status)
       select id, ($5::uuid[])[(n + n / 50) % ${GUIDES} + 1], (array['accepted', 'proposed'])[n % 2 + 1]::public.assignment_status from planned where n % 10 <> 0
     )
     insert into private.departure_seats (departure_id, seats) select id, n % 13 from planned where n % 4 <> 0`,
    [company.id, company.tourId, total, MONTH.from, guides],
  );
  // One day off per week, of the company or of its tour.
  await db.query(
    `insert into public.blackouts (company_id, tour_id, from_date, to_date, name)
     select $1, case when n % 2 = 0 then $2::uuid end, $3::date + 7 * n, $3::date + 7 * n, 'Public holiday ' || n
     from generate_series(-100, 100) as n`,
    [company.id, company.tourId, MONTH.from],
  );
  await db.exec('commit');
  await db.exec('vacuum analyze');
  return guides;
}
