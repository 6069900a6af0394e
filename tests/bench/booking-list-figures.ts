/** Cost in PostgreSQL of finding bookings: 100,000 of one company among 1,000,000 of others. */
import type { BookingFilter } from '../../src/domain/booking-filter.ts';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillBookings } from '../support/fill-bookings.ts';
import { sampleFilters } from '../support/sample-filters.ts';
import { percentile, type Figure } from './figures.ts';

const OWN = 100_000;
const OTHERS = 1_000_000;
const TIMES = 10;
const SORTS = ['upcoming', '-departure', '-created', 'name', '-due', 'reference'];
/** Names, and parts of names, mail addresses, telephone numbers, vouchers and notes; rare and frequent ones. */
const SEARCHES = ['ann', 'hol', 'gma', '778', '203', 'aas', 'gyg', 'tra', 'zzq'];

/** Returns milliseconds of first pages and totals, one at a time, as the office; the worst of each kind is noted. */
export async function bookingListFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    const filters = sampleFilters(await fillBookings(db, company, { own: OWN, others: OTHERS }));
    const time = async (name: string, args: Record<string, unknown>) => {
      const took: number[] = [];
      for (let n = 0; n <= TIMES; n += 1) {
        const start = performance.now();
        const { status } = await db.rpc<{ status: string }>(company.people.office, name, {
          company: company.id,
          ...args,
        });
        if (status !== 'ok') throw new Error(`${name}: ${status}`);
        // The first call plans.
        if (n > 0) took.push(performance.now() - start);
      }
      return took;
    };
    const figure = async (
      what: string,
      budget: number,
      asks: [string, string, Record<string, unknown>][],
    ): Promise<Figure> => {
      const all: number[] = [];
      let worst = { of: '', p95: 0 };
      for (const [of, name, args] of asks) {
        const took = await time(name, args);
        all.push(...took);
        const p95 = percentile(took, 0.95);
        if (p95 > worst.p95) worst = { of, p95 };
      }
      const value = percentile(all, 0.95);
      return {
        what: `${what}, ${OWN.toLocaleString('en')} bookings among ${OTHERS.toLocaleString('en')} of others: p95`,
        value,
        unit: 'ms',
        budget,
        note: `p50 ${percentile(all, 0.5).toFixed(1)} ms; worst: ${worst.of}, ${worst.p95.toFixed(1)} ms; with begin and commit`,
      };
    };
    const namedFilters: [string, BookingFilter | null][] = [
      ['none', null],
      ...Object.entries(filters).map(([of, { filter }]): [string, BookingFilter] => [of, filter]),
    ];
    return [
      await figure(
        'first page by any filter and order',
        50,
        namedFilters.flatMap(([of, by]) =>
          SORTS.map((sort): [string, string, Record<string, unknown>] => [
            `${of} ${sort}`,
            'find_bookings',
            { sort, ...(by ? { filters: by } : {}) },
          ]),
        ),
      ),
      await figure(
        'first page by three letters, any order',
        50,
        SEARCHES.flatMap((search) =>
          SORTS.map((sort): [string, string, Record<string, unknown>] => [
            `${search} ${sort}`,
            'find_bookings',
            { search, sort },
          ]),
        ),
      ),
      await figure(
        'totals of a filter',
        150,
        namedFilters.map(([of, by]) => [of, 'read_booking_totals', by ? { filters: by } : {}]),
      ),
    ];
  } finally {
    await db.close();
  }
}
