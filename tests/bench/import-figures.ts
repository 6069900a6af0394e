/** Cost of importing bookings in PostgreSQL: rows per second, in the app's batches. */
import { randomUUID } from 'node:crypto';
import { ROWS_PER_REQUEST } from '../../src/domain/import/rows.ts';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillBookings } from '../support/fill-bookings.ts';
import { percentile, type Figure } from './figures.ts';

const BEFORE = 100_000;
const ROWS = 20_000;
const DEPARTURES = 1000;

/**
 * Returns rows per second into a company with 100,000 bookings, each paid and of two guests; then the same file again.
 */
export async function importFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    await fillBookings(db, company, { own: BEFORE, others: 0 });
    const departures = Array.from({ length: DEPARTURES }, () => randomUUID());
    await db.query(
      `insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity)
       select id, $2, $3, at, at + interval '90 minutes', at::date, 60
       from unnest($1::uuid[]) with ordinality as given (id, n)
       cross join lateral (select date_trunc('day', now()) + interval '200 days' + n * interval '6 hours' as at) as times`,
      [departures, company.id, company.tourId],
    );
    await db.exec('vacuum analyze');
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      key: `h:${n}`,
      fingerprint: { when: 'x', party: 'x', contact: 'x', note: 'x', total: null, paid: 10_000, state: 'CONFIRMED' },
      departure_id: departures[Math.floor((n * DEPARTURES) / ROWS)],
      party: { [company.priceCategoryId]: 2 },
      contact: { name: `Anna Holm ${n}`, email: `anna${n}@holm.test`, phone: `+4520${String(n).padStart(6, '0')}` },
      state: 'CONFIRMED',
      note: 'Arrives by train',
      paid: 10_000,
    }));
    const write = async (expectedOutcome: string) => {
      const took: number[] = [];
      const start = performance.now();
      for (let at = 0; at < ROWS; at += ROWS_PER_REQUEST) {
        const before = performance.now();
        const result = await db.rpc<{ status: string; outcomes: { outcome: string }[] }>(
          company.people.office,
          'import_bookings',
          {
            request: randomUUID(),
            company: company.id,
            rows: rows.slice(at, at + ROWS_PER_REQUEST),
            override: null,
          },
        );
        took.push(performance.now() - before);
        if (result.status !== 'ok' || result.outcomes.some(({ outcome }) => outcome !== expectedOutcome))
          throw new Error(JSON.stringify(result).slice(0, 300));
      }
      return { rate: (ROWS / (performance.now() - start)) * 1000, longest: percentile(took, 0.95) };
    };
    const [firstRun, secondRun] = [await write('new'), await write('same')];
    const of = `${ROWS.toLocaleString('en')} bookings of two guests, beside ${BEFORE.toLocaleString('en')}`;
    // A budget is a maximum, so a rate becomes the time of a thousand rows.
    return [
      {
        what: `import: 1,000 rows of ${of}`,
        value: 1000 / firstRun.rate,
        unit: 's',
        budget: 1,
        note: `${Math.round(firstRun.rate)} rows a second`,
      },
      {
        what: `import: the longest wait for "Stop", ${ROWS_PER_REQUEST} rows, p95`,
        value: firstRun.longest,
        unit: 'ms',
        budget: 1000,
      },
      {
        what: `import: 1,000 rows of the same file again`,
        value: 1000 / secondRun.rate,
        unit: 's',
        budget: 1,
        note: `${Math.round(secondRun.rate)} rows a second`,
      },
    ];
  } finally {
    await db.close();
  }
}
