/** Cost of the office's calendar in PostgreSQL and in bytes, in a company with 100,000 departures. */
import { gzipSync } from 'node:zlib';
import { monthOf, weeksOf } from '../../src/lib/month-grid.ts';
import { makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillCalendar, MONTH } from '../support/fill-calendar.ts';
import { median, type Figure } from './figures.ts';

const DEPARTURES = 100_000;
const RUNS = 60;

export async function calendarFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    const guides = await fillCalendar(db, company, DEPARTURES);
    await makeDeparture(db, company);
    const { office } = company.people;
    /** Returns milliseconds as reported by EXPLAIN, planning included. */
    const timed = async (call: string, values: unknown[]) => {
      const all: number[] = [];
      await db.as(office, async (query) => {
        for (let n = 0; n < RUNS + 10; n += 1) {
          const [row] = await query<{ 'QUERY PLAN': [{ 'Execution Time': number; 'Planning Time': number }] }>(
            `explain (analyze, timing off, format json) select public.${call}`,
            values,
          );
          const { 'Execution Time': ran, 'Planning Time': planned } = row!['QUERY PLAN'][0];
          if (n >= 10) all.push(ran + planned);
        }
      });
      return median(all);
    };
    // As the screen requests it: whole weeks around the month.
    const grid = weeksOf(monthOf(MONTH.from)).flat();
    const gridRange = { from: grid[0]!, to: grid.at(-1)! };
    const month = [company.id, gridRange.from, gridRange.to];
    const result = await db.rpc(office, 'read_calendar', {
      company: company.id,
      from_date: gridRange.from,
      to_date: gridRange.to,
    });
    const mine = await db.rpc<{ status: string; departures: unknown[] }>(guides[0]!, 'read_my_month', {
      company: company.id,
      from_date: MONTH.from,
      to_date: MONTH.to,
    });
    if (mine.status !== 'ok' || mine.departures.length === 0)
      throw new Error(`A guide's month: ${mine.status}, nothing in it`);
    const kB = (value: unknown) => gzipSync(JSON.stringify(value)).length / 1000;
    return [
      {
        what: 'month of 1,500 departures of 100,000, time of the server',
        value: await timed('read_calendar($1, $2, $3)', month),
        unit: 'ms',
        budget: 20,
      },
      { what: 'its size, gzip', value: kB(result), unit: 'kB', budget: 60 },
      {
        what: 'lanes of a week, 350 departures and 31 guides, time of the server',
        value: await timed('read_planner($1, $2, $3)', [company.id, '2031-05-05', '2031-05-11']),
        unit: 'ms',
        budget: null,
      },
      {
        what: 'suggestions for a day, time of the server',
        value: await timed('suggest_assignments($1, $2)', [company.id, '2031-05-05']),
        unit: 'ms',
        budget: null,
      },
      {
        what: "a guide's own month, gzip",
        value: kB(mine),
        unit: 'kB',
        budget: null,
        note: `${mine.departures.length} departures`,
      },
    ];
  } finally {
    await db.close();
  }
}
