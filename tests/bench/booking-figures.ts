/** Cost in PostgreSQL of a hold and its confirmation: 500 departures in a month with 100,000 bookings. */
import { randomUUID } from 'node:crypto';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillCompany } from '../support/fill-company.ts';
import { percentile, type Figure } from './figures.ts';

const DEPARTURES = 500;
const BOOKINGS = 100_000;
const TIMES = 400;

/** Returns milliseconds of each action, one at a time, as the office. */
export async function bookingFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    const departures = await fillCompany(db, company, BOOKINGS, BOOKINGS / DEPARTURES);
    await db.query(
      `update public.departures as d set capacity = 260, local_date = current_date + 1 + (n / 17)::int,
         starts_at = d.starts_at + (1 + n / 17) * interval '1 day', ends_at = d.ends_at + (1 + n / 17) * interval '1 day'
       from unnest($1::uuid[]) with ordinality as given (id, n) where d.id = given.id`,
      [departures],
    );
    await db.exec('vacuum analyze');
    const { office } = company.people;
    const took = { hold: [] as number[], confirm: [] as number[] };
    const timed = async (all: number[], name: string, args: Record<string, unknown>) => {
      const start = performance.now();
      const result = await db.rpc<{ status: string; booking_id: string }>(office, name, args);
      all.push(performance.now() - start);
      if (result.status !== 'ok') throw new Error(`${name}: ${result.status}`);
      return result.booking_id;
    };
    for (let n = 0; n < TIMES + 20; n += 1) {
      if (n === 20) for (const all of Object.values(took)) all.length = 0;
      const booking = await timed(took.hold, 'hold_booking', {
        request: randomUUID(),
        departure: departures[(n * 7) % departures.length],
        booking: {
          guests: [{ price_category_id: company.priceCategoryId }, { price_category_id: company.priceCategoryId }],
          contact: { name: 'Anna Holm', email: 'anna@holm.test' },
        },
      });
      await timed(took.confirm, 'confirm_booking', { request: randomUUID(), booking, change: {} });
    }
    return (['hold', 'confirm'] as const).map((what) => ({
      what: `${what} two seats, ${DEPARTURES} departures and ${BOOKINGS.toLocaleString('en')} bookings: p95`,
      value: percentile(took[what], 0.95),
      unit: 'ms',
      budget: 10,
      note: `p50 ${percentile(took[what], 0.5).toFixed(1)} ms, with begin and commit`,
    }));
  } finally {
    await db.close();
  }
}
