/** Fills a company with guests in a few statements, bypassing triggers. For measurements only. */
import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import type { Company } from './database-fixtures.ts';
import type { Session } from './database.ts';

const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const DEPARTURE_SIZE = 500;

/** Returns SQL that encodes the number `n` in `length` characters of the reference alphabet. */
export const code = (n: string, length: number) =>
  Array.from(
    { length },
    (_, place) => `substr('${SIGNS}', ${n} / ${SIGNS.length ** place} % ${SIGNS.length} + 1, 1)`,
  ).join(' || ');

/** Adds `guests` guests to departures of today, one booking each, `size` per departure. Returns the departures. */
export async function fillCompany(
  db: Session,
  company: Company,
  guests: number,
  size = DEPARTURE_SIZE,
): Promise<Uuid[]> {
  const departures = Array.from({ length: Math.ceil(guests / size) }, () => randomUUID());
  const values = [departures, company.id, company.tourId, company.priceCategoryId, guests];
  await db.exec(`begin; set local session_replication_role = replica`);
  await db.query(
    `insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity)
     select id, $2, $3, current_date + time '10:00', current_date + time '11:30', current_date, ${size} from unnest($1::uuid[]) as id`,
    values.slice(0, 3),
  );
  await db.query(
    `with made as (
       insert into public.bookings (company_id, departure_id, reference, status, source, contact_name, contact_phone, contact_email,
         total_amount, currency)
       select $2, ($1::uuid[])[(n - 1) / ${size} + 1], ${code('n', 6)}, 'CONFIRMED', 'website', 'Guest of a full day ' || n,
         '+45 20 30 40 50', 'guest' || n || '@example.test', 5000, 'DKK'
       from generate_series(1, $4::int) as n
       returning id, departure_id, reference
     )
     insert into public.guests (company_id, departure_id, booking_id, price_category_id, category_type, name, ticket_code)
     select $2, departure_id, id, $3, 'ADULT', 'Guest of a full day', reference || reference from made`,
    [departures, company.id, company.priceCategoryId, guests],
  );
  await db.exec('commit');
  // As the server's autovacuum would have done by the time a day is this full.
  await db.exec('vacuum analyze');
  return departures;
}
