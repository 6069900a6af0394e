/** Tour reports: who may submit, ask back, lock and unlock; and what a locked report prevents. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBooking, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { makeDevice, type WireAction } from '../support/device-fixtures.ts';
import {
  checkIn,
  company,
  db,
  office,
  openScene,
  other,
  outcomes,
  payment,
  push,
  setUp as setUpToday,
  stored,
  undo,
  walkIn,
  type Device,
} from './push-scene.ts';

beforeAll(openScene);
afterAll(() => db?.close());

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
/** Makes a departure that is over. */
const setUp = (options: Parameters<typeof setUpToday>[0] = {}) => setUpToday({ startsAt: ago(3), ...options });

const report = (device: Device, departureId: string, more: Record<string, unknown> = {}) =>
  device.action('report_submit', {
    company,
    departureId,
    payload: {
      replaces: [],
      lines: [{ type: 'ADULT', attended: 2 }],
      walk_ins: 0,
      guide_id: null,
      minutes_late: 5,
      incidents: null,
      note: 'Rain',
      handed_over: 5000,
      currency: 'DKK',
      ...more,
    } as never,
  });
const lock = (device: Device, departureId: string, of: WireAction) =>
  device.action('report_lock', { company, departureId, payload: { report: of.id } });
const unlock = (device: Device, departureId: string, ...locks: WireAction[]) =>
  device.action('report_unlock', {
    company,
    departureId,
    payload: { locks: locks.map(({ id }) => id), reason: 'A guest was forgotten' },
  });
const returnReport = (device: Device, departureId: string, of: WireAction) =>
  device.action('report_return', { company, departureId, payload: { report: of.id, question: 'Two or three?' } });
const owner = () => company.people.owner;
const guide = () => company.people.guide;
const state = async (departureId: string) =>
  (await db.query(`select state from private.tour_reports where departure_id = $1`, [departureId]))[0];

describe('permissions', () => {
  test('a guide submits reports of their own, and cannot ask back, lock or unlock', async () => {
    const { departureId, device } = await setUp();
    const mine = report(device, departureId);
    const acts = [
      mine,
      returnReport(device, departureId, mine),
      lock(device, departureId, mine),
      unlock(device, departureId, mine),
    ];
    expect(outcomes(await push(guide(), device, acts))).toEqual([
      'applied',
      'not_permitted',
      'not_permitted',
      'not_permitted',
    ]);
    expect(await state(departureId)).toEqual({ state: 'submitted' });
  });

  test('only guides who were assigned submit a report; the office does as well', async () => {
    const { departureId, device } = await setUp();
    const stranger = await makePerson(db, { company: company.id, role: 'guide' });
    expect(outcomes(await push(stranger, device, [report(device, departureId)]))).toEqual(['never_assigned']);
    expect(outcomes(await push(office(), device, [report(device, departureId)]))).toEqual(['applied']);
    expect(outcomes(await push(other.people.office, device, [report(device, departureId)]))).toEqual(['not_permitted']);
  });

  test('check-in permission alone does not allow reports', async () => {
    const { departureId, party, device } = await setUp();
    const helper = await makePerson(db, { company: company.id, role: 'guide' });
    // A custom role with check-in permission only.
    await db.query(
      `with role as (insert into public.roles (guard_name) values ('helper') returning id),
        held as (insert into public.roles_permissions (role_id, permission_id) select role.id, p.id from public.permissions as p, role where p.guard_name = 'CHECK_IN_ACCESS')
       update public.roles_users set role = role.id from role where user_id = $1`,
      [helper],
    );
    const acts = [checkIn(device, departureId, party), report(device, departureId)];
    expect(outcomes(await push(helper, device, acts))).toEqual(['applied', 'not_permitted']);
  });

  test('the office locks and asks back; only an owner unlocks, logged with the reason', async () => {
    const { departureId, device } = await setUp();
    const mine = report(device, departureId);
    const locking = lock(device, departureId, mine);
    const opening = unlock(device, departureId, locking);
    expect(outcomes(await push(guide(), device, [mine]))).toEqual(['applied']);
    expect(outcomes(await push(office(), device, [returnReport(device, departureId, mine)]))).toEqual(['applied']);
    expect(await state(departureId)).toEqual({ state: 'returned' });
    expect(outcomes(await push(office(), device, [locking, opening]))).toEqual(['applied', 'not_permitted']);
    expect(await state(departureId)).toEqual({ state: 'locked' });
    expect(outcomes(await push(owner(), device, [opening]))).toEqual(['applied']);
    expect(await state(departureId)).toEqual({ state: 'returned' });
    const events = await db.query(
      `select user_id, after from public.audit_events where action = 'unlock_report' and subject_id = $1`,
      [departureId],
    );
    expect(events).toEqual([{ user_id: owner(), after: { reason_note: 'A guest was forgotten' } }]);
  });
});

test('stores which report counts and whether it mentions an incident, also after a correction', async () => {
  const { departureId, device } = await setUp();
  const storedReport = async () =>
    (
      await db.query(`select report_id, has_incidents, state from private.tour_reports where departure_id = $1`, [
        departureId,
      ])
    )[0];
  const first = report(device, departureId, { incidents: 'A guest fell' });
  await push(guide(), device, [first]);
  expect(await storedReport()).toEqual({ report_id: first.id, has_incidents: true, state: 'submitted' });
  const second = report(device, departureId, { replaces: [first.id] });
  await push(office(), device, [second]);
  expect(await storedReport()).toEqual({ report_id: second.id, has_incidents: false, state: 'submitted' });
});

describe('a locked report', () => {
  test('refuses later actions with its own code; they are accepted after the unlock', async () => {
    const { departureId, party, device } = await setUp({ guests: 2 });
    const before = checkIn(device, departureId, party);
    const mine = report(device, departureId);
    const locking = lock(device, departureId, mine);
    expect(outcomes(await push(office(), device, [before, mine, locking]))).toEqual(['applied', 'applied', 'applied']);
    const late = [
      checkIn(device, departureId, party, { guest: 1 }),
      payment(device, departureId, party),
      walkIn(device, departureId),
      undo(device, departureId, [before.id]),
      report(device, departureId, { replaces: [mine.id] }),
      returnReport(device, departureId, mine),
    ];
    expect(outcomes(await push(office(), device, late))).toEqual(late.map(() => 'report_locked'));
    expect(outcomes(await push(guide(), device, late.slice(0, 4)))).toEqual([
      'report_locked',
      'report_locked',
      'report_locked',
      'report_locked',
    ]);
    // Recorded actions are duplicates as before, and other departures are unaffected.
    expect(outcomes(await push(office(), device, [before, mine]))).toEqual(['duplicate', 'duplicate']);
    const beside = await setUp();
    expect(
      outcomes(await push(office(), beside.device, [checkIn(beside.device, beside.departureId, beside.party)])),
    ).toEqual(['applied']);
    await push(owner(), device, [unlock(device, departureId, locking)]);
    expect(outcomes(await push(office(), device, late.slice(0, 2)))).toEqual(['applied', 'applied']);
  });

  test('in one push refuses actions after the lock and accepts those after the unlock', async () => {
    const { departureId, party, device } = await setUp({ guests: 2 });
    const mine = report(device, departureId);
    const locking = lock(device, departureId, mine);
    const acts = [
      mine,
      locking,
      checkIn(device, departureId, party),
      unlock(device, departureId, locking),
      checkIn(device, departureId, party, { guest: 1 }),
    ];
    expect(outcomes(await push(owner(), device, acts))).toEqual([
      'applied',
      'applied',
      'report_locked',
      'applied',
      'applied',
    ]);
  });
});

describe('the target of a question or lock', () => {
  test('must be a report of the same departure', async () => {
    const { departureId, party, device } = await setUp({ guests: 2 });
    const beside = await setUp();
    const [theirs, checkedIn] = [report(device, beside.departureId), checkIn(device, departureId, party)];
    expect(outcomes(await push(office(), device, [theirs, checkedIn]))).toEqual(['applied', 'applied']);
    for (const of of [report(device, departureId), theirs, checkedIn])
      expect(
        outcomes(await push(office(), device, [lock(device, departureId, of), returnReport(device, departureId, of)])),
      ).toEqual(['malformed', 'malformed']);
    expect(await state(departureId)).toBeUndefined();
    expect(outcomes(await push(guide(), device, [checkIn(device, departureId, party, { guest: 1 })]))).toEqual([
      'applied',
    ]);
  });

  test('cannot be reported before the start or locked before the end', async () => {
    const ahead = await setUp({ startsAt: ago(-0.5) });
    expect(outcomes(await push(guide(), ahead.device, [report(ahead.device, ahead.departureId)]))).toEqual([
      'malformed',
    ]);
    const { departureId, device } = await setUp({ startsAt: ago(0.5) });
    const mine = report(device, departureId);
    expect(
      outcomes(
        await push(office(), device, [mine, lock(device, departureId, mine), returnReport(device, departureId, mine)]),
      ),
    ).toEqual(['applied', 'malformed', 'applied']);
    expect(await state(departureId)).toEqual({ state: 'returned' });
  });

  test('cannot replace itself; two reports that replace each other do not disappear', async () => {
    const { departureId, device } = await setUp();
    const id = randomUUID();
    const itself = { ...report(device, departureId, { replaces: [id] }), id };
    expect(outcomes(await push(guide(), device, [itself]))).toEqual(['malformed']);
    const [first, second] = [report(device, departureId), report(device, departureId)];
    (first.payload as { replaces: string[] }).replaces.push(second.id);
    (second.payload as { replaces: string[] }).replaces.push(first.id);
    expect(outcomes(await push(guide(), device, [first, second]))).toEqual(['applied', 'applied']);
    expect(await state(departureId)).toEqual({ state: 'submitted' });
    const locking = lock(device, departureId, second);
    expect(outcomes(await push(office(), device, [locking]))).toEqual(['applied']);
  });
});

test('actions on a report long after the departure keep their time', async () => {
  const { departureId, device } = await setUp({ startsAt: ago(240) });
  const at = ago(1);
  const mine = { ...report(device, departureId), occurred_at: at.toISOString() };
  expect(outcomes(await push(office(), device, [mine, lock(device, departureId, mine)]))).toEqual([
    'applied',
    'applied',
  ]);
  expect(await stored(mine.id)).toMatchObject([{ occurred_at: at }]);
  // A future time is set to now.
  const ahead = await setUp({ startsAt: ago(240) });
  const theirs = { ...report(ahead.device, ahead.departureId), occurred_at: ago(-1).toISOString() };
  expect(outcomes(await push(office(), ahead.device, [theirs]))).toEqual([['clock_skew']]);
  const [kept] = await stored(theirs.id);
  expect(Date.now() - Number((kept as { occurred_at: Date }).occurred_at)).toBeLessThan(60_000);
});

test.each([
  [
    'a question',
    (device: Device, departureId: string, of: WireAction) => returnReport(device, departureId, of),
    'question',
  ],
  ['a reason', (device: Device, departureId: string, of: WireAction) => unlock(device, departureId, of), 'reason'],
])('%s of blanks only is malformed', async (_, make, field) => {
  const { departureId, device } = await setUp();
  const mine = report(device, departureId);
  const blank = make(device, departureId, mine);
  Object.assign(blank.payload as object, { [field]: '  ' });
  expect(outcomes(await push(owner(), device, [mine, blank]))).toEqual(['applied', 'malformed']);
});

test.each([
  ['an unknown category', { lines: [{ type: 'ELF', attended: 1 }] }],
  ['an unknown field in a line', { lines: [{ type: 'ADULT', attended: 1, junk: 'x' }] }],
  [
    'a category twice',
    {
      lines: [
        { type: 'ADULT', attended: 1 },
        { type: 'ADULT', attended: 2 },
      ],
    },
  ],
  ['negative walk-ins', { walk_ins: -1 }],
  ['an invalid guide', { guide_id: 'Lea' }],
  ['an empty note', { note: '' }],
  ['a fractional amount', { handed_over: 1.5 }],
  ['an invalid currency', { currency: 'kr' }],
  ['an unknown field', { junk: true }],
])('a report with %s is malformed', async (_, more) => {
  const { departureId, device } = await setUp();
  expect(outcomes(await push(office(), device, [report(device, departureId, more)]))).toEqual(['malformed']);
});

test('the office cannot change attendance under a lock either', async () => {
  const { departureId, party, device } = await setUp();
  const mine = report(device, departureId);
  const locking = lock(device, departureId, mine);
  await push(office(), device, [mine, locking]);
  const acts = () =>
    Promise.all(
      ['mark_no_show', 'mark_attended'].map((act) =>
        db.rpc<{ status: string }>(office(), act, { request: randomUUID(), booking: party.bookingId, change: {} }),
      ),
    );
  expect(await acts()).toEqual([{ status: 'report_locked' }, { status: 'report_locked' }]);
  await push(owner(), device, [unlock(device, departureId, locking)]);
  expect(await acts()).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
});

test('a guide reads a report’s texts while the device may hold the departure, or the office asks', async () => {
  const device = makeDevice();
  const textsFor = async (person: string, departureId: string) => {
    const all = { company: company.id, from_date: day(-240), to_date: day(0) };
    const result = await db.rpc<Reports>(person, 'read_tour_reports', all);
    const { actions } = result.reports.find(({ departure_id }) => departure_id === departureId)!;
    return actions.flatMap(({ payload: { note, is_masked, question } }) => question ?? (is_masked ? 'masked' : note));
  };
  const [recent, old] = [
    await makeDeparture(db, company, { startsAt: ago(20) }),
    await makeDeparture(db, company, { startsAt: ago(150) }),
  ];
  const [new_, mine, wordless] = [report(device, recent), report(device, old), report(device, old, { note: null })];
  await push(guide(), device, [new_, mine, wordless]);
  expect(await textsFor(guide(), recent)).toEqual(['Rain']);
  // A report without texts is not marked as masked.
  expect((await textsFor(guide(), old)).toSorted()).toEqual([null, 'masked'].toSorted());
  expect(await textsFor(office(), old)).toContain('Rain');
  const [head] = [mine, wordless].toSorted((a, b) => (a.occurred_at + a.id < b.occurred_at + b.id ? 1 : -1));
  const returnAction = returnReport(device, old, head!);
  await push(office(), device, [returnAction]);
  expect(await textsFor(guide(), old)).toEqual(expect.arrayContaining(['Rain', 'Two or three?']));
  // An unanswered question does not keep them readable forever.
  await db.query(`update public.check_in_actions set recorded_at = now() - interval '15 days' where id = $1`, [
    returnAction.id,
  ]);
  expect(await textsFor(guide(), old)).not.toContain('Rain');
});

interface Reports {
  status: string;
  may: { review: boolean; unlock: boolean };
  reports: {
    departure_id: string;
    prefilled: { lines: unknown; walk_ins: number; cash: number };
    actions: { kind: string; payload: { note?: string | null; question?: string; is_masked?: true } }[];
  }[];
}
const day = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);
const reports = (person: string) =>
  db.rpc<Reports>(person, 'read_tour_reports', { company: company.id, from_date: day(-72), to_date: day(0) });

test('the list has check-in numbers and report actions: all for the office, own ones for a guide', async () => {
  const startsAt = new Date(Date.now() - 20 * HOUR_MS);
  const mine = await makeDeparture(db, company, { startsAt });
  const theirs = await makeDeparture(db, company, { startsAt, guides: [] });
  const party = await makeBooking(db, company, { departureId: mine, guests: 3 });
  const device = makeDevice();
  await push(guide(), device, [
    checkIn(device, mine, party),
    payment(device, mine, party),
    device.action('no_show', {
      company,
      departureId: mine,
      bookingId: party.bookingId,
      guestId: party.guests[1]!.id,
      payload: {},
    }),
    report(device, mine),
  ]);
  const all = await reports(office());
  const own = all.reports.find(({ departure_id }) => departure_id === mine)!;
  // Of three guests one is checked in, one is a no-show, and the third is unmarked.
  expect(own.prefilled).toEqual({ lines: [{ type: 'ADULT', booked: 3, attended: 2 }], walk_ins: 0, cash: 5000 });
  expect(own.actions.map(({ kind }) => kind)).toEqual(['report_submit']);
  expect(all.reports.map(({ departure_id }) => departure_id)).toContain(theirs);
  expect(all.may).toEqual({ review: true, unlock: false });
  const ownReports = await reports(guide());
  expect(ownReports.reports.map(({ departure_id }) => departure_id)).toContain(mine);
  expect(ownReports.reports.map(({ departure_id }) => departure_id)).not.toContain(theirs);
  expect(ownReports.may).toEqual({ review: false, unlock: false });
  expect(await reports(company.people.reservations)).toEqual({ status: 'not_permitted' });
  expect(await reports(other.people.owner)).toEqual({ status: 'not_permitted' });
});

test('a guide with an overdue report is reminded once, and nobody without guests to report', async () => {
  const makeEndedDeparture = (hours: number) =>
    makeDeparture(db, company, { startsAt: new Date(Date.now() - (hours + 1.5) * HOUR_MS) });
  const [late, empty, early, done] = [
    await makeEndedDeparture(13),
    await makeEndedDeparture(13),
    await makeEndedDeparture(11),
    await makeEndedDeparture(13),
  ];
  for (const departureId of [late, early, done]) await makeBooking(db, company, { departureId });
  const device = makeDevice();
  expect(outcomes(await push(guide(), device, [report(device, done)]))).toEqual(['applied']);
  const reminders = async () => {
    await db.query(`select private.enqueue_due_report_reminders(now(), 500)`);
    const rows = await db.query<{ dedupe_key: string }>(
      `select dedupe_key from private.outbox_messages where template = 'report-overdue' order by dedupe_key`,
    );
    return rows
      .map(({ dedupe_key }) => dedupe_key)
      .filter((dedupe_key) => [late, empty, early, done].some((id) => dedupe_key.includes(id)));
  };
  expect(await reminders()).toEqual([`report_overdue:${late}:${guide()}`]);
  // The list of tours shows it until the report is submitted.
  const isReportOverdue = async () => {
    const list = { company: company.id };
    const result = await db.rpc<{ tours: { attention: string[] }[] }>(company.people.guide, 'read_tours', list);
    return result.tours.flatMap((tour) => tour.attention).includes('report_overdue');
  };
  expect(await isReportOverdue()).toBe(true);
  await db.query(`delete from private.outbox_messages where template = 'report-overdue'`);
  expect(await reminders()).toEqual([]);
  await push(guide(), device, [report(device, late)]);
  expect(await isReportOverdue()).toBe(false);
});

test.each([
  { hours: 12 - 0.1, reminders: 0 },
  { hours: 12 + 0.1, reminders: 1 },
  { hours: 12 + 3 * 24 - 0.1, reminders: 1 },
  { hours: 12 + 3 * 24 + 0.1, reminders: 0 },
])('$hours hours after the end: $reminders reminders of the report', async ({ hours, reminders }) => {
  const departureId = await makeDeparture(db, company, { startsAt: ago(hours + 1.5) });
  await makeBooking(db, company, { departureId });
  await db.query(`select private.enqueue_due_report_reminders(now(), 500)`);
  expect(
    await db.query(`select from private.outbox_messages where template = 'report-overdue' and dedupe_key like $1`, [
      `report_overdue:${departureId}:%`,
    ]),
  ).toHaveLength(reminders);
});

test('a guide is reminded of the report of a tour of 30 days', async () => {
  const departureId = await makeDeparture(db, company, { startsAt: ago(30 * 24 + 13) });
  await db.query(`update public.departures set ends_at = starts_at + interval '30 days' where id = $1`, [departureId]);
  await makeBooking(db, company, { departureId });
  await db.query(`select private.enqueue_due_report_reminders(now(), 500)`);
  expect(
    await db.query(`select from private.outbox_messages where template = 'report-overdue' and dedupe_key like $1`, [
      `report_overdue:${departureId}:%`,
    ]),
  ).toHaveLength(1);
  // It is listed for the days on which it took place.
  expect((await reports(office())).reports.map(({ departure_id }) => departure_id)).toContain(departureId);
});

test('proposed guides and former members are not reminded', async () => {
  const startsAt = ago(15);
  const [proposed, gone, stays] = await Promise.all(
    [1, 2, 3].map(() => makePerson(db, { company: company.id, role: 'guide' })),
  );
  const departureId = await makeDeparture(db, company, { startsAt, guides: [proposed!, gone!, stays!] });
  const done = await makeDeparture(db, company, { startsAt, guides: [stays!] });
  for (const id of [departureId, done]) await makeBooking(db, company, { departureId: id });
  await db.query(`update public.departure_guides set status = 'proposed' where departure_id = $1 and user_id = $2`, [
    departureId,
    proposed,
  ]);
  await db.query(`delete from public.company_members where user_id = $1`, [gone]);
  // A report that arrives between selection and reminder: the actions have it, the row does not yet.
  const device = makeDevice();
  await push(stays!, device, [report(device, done)]);
  await db.query(`update private.tour_reports set state = 'open' where departure_id = $1`, [done]);
  await db.query(`select private.enqueue_due_report_reminders(now(), 500)`);
  const mails = await db.query<{ dedupe_key: string }>(
    `select dedupe_key from private.outbox_messages where template = 'report-overdue' and (dedupe_key like $1 or dedupe_key like $2)`,
    [`%${departureId}%`, `%${done}%`],
  );
  expect(mails).toEqual([{ dedupe_key: `report_overdue:${departureId}:${stays}` }]);
});
