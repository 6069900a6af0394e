/** Cost in PostgreSQL of materialising the departures of many schedules, and of finding nothing to do. */
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { median, type Figure } from './figures.ts';

const SCHEDULES = 500;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** For schedules on one day a week, and on two. */
export async function scheduleFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const figures: Figure[] = [];
    for (const days of [1, 2]) {
      const [first, again, tours]: [number[], number[], number[]] = [[], [], []];
      let departureCount = 0;
      for (let run = 0; run < 3; run += 1) {
        const company = await makeCompany(db);
        await db.query(
          `insert into public.schedules (id, tour_id, company_id, rrule, starts_on, local_time)
           select gen_random_uuid(), $1, $2, 'FREQ=WEEKLY;BYDAY=' || (array['MO','TU','WE','TH','FR','SA'])[1 + n % 6] || case when $4::int > 1 then ',SU' else '' end,
             current_date - 30, time '08:00' + make_interval(mins => n % 600)
           from generate_series(1, $3::int) as n`,
          [company.tourId, company.id, SCHEDULES, days],
        );
        await db.exec('analyze public.schedules');
        const make = () => db.query(`select private.materialise_departures($1, current_date + 365)`, [company.id]);
        first.push(await timed(make));
        again.push(await timed(make));
        const [row] = await db.query<{ n: number }>(
          `select count(*)::int as n from public.departures where company_id = $1`,
          [company.id],
        );
        departureCount = row!.n;
        tours.push(await timed(() => db.rpc(company.people.owner, 'read_tours', { company: company.id })));
      }
      const what = `${SCHEDULES} schedules of ${days === 1 ? 'one day' : 'two days'} a week, a year ahead`;
      figures.push(
        { what: `${what}: made`, value: median(first), unit: 'ms', budget: 2000, note: `${departureCount} departures` },
        { what: 'the same once more, nothing to do', value: median(again), unit: 'ms', budget: 500 },
        { what: 'the list of tours beside them', value: median(tours), unit: 'ms', budget: null },
      );
    }
    return figures;
  } finally {
    await db.close();
  }
}
