/** Cost of a calendar feed of 5,000 departures, in PostgreSQL with 100,000 departures, and in the edge function. */
import { calendarFeed } from '../../supabase/functions/calendar-feed/handler.ts';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillCalendar } from '../support/fill-calendar.ts';
import { fakePorts, serviceDatabase } from '../functions/fakes.ts';
import { median, type Figure } from './figures.ts';

const DEPARTURES = 100_000;
/** The feed's limit, which fifty departures a day exceed. */
const IN_FEED = 5000;
const RUNS = 40;
const TOKEN = 'the-address-of-the-feed-that-is-measured-here';

export async function feedFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    await fillCalendar(db, company, DEPARTURES);
    await db.query(`insert into private.calendar_feeds (company_id, kind, token) values ($1, 'company', $2)`, [
      company.id,
      TOKEN,
    ]);
    await db.exec('analyze');
    const ports = fakePorts({ database: serviceDatabase(db) });
    const fetched = (headers: Record<string, string> = {}) =>
      calendarFeed(new Request(`http://127.0.0.1/functions/v1/calendar-feed?token=${TOKEN}`, { headers }), ports);
    const timed = async (run: () => Promise<unknown>) => {
      const all: number[] = [];
      for (let n = 0; n < RUNS + 5; n += 1) {
        await db.exec(`delete from private.rate_limit_buckets`);
        const from = performance.now();
        await run();
        if (n >= 5) all.push(performance.now() - from);
      }
      return median(all);
    };
    const first = await fetched();
    const file = await first.text();
    const entries = file.split('BEGIN:VEVENT').length - 1;
    const tag = first.headers.get('etag')!;
    if (entries !== IN_FEED) throw new Error(`The feed has ${entries} entries.`);
    const call = (knownTag: string | null) =>
      ports.database.call('read_calendar_feed_entries', {
        token: TOKEN,
        known_stamp: knownTag,
        address: null,
        program: null,
      });
    const stamp = /"(.+)"/.exec(tag)![1]!;
    return [
      {
        what: 'a feed of 5,000 departures, time of the server with begin and commit',
        value: await timed(() => call(null)),
        unit: 'ms',
        budget: 400,
      },
      { what: 'the same unchanged (304)', value: await timed(() => call(stamp)), unit: 'ms', budget: 100 },
      {
        what: 'a feed of them, written by the function as well',
        value: await timed(async () => (await fetched()).text()),
        unit: 'ms',
        budget: null,
      },
      { what: 'its size', value: file.length / 1000, unit: 'kB', budget: null },
    ];
  } finally {
    await db.close();
  }
}
