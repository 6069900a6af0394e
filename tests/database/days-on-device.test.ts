/** Days that devices hold are readable, send change events, and accept actions from when the day was first held. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pullWindow } from '../../src/domain/pull-window.ts';
import { addDays } from '../../src/lib/local-date.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

test.each(['Etc/GMT+12', 'Europe/Copenhagen', 'Pacific/Kiritimati'])(
  'the server accepts every day that a device holds, in %s',
  async (timeZone) => {
    const { from, to } = pullWindow(timeZone, Date.now());
    const days = [0, 1, 2, 3].map((offset) => addDays(from, offset));
    expect(days.at(-1)).toBe(to);
    const checked = await db.query<{ is_readable: boolean; has_events: boolean; is_plausible: boolean }>(
      // An action recorded when a device first holds a departure, and sent as the departure starts.
      `select private.can_be_on_device(day) as is_readable, private.is_near_today(day) as has_events,
       private.earliest_action_time(starts_at, starts_at) <= now() as is_plausible
     from unnest($1::date[]) as day, lateral (
       select ((day + 1)::timestamp - interval '1 minute') at time zone $2 as starts_at) as late`,
      [days, timeZone],
    );
    expect(checked).toEqual(days.map(() => ({ is_readable: true, has_events: true, is_plausible: true })));
  },
);
