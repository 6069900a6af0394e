/**
 * The local host runs on PGlite, everything else on PostgreSQL: the same migrations behave alike on both. All other
 * files of this folder use PostgreSQL only.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playSequence } from '../support/booking-sequence.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeBooking, makeDeparture } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { openPglite } from '../support/database-pglite.ts';
import type { Database } from '../support/database.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('on %s', (_, open) => {
  let db: Database;
  let stage: Stage;
  beforeAll(async () => {
    db = await open();
    stage = await makeStage(db);
  });
  afterAll(() => db?.close());

  test('random booking sequences match the model', async () => {
    const acts: string[] = [];
    await runUntilCovered(
      () => acts.some((act) => act.includes('"status":"ok"')),
      async (seed) => acts.push(...(await playSequence(db, stage, { seed, steps: 12 }))),
      caseCount(50, 3),
    );
    expect(acts.length).toBeGreaterThan(20);
  });

  test('a pushed check-in is in the next pull', async () => {
    const { company } = stage;
    const departureId = await makeDeparture(db, company);
    const { bookingId, guests } = await makeBooking(db, company, { departureId, guests: 2 });
    const device = makeDevice();
    const action = device.action('check_in', {
      company,
      departureId,
      bookingId,
      guestId: guests[0]!.id,
      payload: { method: 'tap' },
    });
    const pushed = await db.rpc<{ outcomes: { status: string }[] }>(company.people.office, 'check_in_push', {
      device: device.header(),
      actions: [action],
    });
    expect(pushed.outcomes).toMatchObject([{ status: 'applied' }]);
    const today = new Date().toISOString().slice(0, 10);
    const pulled = await db.rpc<{ rows: { actions: { id: string }[] } }>(company.people.office, 'check_in_pull', {
      company: company.id,
      from_date: today,
      to_date: today,
      cursor: null,
      page_size: 1000,
    });
    expect(pulled.rows.actions.map(({ id }) => id)).toEqual([action.id]);
  });

  test('only members see rows, and only granted roles call functions', async () => {
    const count = (person: Parameters<Database['as']>[0]) =>
      db.as(person, (query) => query(`select from public.bookings`)).then((rows) => rows.length);
    expect(await count(stage.company.people.office)).toBeGreaterThan(0);
    expect(await count(crypto.randomUUID())).toBe(0);
    await expect(db.rpc('anon', 'find_bookings', { company: stage.company.id })).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('search folds letters beyond ASCII', async () => {
    const [row] = await db.query<{ lower: string; words: string[] }>(
      `select lower('ÆRØ') as lower, private.search_words('Søren ÆRØ') as words`,
    );
    expect(row).toEqual({ lower: 'ærø', words: ['soren', 'aero'] });
  });
});
