/** Schedules, exceptions, days off and single departures, and their effect on departures. */
import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeOrganisation, type Company } from '../support/database-fixtures.ts';

let db: Database;
let company: Company;
let other: Company;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(async () => {
  company = await makeCompany(db);
  other = await makeCompany(db);
});

const ZONE = 'Europe/Copenhagen';
const today = Temporal.Now.plainDateISO(ZONE);
const day = (days: number) => today.add({ days }).toString();
const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekday = (days: number) => names[today.add({ days }).dayOfWeek - 1]!;

interface Affected {
  id: string;
  scheduled_date: string;
  bookings: number;
  guests: number;
  impact: string;
  to_date: string | null;
  decision: string | null;
}
interface RpcResult {
  status: string;
  version?: number;
  created?: number;
  moved?: number;
  removed?: number;
  changed?: number;
  departures?: Affected[];
  current?: unknown;
  problems?: { field: string; code: string }[];
  dates?: { local_date: string; scheduled_date: string; starts_at: string; kind: string | null }[];
  skipped?: unknown[];
  schedules?: { id: string; version: number; schedule: unknown; exceptions: unknown[] }[];
  blackouts?: { id: string; version: number; blackout: unknown }[];
}
const form = (more: Record<string, unknown> = {}) => ({
  rrule: `FREQ=WEEKLY;BYDAY=${weekday(3)}`,
  starts_on: day(0),
  local_time: '10:00',
  capacity: null,
  language: null,
  is_active: true,
  ...more,
});
const call = (name: string, args: Record<string, unknown>, who: string = company.people.owner) =>
  db.rpc<RpcResult>(who, name, args);
const save = (schedule: string, input: object, version: number | null = null, decisions: object = {}) =>
  call('save_schedule', { schedule, tour: company.tourId, version, input, decisions });
const makeSchedule = async (input = form()) => {
  const id = randomUUID();
  expect(await save(id, input)).toMatchObject({ status: 'ok', version: 1 });
  return id;
};
const problems = ({ problems: found }: RpcResult) => (found ?? []).map(({ field, code }) => `${field} ${code}`);

interface Row {
  id: string;
  scheduled_date: string;
  local_date: string;
  at: string;
  capacity: number;
  language: string;
  status: string;
  follows_schedule: boolean;
  is_closed: boolean;
}
const departures = (where = 'true') =>
  db.query<Row>(
    `select d.id, scheduled_date::text, local_date::text, to_char(starts_at at time zone $2, 'HH24:MI') as at, d.capacity, language, d.status::text, follows_schedule, is_closed
     from public.departures d where company_id = $1 and ${where} order by starts_at`,
    [company.id, ZONE],
  );
const bookDepartureOn = async (date: string, guests = 2) => {
  const [row] = await departures(`scheduled_date = '${date}'`);
  const { bookingId } = await makeBooking(db, company, { departureId: row!.id, guests });
  return { id: row!.id, bookingId };
};
const audit = async () =>
  (
    await db.query<{ action: string }>(
      `select action from public.audit_events where company_id = $1 order by happened_at`,
      [company.id],
    )
  ).map(({ action }) => action);

describe('a schedule', () => {
  test('makes departures for eighteen months, at its local time across clock changes', async () => {
    const id = randomUUID();
    const result = await save(id, form());
    expect(result).toMatchObject({ status: 'ok', version: 1, moved: 0, removed: 0, departures: [] });
    expect(result.created).toBeGreaterThan(76);
    const all = await departures();
    expect(all).toHaveLength(result.created!);
    expect(new Set(all.map(({ at }) => at))).toEqual(new Set(['10:00']));
    expect(all[0]).toMatchObject({ scheduled_date: day(3), local_date: day(3), capacity: 20, language: 'en' });
    expect(Temporal.PlainDate.compare(all.at(-1)!.local_date, today.add({ months: 18 }).subtract({ days: 8 }))).toBe(1);
    expect(await save(id, form())).toMatchObject({ status: 'ok', version: 1, created: 0 });
    expect(await audit()).toEqual(['save_schedule']);
  });

  test('of a tour that is not live makes none', async () => {
    await db.query(`update public.tours set status = 'draft' where id = $1`, [company.tourId]);
    expect(await save(randomUUID(), form())).toMatchObject({ status: 'ok', created: 0 });
    expect(await departures()).toEqual([]);
  });

  test('refuses a save over a newer version', async () => {
    const id = await makeSchedule();
    expect(await save(id, form({ local_time: '11:00' }), 1)).toMatchObject({ status: 'ok', version: 2 });
    expect(await save(id, form({ local_time: '12:00' }), 1)).toMatchObject({
      status: 'stale',
      version: 2,
      current: form({ local_time: '11:00' }),
    });
    expect(await save(id, form({ local_time: '11:00' }), 1)).toMatchObject({ status: 'ok', version: 2 });
    expect(new Set((await departures()).map(({ at }) => at))).toEqual(new Set(['11:00']));
  });

  test('overrides the tour’s capacity and language', async () => {
    const id = await makeSchedule(form({ capacity: 8, language: 'da' }));
    expect((await departures())[0]).toMatchObject({ capacity: 8, language: 'da' });
    expect(await save(id, form(), 1)).toMatchObject({ status: 'ok' });
    expect((await departures())[0]).toMatchObject({ capacity: 20, language: 'en' });
    await bookDepartureOn(day(3), 5);
    expect(problems(await save(id, form({ capacity: 4 }), 2))).toEqual(['capacity below_booked']);
    expect((await departures())[0]).toMatchObject({ capacity: 20 });
  });

  test.each([
    [{ rrule: 'FREQ=YEARLY' }, ['rrule not_valid']],
    [{ rrule: null }, ['rrule not_valid']],
    [{ rrule: 'FREQ=DAILY;UNTIL=20260101', starts_on: '2026-02-01' }, ['until before_start']],
    [{ rrule: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', starts_on: '2027-02-01' }, ['rrule never']],
    [{ starts_on: '2026-02-30' }, ['starts_on not_valid']],
    [{ local_time: '24:00' }, ['local_time not_valid']],
    [{ local_time: '' }, ['local_time not_valid']],
    [{ capacity: -1 }, ['capacity too_small']],
    [{ language: 'English' }, ['language not_valid']],
    [{ is_active: 'yes' }, ['is_active not_valid']],
  ])('names the wrong field: %j', async (wrong, found) => {
    const result = await save(randomUUID(), form(wrong));
    expect(result.status).toBe('invalid');
    expect(problems(result)).toEqual(found);
  });
});

describe('a change of a schedule', () => {
  test('is applied without a question to departures without bookings', async () => {
    const id = await makeSchedule();
    const count = (await departures()).length;
    expect(await save(id, form({ local_time: '11:30' }), 1)).toMatchObject({
      status: 'ok',
      moved: count,
      created: 0,
      removed: 0,
    });
    const result = await save(id, form({ rrule: `FREQ=WEEKLY;BYDAY=${weekday(4)}` }), 2);
    expect(result).toMatchObject({ status: 'ok', removed: count });
    expect((await departures())[0]).toMatchObject({ scheduled_date: day(4) });
    expect(await save(id, form({ is_active: false }), 3)).toMatchObject({ status: 'ok' });
    expect(await departures()).toEqual([]);
  });

  test('asks about each booked departure, and changes nothing before a decision', async () => {
    const id = await makeSchedule();
    const { id: booked } = await bookDepartureOn(day(10));
    const before = await departures();
    const result = await save(id, form({ local_time: '11:30' }), 1);
    expect(result.status).toBe('undecided');
    expect(result.departures).toMatchObject([
      {
        id: booked,
        scheduled_date: day(10),
        bookings: 1,
        guests: 2,
        impact: 'moved',
        to_date: day(10),
        decision: null,
      },
    ]);
    expect(await departures()).toEqual(before);
    const preview = await call('preview_schedule_change', {
      change: {
        kind: 'save_schedule',
        schedule: id,
        tour: company.tourId,
        version: 1,
        input: form({ local_time: '11:30' }),
      },
    });
    expect(preview).toEqual(result);
    const ready = await call('preview_schedule_change', {
      change: {
        kind: 'save_schedule',
        schedule: id,
        tour: company.tourId,
        version: 1,
        input: form({ local_time: '11:30' }),
        decisions: { [booked]: 'move' },
      },
    });
    expect(ready).toMatchObject({ status: 'ok', departures: [{ id: booked, decision: 'move' }] });
    expect(await departures()).toEqual(before);
    expect(await audit()).toEqual(['save_schedule']);
  });

  test('moves, keeps or closes a booked departure as decided, and does not ask about kept ones again', async () => {
    const id = await makeSchedule();
    const [moved, kept, closed] = [
      await bookDepartureOn(day(3)),
      await bookDepartureOn(day(10)),
      await bookDepartureOn(day(17)),
    ];
    const decisions = { [moved.id]: 'move', [kept.id]: 'keep', [closed.id]: 'close' };
    const count = (await departures()).length;
    expect(await save(id, form({ local_time: '11:30' }), 1, decisions)).toMatchObject({
      status: 'ok',
      version: 2,
      moved: count - 3,
      created: 0,
    });
    expect((await departures()).slice(0, 4)).toMatchObject([
      { id: moved.id, at: '11:30', follows_schedule: true, is_closed: false },
      { id: kept.id, at: '10:00', follows_schedule: false, is_closed: false },
      { id: closed.id, at: '10:00', follows_schedule: false, is_closed: true },
      { at: '11:30', follows_schedule: true },
    ]);
    expect(await save(id, form({ local_time: '12:00' }), 2, { [moved.id]: 'move' })).toMatchObject({
      status: 'ok',
      departures: [{ id: moved.id }],
    });
    expect((await departures())[1]).toMatchObject({ id: kept.id, at: '10:00' });
  });

  test('cannot move a booked departure whose date is gone, but can close it', async () => {
    const id = await makeSchedule();
    const { id: booked } = await bookDepartureOn(day(10));
    const input = form({ rrule: `FREQ=WEEKLY;BYDAY=${weekday(4)}` });
    expect(await save(id, input, 1, { [booked]: 'move' })).toMatchObject({
      status: 'undecided',
      departures: [{ impact: 'dropped', to_date: null, decision: null }],
    });
    expect(await save(id, input, 1, { [booked]: 'close' })).toMatchObject({ status: 'ok' });
    expect(await departures(`scheduled_date = '${day(10)}'`)).toMatchObject([
      { id: booked, is_closed: true, status: 'scheduled' },
    ]);
  });

  test('cancels a departure with only cancelled bookings, and leaves departed ones', async () => {
    const id = await makeSchedule();
    const { id: cancelled, bookingId } = await bookDepartureOn(day(10));
    await db.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [bookingId]);
    const [left] = await departures(`scheduled_date = '${day(3)}'`);
    await db.query(`update public.departures set status = 'departed' where id = $1`, [left!.id]);
    expect(await save(id, form({ is_active: false }), 1)).toMatchObject({ status: 'ok' });
    expect(await departures()).toMatchObject([
      { id: left!.id, status: 'departed' },
      { id: cancelled, status: 'cancelled' },
    ]);
    // It is not made again.
    expect(await save(id, form(), 2)).toMatchObject({ status: 'ok' });
    expect(await departures(`scheduled_date in ('${day(3)}', '${day(10)}')`)).toHaveLength(2);
  });
});

describe('splitting a schedule', () => {
  const split = (schedule: string, from: string, input: object, more: Record<string, unknown> = {}) =>
    call('split_schedule', {
      schedule,
      version: 1,
      from_date: from,
      new_schedule: randomUUID(),
      input,
      decisions: {},
      ...more,
    });

  test('ends one schedule and starts another, with exceptions and departures', async () => {
    const id = await makeSchedule();
    await call('save_exception', { schedule: id, version: 1, input: { local_date: day(24), kind: 'removed' } });
    const kept = (await departures(`scheduled_date = '${day(17)}'`))[0]!;
    const next = randomUUID();
    const input = form({ starts_on: day(17), local_time: '15:00' });
    const args = { version: 2, new_schedule: next };
    const result = await split(id, day(17), input, args);
    expect(result).toMatchObject({ status: 'ok', version: 3, removed: 0, created: 0 });
    expect(await split(id, day(17), input, args)).toMatchObject({ status: 'ok', version: 3 });
    expect(
      await db.query(
        `select before ->> 'rrule' as before, after ->> 'local_time' as after from public.audit_events
         where company_id = $1 and action = 'split_schedule'`,
        [company.id],
      ),
    ).toEqual([{ before: form().rrule, after: '15:00' }]);
    expect((await departures()).slice(0, 4)).toMatchObject([
      { scheduled_date: day(3), at: '10:00' },
      { scheduled_date: day(10), at: '10:00' },
      { id: kept.id, scheduled_date: day(17), at: '15:00' },
      { scheduled_date: day(31), at: '15:00' },
    ]);
    const { schedules } = await call('read_schedules', { tour: company.tourId });
    expect(schedules).toMatchObject([
      { id, version: 3, schedule: { rrule: `${form().rrule};UNTIL=${day(16).replaceAll('-', '')}` }, exceptions: [] },
      { id: next, version: 1, schedule: input, exceptions: [{ local_date: day(24), kind: 'removed' }] },
    ]);
  });

  test('asks about booked departures from that date on', async () => {
    const id = await makeSchedule();
    await bookDepartureOn(day(3));
    const { id: booked } = await bookDepartureOn(day(17));
    const input = form({ starts_on: day(10), local_time: '15:00' });
    const before = await departures();
    expect(await split(id, day(10), input)).toMatchObject({ status: 'undecided', departures: [{ id: booked }] });
    expect(await departures()).toEqual(before);
    const preview = await call('preview_schedule_change', {
      change: {
        kind: 'split_schedule',
        schedule: id,
        version: 1,
        from_date: day(10),
        new_schedule: randomUUID(),
        input,
      },
    });
    expect(preview).toMatchObject({ status: 'undecided', departures: [{ id: booked, impact: 'moved' }] });
    expect(await split(id, day(10), input, { decisions: { [booked]: 'keep' } })).toMatchObject({ status: 'ok' });
  });

  test('names the wrong field', async () => {
    const id = await makeSchedule();
    expect(problems(await split(id, day(4), form({ starts_on: day(4) })))).toEqual(['from_date not_an_occurrence']);
    expect(problems(await split(id, day(3), form({ starts_on: day(3) })))).toEqual(['from_date is_first']);
    expect(problems(await split(id, day(10), form({ starts_on: day(9) })))).toEqual(['starts_on before_start']);
    expect(problems(await split(id, day(10), form({ starts_on: day(10), rrule: 'x' })))).toEqual(['rrule not_valid']);
    expect(await split(id, day(10), form({ starts_on: day(10) }), { version: 7 })).toMatchObject({
      status: 'stale',
      version: 1,
    });
  });
});

describe('ending a schedule', () => {
  const end = (schedule: string, version: number, from: string | null, decisions: object = {}) =>
    call('end_schedule', { schedule, version, from_date: from, decisions });
  const add = (schedule: string, version: number, date: string) =>
    call('save_exception', {
      schedule,
      version,
      input: {
        local_date: date,
        kind: 'added',
        moved_to: null,
        local_time: null,
        capacity: null,
        language: null,
        note: null,
      },
      decisions: {},
    });

  test('removes later dates with their exceptions, and asks about booked ones', async () => {
    const id = await makeSchedule(form({ rrule: `FREQ=WEEKLY;BYDAY=${weekday(3)};COUNT=5` }));
    for (const [at, days] of [5, 19, 20].entries()) expect((await add(id, at + 1, day(days))).status).toBe('ok');
    const { id: booked } = await bookDepartureOn(day(19));
    const before = await departures();
    const refusal = { status: 'undecided', removed: 5, departures: [{ id: booked, impact: 'dropped' }] };
    expect(await end(id, 4, day(10))).toMatchObject(refusal);
    const change = { kind: 'end_schedule', schedule: id, version: 4, from_date: day(10) };
    expect(await call('preview_schedule_change', { change })).toMatchObject(refusal);
    expect(await departures()).toEqual(before);
    expect(await end(id, 3, day(10), { [booked]: 'close' })).toMatchObject({ status: 'stale', version: 4 });
    expect(await end(id, 4, day(10), { [booked]: 'close' })).toMatchObject({ status: 'ok', version: 5, removed: 5 });
    // Repeated after a lost response.
    expect(await end(id, 4, day(10), { [booked]: 'close' })).toMatchObject({ status: 'ok', version: 5, removed: 0 });
    expect(await departures()).toMatchObject([
      { scheduled_date: day(3) },
      { scheduled_date: day(5) },
      { id: booked, is_closed: true, follows_schedule: false },
    ]);
    const { schedules } = await call('read_schedules', { tour: company.tourId });
    expect(schedules).toMatchObject([
      {
        schedule: { rrule: `FREQ=WEEKLY;BYDAY=${weekday(3)};UNTIL=${day(9).replaceAll('-', '')}`, is_active: true },
        exceptions: [{ local_date: day(5), kind: 'added' }],
      },
    ]);
    expect((await audit()).filter((action) => action === 'end_schedule')).toHaveLength(1);
  });

  test('deactivates a schedule of which nothing would be left, and requires a date', async () => {
    const id = await makeSchedule();
    expect(problems(await end(id, 1, null))).toEqual(['from_date required']);
    expect(await end(id, 1, day(3))).toMatchObject({ status: 'ok', version: 2 });
    expect(await departures()).toEqual([]);
    const { schedules } = await call('read_schedules', { tour: company.tourId });
    expect(schedules).toMatchObject([{ schedule: { ...form(), is_active: false } }]);
    // A schedule that has already ended is not extended.
    const ended = await makeSchedule(form({ rrule: `FREQ=DAILY;COUNT=2`, starts_on: day(1) }));
    expect(await end(ended, 1, day(30))).toMatchObject({ status: 'ok', version: 1 });
    expect(await departures()).toHaveLength(2);
  });
});

describe('an exception', () => {
  const saveException = (schedule: string, version: number, input: object, decisions: object = {}) =>
    call('save_exception', { schedule, version, input, decisions });

  test('adds, removes, changes and moves one date; deleting it restores the rule', async () => {
    const id = await makeSchedule();
    expect(
      await saveException(id, 1, { local_date: day(5), kind: 'added', local_time: '18:00', note: 'Culture night' }),
    ).toMatchObject({ status: 'ok', version: 2, created: 1 });
    expect(await saveException(id, 2, { local_date: day(3), kind: 'removed' })).toMatchObject({
      status: 'ok',
      version: 3,
      removed: 1,
    });
    expect(
      await saveException(id, 3, { local_date: day(10), kind: 'changed', capacity: 7, language: 'da' }),
    ).toMatchObject({
      status: 'ok',
      changed: 1,
    });
    expect(
      await saveException(id, 4, { local_date: day(17), kind: 'changed', moved_to: day(18), local_time: '09:00' }),
    ).toMatchObject({ status: 'ok', moved: 1 });
    expect((await departures()).slice(0, 3)).toMatchObject([
      { scheduled_date: day(5), at: '18:00' },
      { scheduled_date: day(10), at: '10:00', capacity: 7, language: 'da' },
      { scheduled_date: day(17), local_date: day(18), at: '09:00' },
    ]);
    expect(await call('delete_exception', { schedule: id, version: 5, local_date: day(17) })).toMatchObject({
      status: 'ok',
      version: 6,
      moved: 1,
    });
    expect(await call('delete_exception', { schedule: id, version: 5, local_date: day(17) })).toMatchObject({
      status: 'ok',
      version: 6,
      moved: 0,
    });
    expect(await call('delete_exception', { schedule: id, version: 6, local_date: day(3) })).toMatchObject({
      status: 'ok',
      created: 1,
    });
    expect(await departures(`scheduled_date = '${day(17)}'`)).toMatchObject([{ local_date: day(17), at: '10:00' }]);
    expect((await audit()).filter((action) => action.endsWith('exception'))).toHaveLength(6);
  });

  test('moves a date to an earlier day with its bookings, unaffected by days off on the old date', async () => {
    const id = await makeSchedule();
    const [free] = await departures(`scheduled_date = '${day(10)}'`);
    const { id: booked } = await bookDepartureOn(day(17));
    expect(await saveException(id, 1, { local_date: day(10), kind: 'changed', moved_to: day(1) })).toMatchObject({
      status: 'ok',
      moved: 1,
      removed: 0,
      created: 0,
    });
    const earlier = { local_date: day(17), kind: 'changed', moved_to: day(2) };
    expect(await saveException(id, 2, earlier)).toMatchObject({
      status: 'undecided',
      departures: [{ id: booked, impact: 'moved', to_date: day(2) }],
    });
    expect(await saveException(id, 2, earlier, { [booked]: 'move' })).toMatchObject({ status: 'ok', version: 3 });
    const off = { tour_id: null, from_date: day(10), to_date: day(17), name: '' };
    const blackout = { company: company.id, blackout: randomUUID(), version: null, input: off, decisions: {} };
    expect(await call('save_blackout', blackout)).toMatchObject({ status: 'ok', moved: 0, removed: 0 });
    expect((await departures()).slice(0, 2)).toMatchObject([
      { id: free!.id, scheduled_date: day(10), local_date: day(1) },
      { id: booked, scheduled_date: day(17), local_date: day(2) },
    ]);
  });

  test('asks about a booked date, is idempotent, and is stale over another edit', async () => {
    const id = await makeSchedule();
    const { id: booked } = await bookDepartureOn(day(10));
    const removed = { local_date: day(10), kind: 'removed' };
    expect(await saveException(id, 1, removed)).toMatchObject({
      status: 'undecided',
      departures: [{ id: booked, impact: 'dropped' }],
    });
    expect(await saveException(id, 1, removed, { [booked]: 'keep' })).toMatchObject({ status: 'ok', version: 2 });
    expect(await saveException(id, 1, removed)).toMatchObject({ status: 'ok', version: 2 });
    // A stale response includes the exceptions, which share the version.
    const staleResult = { status: 'stale', version: 2, current: form(), exceptions: [removed] };
    expect(await saveException(id, 1, { local_date: day(17), kind: 'removed' })).toMatchObject(staleResult);
    expect(await save(id, form({ local_time: '12:00' }), 1)).toMatchObject(staleResult);
    expect(await departures(`scheduled_date = '${day(10)}'`)).toHaveLength(1);
  });

  test.each([
    [{ local_date: day(4), kind: 'removed' }, ['local_date not_an_occurrence']],
    [{ local_date: day(3), kind: 'added' }, ['local_date already_there']],
    [{ local_date: day(-7), kind: 'added' }, ['local_date past']],
    [{ local_date: day(3), kind: 'changed', moved_to: day(-1) }, ['moved_to past']],
    [{ local_date: day(5), kind: 'added', moved_to: day(6) }, ['moved_to not_valid']],
    [{ local_date: day(3), kind: 'gone' }, ['kind not_valid']],
    [{ kind: 'removed' }, ['local_date required']],
    [{ local_date: day(3), kind: 'changed', local_time: 'noon' }, ['local_time not_valid']],
  ])('names the wrong field of an exception: %j', async (input, found) => {
    expect(problems(await saveException(await makeSchedule(), 1, input))).toEqual(found);
  });
});

describe('days off', () => {
  const saveBlackout = (blackout: string, version: number | null, input: object, decisions: object = {}) =>
    call('save_blackout', { company: company.id, blackout, version, input, decisions });
  const holiday = (more: object = {}) => ({
    tour_id: null,
    from_date: day(8),
    to_date: day(12),
    name: 'Holiday',
    ...more,
  });

  test('remove the rule’s dates but not added ones, and restore them when they move or are deleted', async () => {
    const id = await makeSchedule();
    await call('save_exception', { schedule: id, version: 1, input: { local_date: day(9), kind: 'added' } });
    const blackout = randomUUID();
    expect(await saveBlackout(blackout, null, holiday())).toMatchObject({ status: 'ok', version: 1, removed: 1 });
    expect(await saveBlackout(blackout, null, holiday())).toMatchObject({ status: 'ok', version: 1, removed: 0 });
    expect((await departures()).slice(0, 3)).toMatchObject([
      { scheduled_date: day(3) },
      { scheduled_date: day(9) },
      { scheduled_date: day(17) },
    ]);
    // When they move a week later, the first date returns.
    expect(await saveBlackout(blackout, 1, holiday({ from_date: day(16), to_date: day(18) }))).toMatchObject({
      status: 'ok',
      version: 2,
      removed: 1,
      created: 1,
    });
    expect(await saveBlackout(blackout, 1, holiday({ name: 'x' }))).toMatchObject({ status: 'stale', version: 2 });
    expect(await call('delete_blackout', { company: company.id, blackout, version: 2 })).toMatchObject({
      status: 'ok',
      created: 1,
    });
    expect(await call('delete_blackout', { company: company.id, blackout, version: 2 })).toMatchObject({
      status: 'ok',
      created: 0,
    });
    expect((await call('read_schedules', { tour: company.tourId })).blackouts).toEqual([]);
  });

  test('of one tour leave other tours alone, and ask about booked dates', async () => {
    await makeSchedule();
    const { id: booked } = await bookDepartureOn(day(10));
    expect(await saveBlackout(randomUUID(), null, holiday())).toMatchObject({
      status: 'undecided',
      departures: [{ id: booked }],
    });
    expect(await db.query(`select from public.blackouts where company_id = $1`, [company.id])).toEqual([]);
    const tour = randomUUID();
    await db.query(
      `insert into public.tours (id, company_id, slug, duration_minutes, capacity) values ($1, $2, 'other', 60, 5)`,
      [tour, company.id],
    );
    expect(await saveBlackout(randomUUID(), null, holiday({ tour_id: tour }))).toMatchObject({
      status: 'ok',
      removed: 0,
    });
    expect(await saveBlackout(randomUUID(), null, holiday(), { [booked]: 'keep' })).toMatchObject({ status: 'ok' });
    expect(await db.query(`select from public.blackouts where company_id = $1`, [company.id])).toHaveLength(2);
    expect((await call('read_schedules', { tour: company.tourId })).blackouts).toHaveLength(1);
  });

  test.each([
    [{ from_date: day(5), to_date: day(4) }, ['to_date before_start']],
    [{ from_date: day(5), to_date: day(5000) }, ['to_date too_long']],
    [{ from_date: 'soon' }, ['from_date not_valid']],
    [{ tour_id: randomUUID() }, ['tour_id unknown']],
  ])('name the wrong field: %j', async (wrong, found) => {
    expect(problems(await saveBlackout(randomUUID(), null, holiday(wrong)))).toEqual(found);
  });
});

describe('a preview', () => {
  const preview = (input: object, schedule: string | null = null, more: object = {}) =>
    call('preview_schedule', { tour: company.tourId, input, schedule, ...more });

  test('lists the next ten dates with exceptions and skipped days, and stores nothing', async () => {
    const id = await makeSchedule();
    await call('save_exception', {
      schedule: id,
      version: 1,
      input: { local_date: day(10), kind: 'changed', local_time: '09:00' },
    });
    await call('save_blackout', {
      company: company.id,
      blackout: randomUUID(),
      version: null,
      input: { tour_id: null, from_date: day(16), to_date: day(18), name: 'Easter' },
    });
    const before = await departures();
    const { dates, skipped } = await preview(form({ local_time: '14:00' }), id);
    expect(dates).toHaveLength(10);
    expect(dates!.slice(0, 3)).toMatchObject([
      { local_date: day(3), kind: null },
      { local_date: day(10), kind: 'changed' },
      { local_date: day(24) },
    ]);
    expect(skipped).toEqual([{ local_date: day(17), name: 'Easter' }]);
    expect(await departures()).toEqual(before);
    expect((await call('read_schedules', { tour: company.tourId })).schedules).toMatchObject([
      { id, version: 2, schedule: form() },
    ]);
    // A new schedule, in a future season.
    const far = await preview(form({ rrule: 'FREQ=DAILY;COUNT=3', starts_on: day(900) }));
    expect(far.dates!.map(({ local_date }) => local_date)).toEqual([day(900), day(901), day(902)]);
    expect(problems(await preview(form({ rrule: 'FREQ=YEARLY' })))).toEqual(['rrule not_valid']);
  });

  test('lists ten dates from a later day on with skipped days, and none before today', async () => {
    const id = await makeSchedule();
    const holidays = { tour_id: null, from_date: day(401), to_date: day(403), name: 'Carnival' };
    await call('save_blackout', { company: company.id, blackout: randomUUID(), version: null, input: holidays });
    const { dates, skipped } = await preview(form(), id, { from_date: day(390) });
    const days = dates!.map(({ local_date }) => local_date);
    expect(days).toHaveLength(10);
    expect(days.slice(0, 3)).toEqual([day(395), day(409), day(416)]);
    expect(skipped).toEqual([{ local_date: day(402), name: 'Carnival' }]);
    for (const from_date of [day(-30), null])
      expect(await preview(form(), id, { from_date })).toEqual(await preview(form(), id));
    expect(await preview(form({ rrule: 'FREQ=DAILY;COUNT=3' }), id, { from_date: '9999-12-31' })).toMatchObject({
      dates: [],
    });
  });
});

describe('a single departure', () => {
  const add = (departure: string, input: object) => call('add_departure', { departure, tour: company.tourId, input });

  test('is added once with its own values', async () => {
    const id = randomUUID();
    const input = {
      local_date: day(2),
      local_time: '20:00',
      capacity: 6,
      language: null,
      prices: { [company.priceCategoryId]: 9900 },
    };
    expect(await add(id, input)).toEqual({ status: 'ok', version: 1 });
    expect(await add(id, input)).toEqual({ status: 'ok', version: 1 });
    expect(await call('read_departure', { departure: id }, company.people.office)).toMatchObject({
      status: 'ok',
      schedule_id: null,
      capacity: 6,
      tour_capacity: 20,
      language: 'en',
      overrides: { capacity: 6, language: null, meeting_note: null, prices: { [company.priceCategoryId]: 9900 } },
      inherited_capacity: 20,
      inherited_language: 'en',
      prices: [{ price_category_id: company.priceCategoryId, tour_amount: 5000, amount: 9900 }],
    });
    expect(await audit()).toEqual(['add_departure']);
    expect(await call('read_departure', { departure: id }, company.people.guide)).toEqual({ status: 'not_found' });
  });

  test('is added by people who manage bookings, at its tour’s prices', async () => {
    const input = { local_date: day(2), local_time: '20:00', capacity: 6, language: null, prices: {} };
    const by = (who: string, more: object = {}) =>
      call('add_departure', { departure: randomUUID(), tour: company.tourId, input: { ...input, ...more } }, who);
    for (const who of [company.people.office, company.people.reservations]) {
      expect(await by(who)).toEqual({ status: 'ok', version: 1 });
      expect(await by(who, { prices: { [company.priceCategoryId]: 1 } })).toEqual({ status: 'not_found' });
    }
    for (const who of [
      company.people.guide,
      company.people.guide_manager,
      company.people.accountant,
      other.people.office,
    ])
      expect(await by(who)).toEqual({ status: 'not_found' });
  });

  test.each([
    [{ local_date: day(-1) }, ['local_date past']],
    [{ local_date: 'x' }, ['local_date not_valid']],
    [{ local_time: null }, ['local_time required']],
    [{ capacity: 1.5 }, ['capacity whole_number']],
    [{ prices: { x: 1 } }, ['prices.x unknown']],
  ])('names the wrong field of a departure: %j', async (wrong, found) => {
    expect(problems(await add(randomUUID(), { local_date: day(2), local_time: '20:00', ...wrong }))).toEqual(found);
  });

  test('keeps its own values through changes of its schedule until they are removed', async () => {
    const schedule = await makeSchedule();
    const [first] = await departures();
    const override = (version: number, input: object) =>
      call('override_departure', { departure: first!.id, version, input });
    const overrides = {
      capacity: 30,
      language: 'it',
      meeting_note: 'At the side door',
      prices: { [company.priceCategoryId]: 100 },
    };
    expect(await override(1, overrides)).toEqual({ status: 'ok', version: 2 });
    expect(await override(1, overrides)).toEqual({ status: 'ok', version: 2 });
    expect(await override(1, { ...overrides, capacity: 31 })).toMatchObject({
      status: 'stale',
      version: 2,
      current: overrides,
    });
    await save(schedule, form({ capacity: 9, local_time: '12:00' }), 1);
    expect((await departures())[0]).toMatchObject({ id: first!.id, at: '12:00', capacity: 30, language: 'it' });
    await bookDepartureOn(day(3), 4);
    const { version, ...read } = await call('read_departure', { departure: first!.id });
    expect(read).toMatchObject({ capacity: 30, inherited_capacity: 9, inherited_language: 'en', overrides });
    expect(problems(await override(version!, { ...overrides, capacity: 3 }))).toEqual(['capacity below_booked']);
    expect(await override(version!, { capacity: null, language: null, prices: {} })).toMatchObject({ status: 'ok' });
    expect((await departures())[0]).toMatchObject({ capacity: 9, language: 'en' });
    expect(await call('read_departure', { departure: first!.id })).toMatchObject({
      overrides: { capacity: null, language: null, meeting_note: null, prices: {} },
    });
    await db.query(`update public.departures set status = 'cancelled' where id = $1`, [first!.id]);
    expect(await override(version! + 1, overrides)).toEqual({ status: 'over' });
  });
});

describe('a departure’s own values', () => {
  const none = { capacity: null, language: null, meeting_note: null, prices: {} };
  const read = (departure: string, who = company.people.owner) => call('read_departure', { departure }, who);

  test('are set by people who manage bookings, except prices', async () => {
    await makeSchedule();
    const [first] = await departures();
    const by = (who: string, version: number, input: object) =>
      call('override_departure', { departure: first!.id, version, input: { ...none, ...input } }, who);
    const prices = { [company.priceCategoryId]: 100 };
    expect(await by(company.people.office, 1, { capacity: 12 })).toEqual({ status: 'ok', version: 2 });
    expect(await by(company.people.reservations, 2, { capacity: 12, language: 'it' })).toEqual({
      status: 'ok',
      version: 3,
    });
    expect(await by(company.people.office, 3, { prices })).toEqual({ status: 'not_found' });
    expect(await by(company.people.owner, 3, { capacity: 12, prices })).toEqual({ status: 'ok', version: 4 });
    // The office cannot change or remove a price of the owner, but may save other fields next to it.
    expect(await by(company.people.office, 4, { capacity: 13 })).toEqual({ status: 'not_found' });
    expect(await by(company.people.office, 4, { capacity: 13, prices })).toEqual({ status: 'ok', version: 5 });
    expect(await read(first!.id)).toMatchObject({ overrides: { capacity: 13, language: null, prices } });
    for (const who of [
      company.people.guide,
      company.people.guide_manager,
      company.people.accountant,
      other.people.owner,
    ])
      expect(await by(who, 5, { capacity: 1, prices })).toEqual({ status: 'not_found' });
  });

  test('are checked by field, and fields that were not set stay', async () => {
    await makeSchedule();
    const [first] = await departures();
    const override = (version: number, input: object) =>
      call('override_departure', { departure: first!.id, version, input: { ...none, ...input } });
    for (const [wrong, found] of [
      [{ capacity: -1 }, ['capacity too_small']],
      [{ capacity: 10_001 }, ['capacity too_large']],
      [{ language: 'english' }, ['language not_valid']],
      [{ meeting_note: 'x'.repeat(1001) }, ['meeting_note too_long']],
      [{ prices: { [company.priceCategoryId]: 1.5 } }, [`prices.${company.priceCategoryId} whole_number`]],
    ] as const)
      expect(problems(await override(1, wrong))).toEqual(found);
    // This capacity was never set as its own; a note alone must not restore the tour's.
    await db.query(`update public.departures set capacity = 7 where id = $1`, [first!.id]);
    expect(await override(1, { meeting_note: '  At the side door ' })).toEqual({ status: 'ok', version: 2 });
    expect(await read(first!.id)).toMatchObject({
      capacity: 7,
      inherited_capacity: 7,
      overrides: { meeting_note: 'At the side door' },
    });
  });
});

test('create_departures fills gaps without duplicates', async () => {
  await makeSchedule();
  const count = (await departures()).length;
  await db.query(`delete from public.departures where company_id = $1 and scheduled_date > $2`, [company.id, day(30)]);
  const remade = await call('create_departures', { company: company.id });
  expect(remade).toMatchObject({ status: 'ok' });
  expect(await departures()).toHaveLength(count);
  expect(await call('create_departures', { company: company.id })).toEqual({ status: 'ok', created: 0 });
});

test('schedules one nightly job', async () => {
  await makeSchedule();
  for (let times = 0; times < 2; times += 1) await call('create_departures', { company: company.id });
  const jobs = await db.query<{ hours: number }>(
    `select extract(epoch from run_at - now())::float8 / 3600 as hours from private.jobs where kind = 'create_departures' and company_id = $1`,
    [company.id],
  );
  expect(jobs).toHaveLength(1);
  expect(jobs[0]!.hours).toBeGreaterThan(0);
  expect(jobs[0]!.hours).toBeLessThan(30);
});

test('every RPC requires write permission in the company and reaches no other', async () => {
  const schedule = await makeSchedule();
  const [first] = await departures();
  const blackout = randomUUID();
  await call('save_blackout', {
    company: company.id,
    blackout,
    version: null,
    input: { tour_id: null, from_date: day(500), to_date: day(500), name: '' },
  });
  const change = { kind: 'save_schedule', schedule, tour: company.tourId, version: 1, input: form() };
  const calls: [string, Record<string, unknown>][] = [
    ['save_schedule', { schedule, tour: company.tourId, version: 1, input: form({ is_active: false }) }],
    [
      'split_schedule',
      { schedule, version: 1, from_date: day(10), new_schedule: randomUUID(), input: form({ starts_on: day(10) }) },
    ],
    ['end_schedule', { schedule, version: 1, from_date: day(10) }],
    ['save_exception', { schedule, version: 1, input: { local_date: day(3), kind: 'removed' } }],
    ['delete_exception', { schedule, version: 1, local_date: day(3) }],
    [
      'save_blackout',
      {
        company: company.id,
        blackout,
        version: 1,
        input: { tour_id: null, from_date: day(1), to_date: day(30), name: '' },
      },
    ],
    ['delete_blackout', { company: company.id, blackout, version: 1 }],
    ['preview_schedule_change', { change }],
    ['preview_schedule', { tour: company.tourId, input: form() }],
    [
      'add_departure',
      {
        departure: randomUUID(),
        tour: company.tourId,
        input: { local_date: day(2), local_time: '20:00', prices: { [company.priceCategoryId]: 1 } },
      },
    ],
    [
      'override_departure',
      { departure: first!.id, version: 1, input: { capacity: 1, prices: { [company.priceCategoryId]: 1 } } },
    ],
    ['create_departures', { company: company.id }],
  ];
  const organisation = await makeOrganisation(db, [company]);
  const before = await departures();
  for (const who of [
    company.people.office,
    company.people.reservations,
    company.people.guide,
    other.people.owner,
    organisation.admin,
    organisation.agent,
  ])
    for (const [name, args] of calls)
      expect([name, (await call(name, args, who)).status]).toEqual([
        name,
        expect.stringMatching(/^not_(found|permitted)$/),
      ]);
  for (const [name, args] of calls) await expect(call(name, args, 'anon')).rejects.toThrow(/permission denied/);
  expect(await departures()).toEqual(before);
  expect((await call('read_schedules', { tour: company.tourId }, other.people.owner)).status).toBe('not_found');
  expect((await call('read_schedules', { tour: company.tourId }, company.people.guide)).status).toBe('ok');
  // Another company's rows are not found, even for an owner who names both.
  expect(
    (
      await db.rpc<RpcResult>(other.people.owner, 'save_schedule', {
        schedule,
        tour: other.tourId,
        version: 1,
        input: form(),
      })
    ).status,
  ).toBe('not_found');
  expect(
    (
      await db.rpc<RpcResult>(other.people.owner, 'save_blackout', {
        company: other.id,
        blackout,
        version: 1,
        input: { tour_id: null, from_date: day(1), to_date: day(2), name: '' },
      })
    ).status,
  ).toBe('not_found');
  expect(
    (await db.rpc<RpcResult>(other.people.owner, 'delete_blackout', { company: other.id, blackout, version: 1 }))
      .status,
  ).toBe('not_found');
});

test('an invalid change to preview is refused without an error', async () => {
  for (const change of [
    {},
    { kind: 'drop' },
    { kind: 'save_schedule', schedule: 'x' },
    { kind: 'split_schedule', schedule: randomUUID(), from_date: 'x' },
    { kind: 'delete_exception', version: 'x' },
  ])
    expect((await call('preview_schedule_change', { change })).status).toMatch(/^(invalid|not_found)$/);
});
