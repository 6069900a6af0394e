/** Availability over the API in a company with 100,000 departures: the database's part, and a whole call. */
import { api } from '../../supabase/functions/api/handler.ts';
import { createApiKey } from '../support/api-keys.ts';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillCalendar, MONTH } from '../support/fill-calendar.ts';
import { fakePorts, serviceDatabase } from '../functions/fakes.ts';
import { median, percentile, type Figure } from './figures.ts';

const DEPARTURES = 100_000;
const RUNS = 200;

export async function apiFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    await fillCalendar(db, company, DEPARTURES);
    const { key, hash } = await createApiKey(db, company, { scopes: ['departures_read'] });
    const ports = fakePorts({ database: serviceDatabase(db) });
    const admitted = (await ports.database.call('admit_api_call', {
      hash,
      address: null,
      scope: 'departures_read',
    })) as { key: string };
    const timed = async (run: (n: number) => Promise<unknown>) => {
      const all: number[] = [];
      for (let n = 0; n < RUNS + 10; n += 1) {
        if (n % 100 === 0) await db.exec('delete from private.rate_limit_buckets');
        const from = performance.now();
        await run(n);
        if (n >= 10) all.push(performance.now() - from);
      }
      return all;
    };
    // In the month with 1,500 departures, another day each time.
    const dayOf = (n: number) => `${MONTH.from.slice(0, 8)}${String((n % 28) + 1).padStart(2, '0')}`;
    const page = (page_size: number, days: { from: string; until: string }) =>
      ports.database.call('api_read', {
        key_id: admitted.key,
        list: 'availability',
        filter: days,
        after: null,
        page_size,
      });
    const callApi = async (n: number) => {
      const response = await api(
        new Request(`http://127.0.0.1/api/availability?from=${dayOf(n)}&until=${dayOf(n)}`, {
          headers: { Authorization: `Bearer ${key}` },
        }),
        ports,
      );
      const { items } = (await response.json()) as { items: unknown[] };
      if (items.length !== 50) throw new Error(`A day has ${items.length} departures.`);
    };
    const day = await timed((n) => page(50, { from: dayOf(n), until: dayOf(n) }));
    const month = await timed(() => page(200, { from: MONTH.from, until: MONTH.to }));
    const whole = await timed(callApi);
    return [
      {
        what: 'availability of a day of 50 departures of 100,000, p95 time of the server with begin and commit',
        value: percentile(day, 0.95),
        unit: 'ms',
        budget: 20,
        note: `p50 ${median(day).toFixed(1)} ms`,
      },
      {
        what: 'a page of 200 of a month of 1,500, p95',
        value: percentile(month, 0.95),
        unit: 'ms',
        budget: null,
        note: `p50 ${median(month).toFixed(1)} ms`,
      },
      {
        what: 'a whole call for a day: admitted, read, held to its shapes and written, p95',
        value: percentile(whole, 0.95),
        unit: 'ms',
        budget: null,
        note: `p50 ${median(whole).toFixed(1)} ms`,
      },
    ];
  } finally {
    await db.close();
  }
}
