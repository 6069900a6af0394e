/**
 * Two concurrent sessions on a real PostgreSQL: departures are made, edited and booked. Also the cost of making them.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPersona, type Database, type Session } from '../support/database.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { pagesTouched } from '../support/pages-touched.ts';
import { makeBooking, makeCompany, type Company } from '../support/database-fixtures.ts';

let db: Database;
let left: Session & { close(): Promise<void> };
let right: Session & { close(): Promise<void> };
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(async () => {
  left = await db.connect();
  right = await db.connect();
  company = await makeCompany(db);
});
afterEach(async () => {
  await left.close();
  await right.close();
});

interface RpcResult {
  status: string;
  created?: number;
  version?: number;
  departures?: { id: string }[];
}
const form = (more: object = {}) => ({
  rrule: 'FREQ=DAILY',
  starts_on: '2026-01-01',
  local_time: '10:00',
  capacity: null,
  language: null,
  is_active: true,
  ...more,
});
const save = (session: Session, schedule: string, input: object, version: number | null) =>
  session.rpc<RpcResult>(company.people.owner, 'save_schedule', { schedule, tour: company.tourId, version, input });
const make = (session: Session) =>
  session.rpc<RpcResult>(company.people.owner, 'create_departures', { company: company.id });
/** Begins as the owner on the left connection and leaves the transaction open. */
const begin = async () => {
  await left.exec('begin');
  await setPersona(left.query, company.people.owner);
};
const count = async (where = 'true') =>
  (
    await db.query<{ n: number }>(
      `select count(*)::int as n from public.departures where company_id = $1 and ${where}`,
      [company.id],
    )
  )[0]!.n;
const first = async () =>
  (
    await db.query<{ id: string }>(
      `select id from public.departures where company_id = $1 order by starts_at limit 1`,
      [company.id],
    )
  )[0]!.id;

test('the second of two edits of one schedule gets the first one’s result', async () => {
  const schedule = randomUUID();
  await save(db, schedule, form(), null);
  await begin();
  const args = [schedule, company.tourId, JSON.stringify(form({ local_time: '11:00' }))];
  await left.query(`select public.save_schedule($1, $2, 1, $3)`, args);
  const second = save(right, schedule, form({ local_time: '12:00' }), 1);
  await waitsForLock(db);
  await left.exec('commit');
  expect(await second).toMatchObject({ status: 'stale', version: 2, current: { local_time: '11:00' } });
  expect(await count(`to_char(starts_at at time zone 'Europe/Copenhagen', 'HH24:MI') <> '11:00'`)).toBe(0);
});

test('sessions that make the same departures make each once', async () => {
  await save(db, randomUUID(), form(), null);
  await db.query(`delete from public.departures where company_id = $1`, [company.id]);
  const results = await Promise.all([make(left), make(right), make(db)]);
  const made = results.map((result) => result.created!).sort((a, b) => a - b);
  expect(made.slice(0, 2)).toEqual([0, 0]);
  expect(await count()).toBe(made[2]!);
});

test('a session waits for another’s uncommitted departures and makes them after its rollback', async () => {
  await save(db, randomUUID(), form(), null);
  const all = await count();
  await db.query(`delete from public.departures where company_id = $1`, [company.id]);
  await begin();
  await left.query(`select public.create_departures($1)`, [company.id]);
  const second = make(right);
  await waitsForLock(db);
  await left.exec('rollback');
  expect(await second).toMatchObject({ status: 'ok', created: all });
  expect(await count()).toBe(all);
});

/** Books like the engine: locks the departure, then inserts. */
async function book(session: Session, departureId: string) {
  await session.query(`select from public.departures where id = $1 for update`, [departureId]);
  return makeBooking(session, company, { departureId });
}

test('departures are made next to an open booking without waiting for it', async () => {
  await save(db, randomUUID(), form(), null);
  const departureId = await first();
  await left.exec('begin');
  await book(left, departureId);
  await db.query(`delete from public.departures where company_id = $1 and scheduled_date > current_date + 30`, [
    company.id,
  ]);
  expect((await make(right)).created).toBeGreaterThan(400);
  await left.exec('commit');
});

test('a change waits for an open booking of its departure, and then needs a decision', async () => {
  const schedule = randomUUID();
  await save(db, schedule, form(), null);
  const departureId = await first();
  await left.exec('begin');
  await book(left, departureId);
  const change = save(right, schedule, form({ is_active: false }), 1);
  await waitsForLock(db);
  await left.exec('commit');
  expect(await change).toMatchObject({ status: 'undecided', departures: [{ id: departureId }] });
  expect(await count()).toBeGreaterThan(500);
});

test('booking a departure that a change removes finds it gone', async () => {
  const schedule = randomUUID();
  await save(db, schedule, form(), null);
  const departureId = await first();
  await begin();
  await left.query(`select public.save_schedule($1, $2, 1, $3)`, [
    schedule,
    company.tourId,
    JSON.stringify(form({ is_active: false })),
  ]);
  const found = right.query(`select id from public.departures where id = $1 for update`, [departureId]);
  await waitsForLock(db);
  await left.exec('commit');
  expect(await found).toEqual([]);
  expect(await count()).toBe(0);
});

describe('the cost of making departures', () => {
  const fill = (schedules: number) =>
    db.query(
      `insert into public.schedules (tour_id, company_id, rrule, starts_on, local_time)
       select $1, $2, 'FREQ=WEEKLY;BYDAY=' || (array['MO','TU','WE','TH','FR','SA','SU'])[1 + n % 7], '2026-01-01', time '08:00' + make_interval(mins => n % 600)
       from generate_series(1, $3::int) as n`,
      [company.tourId, company.id, schedules],
    );
  const materialise = () =>
    pagesTouched(db.query, 'select private.materialise_departures($1, current_date + 365)', [company.id]);

  test('ten times the schedules touch at most fifteen times the pages, far fewer if none is due', async () => {
    company = await makeCompany(db);
    await fill(10);
    const few = await materialise();
    company = await makeCompany(db);
    await fill(100);
    const many = await materialise();
    const idle = await materialise();
    console.log(`10 schedules ${few} pages, 100 ${many} pages, again ${idle} pages, ${await count()} departures`);
    expect(many / few).toBeLessThan(15);
    expect(idle / many).toBeLessThan(0.5);
  });

  test('existing departures are not offered for insertion', async () => {
    await fill(10);
    await materialise();
    const all = await count();
    await db.query(`delete from public.departures where id = $1`, [await first()]);
    // A conflict is found only after triggers before the insertion and the defaults of all columns.
    await left.exec(`
      begin;
      create temporary table offered (scheduled_date date not null);
      create function pg_temp.note_offered() returns trigger language plpgsql as $$
        begin
          insert into offered values (new.scheduled_date);
          return new;
        end $$;
      create trigger note_offered before insert on public.departures for each row execute function pg_temp.note_offered()`);
    await left.query('select private.materialise_departures($1, current_date + 365)', [company.id]);
    expect(await left.query('select count(*)::int as n from offered')).toEqual([{ n: 1 }]);
    await left.exec('rollback');
    expect(all).toBeGreaterThan(500);
  });
});
