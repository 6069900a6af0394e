/**
 * Cost of the dashboard's figures in PostgreSQL: a year with 100,000 bookings of a company, beside the year before it.
 */
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillBookings } from '../support/fill-bookings.ts';
import { addDays } from '../../src/lib/local-date.ts';
import { percentile, type Figure } from './figures.ts';

/** Over two and a half years. */
const OWN = 250_000;
const TIMES = 20;

/**
 * Returns milliseconds of one call at a time, as the owner; some of today's bookings have changed since the last count.
 */
export async function dashboardFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    await fillBookings(db, company, { own: OWN, others: 0 });
    await db.query(`select private.recount_seats(array(select id from public.departures))`);
    const start = performance.now();
    for (;;) {
      const [row] = await db.query<{ n: number }>(`select private.update_figures($1, 2000) as n`, [company.id]);
      if (row!.n === 0) break;
    }
    const counting = performance.now() - start;
    await db.exec('vacuum analyze');
    await db.query(
      `update public.bookings set total_amount = total_amount + 1 where id in (
         select b.id from public.bookings as b join public.departures as d on d.id = b.departure_id
         where b.company_id = $1 and d.local_date = current_date limit 50)`,
      [company.id],
    );
    const today = new Date().toISOString().slice(0, 10);
    const time = async (name: string, args: Record<string, unknown>) => {
      const took: number[] = [];
      for (let n = 0; n <= TIMES; n += 1) {
        const begun = performance.now();
        const { status } = await db.rpc<{ status: string }>(company.people.owner, name, {
          company: company.id,
          ...args,
        });
        if (status !== 'ok') throw new Error(`${name}: ${status}`);
        // The first call plans.
        if (n > 0) took.push(performance.now() - begun);
      }
      return took;
    };
    const year = await time('read_figures', { from_date: addDays(today, -364), to_date: today });
    const day = await time('read_today', {});
    const note = (took: number[]) => `p50 ${percentile(took, 0.5).toFixed(1)} ms; with begin and commit`;
    return [
      {
        what: 'figures of a year of 100,000 bookings and the year before: p95',
        value: percentile(year, 0.95),
        unit: 'ms',
        budget: 150,
        note: `${note(year)}; counted anew in ${(counting / 1000).toFixed(1)} s`,
      },
      {
        what: 'the day so far of that company: p95',
        value: percentile(day, 0.95),
        unit: 'ms',
        budget: 150,
        note: note(day),
      },
    ];
  } finally {
    await db.close();
  }
}
