/** The dashboard's view of today: what it counts, and who sees what. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeBooking,
  makeBookings,
  makeDeparture,
  makeOrganisation,
  makePerson,
} from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { checkIn, company, db, openScene, other, outcomes, push, undo, walkIn } from './push-scene.ts';

interface Today {
  status: string;
  is_whole_company: boolean;
  sees_bookings: boolean;
  needs: Record<string, unknown>;
  departures: Record<string, unknown>[];
}
const read = (person: string, of = company.id) => db.rpc<Today>(person, 'read_today', { company: of });
const figures = (person: string, of = company.id) =>
  db.rpc<Record<string, unknown>>(person, 'read_figures', {
    company: of,
    from_date: '2026-01-01',
    to_date: '2026-01-31',
  });
const needs = async (person = company.people.owner) => (await read(person)).needs;
const count = async (id: string, person = company.people.owner) =>
  (await read(person)).departures.find((departure) => departure['id'] === id);

const HOUR_MS = 3_600_000;
/** Today in the company's time zone. */
let today = '';
beforeAll(async () => {
  await openScene();
  const [row] = await db.query<{ day: string }>(`select (now() at time zone 'Europe/Copenhagen')::date::text as day`);
  today = row!.day;
});
afterAll(() => db?.close());

test('shows seats, arrivals, late check-ins and amounts due of a departure as they change', async () => {
  const id = await makeDeparture(db, company, { localDate: today, capacity: 12 });
  const party = await makeBooking(db, company, { departureId: id, guests: 3, paidAmount: 5000 });
  const late = await makeBooking(db, company, { departureId: id, guests: 2, paidAmount: 10_000 });
  await makeBooking(db, company, { departureId: id, guests: 4, status: 'CANCELLED' });
  await db.query(`update public.bookings set late_minutes = 15 where id = $1`, [late.bookingId]);
  expect(await count(id)).toMatchObject({
    capacity: 12,
    seats: 5,
    booked: 5,
    attended: 0,
    late: 2,
    late_minutes: 15,
    due: 10_000,
    flagged: 0,
    guides: ['guide'],
  });
  const device = makeDevice();
  const checkInAction = checkIn(device, id, party);
  const acts = [checkInAction, checkIn(device, id, late), walkIn(device, id)];
  expect(outcomes(await push(company.people.guide, device, acts))).toEqual(['applied', 'applied', 'applied']);
  expect(await count(id)).toMatchObject({ booked: 5, attended: 2, late: 1 });
  await push(company.people.guide, device, [undo(device, id, [checkInAction.id])]);
  expect(await count(id)).toMatchObject({ attended: 1 });
  // The result is the same from stored figures and after later changes.
  await db.query(`select private.update_figures($1)`, [company.id]);
  expect(await count(id)).toMatchObject({ attended: 1, late: 1 });
  await push(company.people.guide, device, [checkIn(device, id, party, { guest: 1 })]);
  expect(await count(id)).toMatchObject({ attended: 2 });
});

test('leaves out departures of other days and cancelled ones', async () => {
  const off = await makeDeparture(db, company, { localDate: today, status: 'cancelled' });
  const [row] = await db.query<{ day: string }>(`select ($1::date + 1)::text as day`, [today]);
  const tomorrow = await makeDeparture(db, company, { localDate: row!.day });
  const ids = (await read(company.people.owner)).departures.map(({ id }) => id);
  expect(ids).not.toContain(off);
  expect(ids).not.toContain(tomorrow);
});

test('counts what needs attention as the list behind each number does', async () => {
  const before = await needs();
  const startsAt = new Date(Date.now() + 48 * HOUR_MS);
  const nobody = await makeDeparture(db, company, { startsAt, guides: [] });
  const proposed = await makeDeparture(db, company, { startsAt });
  await db.query(`update public.departure_guides set status = 'proposed' where departure_id = $1`, [proposed]);
  const refused = await makeDeparture(db, company, { startsAt });
  await db.query(`update public.departure_guides set status = 'declined' where departure_id = $1`, [refused]);
  const [request, paid] = await makeBookings(db, company, {
    departureId: nobody,
    requests: [
      { names: ['Ida'], status: 'PENDING' },
      { names: ['Bo'], paidAmount: 5000 },
    ],
  });
  expect(request).toBeDefined();
  for (const status of ['REFUND_PENDING', 'REFUND_FAILED'])
    await db.query(
      `insert into public.refunds (company_id, booking_id, amount, currency, status) values ($1, $2, 100, 'DKK', $3)`,
      [company.id, paid!.bookingId, status],
    );
  const over = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 30 * HOUR_MS) });
  await db.query(`insert into private.tour_reports (departure_id, is_overdue) values ($1, true)`, [over]);
  await db.query(
    `insert into private.outbox_messages (company_id, booking_id, template, locale, recipient, state) values ($1, $2, 'booking-confirmed', 'en', 'a@b.test', 'failed')`,
    [company.id, paid!.bookingId],
  );
  await db.query(
    `insert into private.device_reports (device_id, user_id, company_id, label, app_version, waiting, parked, synced_at)
     values ($3, $2, $1, 'Tablet', '1', 4, 3, now() - interval '2 hours'), (gen_random_uuid(), $2, $1, 'Fresh', '1', 2, 0, now())`,
    [company.id, company.people.guide, randomUUID()],
  );
  const after = await needs();
  const more = (name: string) => Number(after[name]) - Number(before[name]);
  expect({
    no_guide: more('no_guide'),
    proposed: more('proposed'),
    overdue: more('overdue'),
    requests: more('requests'),
    refunds: more('refunds'),
    refunds_failed: more('refunds_failed'),
    mails: more('mails'),
  }).toEqual({ no_guide: 2, proposed: 1, overdue: 1, requests: 1, refunds: 1, refunds_failed: 1, mails: 1 });
  expect(after['refused']).toEqual({ devices: 1, actions: 3 });
  expect(after['unsent']).toEqual({ devices: 1, actions: 4 });
});

test('shows incidents until they are locked, and running tours whose guides’ devices are silent', async () => {
  const needs = async () => (await read(company.people.owner)).needs;
  const before = await needs();
  const more = async (name: string) => Number((await needs())[name]) - Number(before[name]);
  const over = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 30 * HOUR_MS) });
  await db.query(
    `insert into private.tour_reports (departure_id, state, has_incidents) values ($1, 'submitted', true)`,
    [over],
  );
  expect(await more('incidents')).toBe(1);
  await db.query(`update private.tour_reports set state = 'locked' where departure_id = $1`, [over]);
  expect(await more('incidents')).toBe(0);

  const guide = company.people.reservations;
  const begun = await makeDeparture(db, company, { startsAt: new Date(Date.now() - HOUR_MS / 4), guides: [guide] });
  // A person who never had a device is not expected to report.
  expect(await more('silent_devices')).toBe(0);
  const reportDevice = (ago: string) =>
    db.query(
      `insert into private.device_reports (device_id, user_id, company_id, label, app_version, waiting, parked, synced_at, reported_at)
       values ($1, $2, $3, 'Tablet', '1', 0, 0, now(), now() - $4::interval)
       on conflict (device_id, user_id) do update set reported_at = excluded.reported_at`,
      [company.id, guide, company.id, ago],
    );
  await reportDevice('2 hours');
  expect(await more('silent_devices')).toBe(1);
  await reportDevice('5 minutes');
  expect(await more('silent_devices')).toBe(0);
  await reportDevice('2 hours');
  await db.query(`update public.departures set status = 'departed' where id = $1`, [begun]);
  expect(await more('silent_devices')).toBe(0);
});

test('is open to people who may see figures, and shows what their own lists would', async () => {
  const { people } = company;
  for (const person of [people.guide, people.reservations, other.people.owner]) {
    expect(await read(person)).toEqual({ status: 'not_permitted' });
    expect(await figures(person)).toEqual({ status: 'not_permitted' });
  }
  for (const name of ['read_today', 'read_figures'])
    await expect(
      db.rpc('anon', name, {
        company: company.id,
        ...(name === 'read_figures' && { from_date: today, to_date: today }),
      }),
    ).rejects.toThrow('permission denied');
  const needNames = async (person: string) => Object.keys(await needs(person)).toSorted();
  const forAll = ['incidents', 'below_minimum', 'no_guide', 'overdue', 'proposed', 'silent_devices'];
  const money = ['differences', 'refunds', 'refunds_failed', 'requests'];
  expect(await needNames(people.owner)).toEqual([...forAll, ...money, 'mails', 'refused', 'unsent'].toSorted());
  expect(await needNames(people.office)).toEqual([...forAll, ...money, 'mails'].toSorted());
  // These roles read bookings but cannot change them.
  expect(await needNames(people.accountant)).toEqual([...forAll, 'differences', 'requests'].toSorted());
  expect(await needNames(people.guide_manager)).toEqual([...forAll, 'differences', 'requests'].toSorted());
});

test('shows a person with only their own departures those, and no bookings or amounts', async () => {
  const newGuide = await makePerson(db, { role: 'guide', company: company.id });
  await db.query(
    `with role as (insert into public.roles (guard_name) values ('own figures') returning id),
      held as (insert into public.roles_permissions (role_id, permission_id)
        select role.id, p.id from public.permissions as p, role where p.guard_name in ('CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS', 'CHECK_IN_REPORTING_ACCESS'))
     update public.roles_users set role = role.id from role where user_id = $1`,
    [newGuide],
  );
  const mine = await makeDeparture(db, company, { localDate: today, guides: [newGuide, company.people.guide] });
  await makeBooking(db, company, { departureId: mine, guests: 2 });
  const result = await read(newGuide);
  expect(result).toMatchObject({ is_whole_company: false, sees_bookings: false, needs: { overdue: 0 } });
  expect(Object.keys(result.needs)).toEqual(['overdue']);
  expect(result.departures).toEqual([expect.objectContaining({ id: mine, booked: 2, due: null })]);
  // A departure of theirs in January, and one of others.
  const then = new Date('2026-01-10T09:00Z');
  await makeDeparture(db, company, { startsAt: then, guides: [newGuide, company.people.guide] });
  await makeDeparture(db, company, { startsAt: then });
  expect(await figures(newGuide)).toMatchObject({
    booked: null,
    booked_before: null,
    attendance: [{ departures: 1 }],
    fill: [[6, 10, 1, 0, 20]],
    guides: [{ id: newGuide, departures: 1 }],
  });
  expect(await figures(company.people.owner)).toMatchObject({ attendance: [{ departures: 2 }] });
});

test('shows an acting partner numbers and no names', async () => {
  const organisation = await makeOrganisation(db, [company]);
  expect(await read(organisation.admin)).toEqual({ status: 'not_permitted' });
  await db.rpc(organisation.admin, 'impersonate', { company: company.id });
  const id = await makeDeparture(db, company, { localDate: today });
  await makeBookings(db, company, { departureId: id, requests: [{ names: ['Hemmelig Gæst'], note: 'Hemmelig' }] });
  const [day, month] = [await read(organisation.admin), await figures(organisation.admin)];
  expect(day.departures.find((each) => each['id'] === id)).toMatchObject({ booked: 1 });
  expect(JSON.stringify([day, month])).not.toContain('Hemmelig');
  // The team's devices are shown to the company only.
  expect(Object.keys(day.needs)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(refused|unsent)$/)]));
  expect(Object.keys(await needs())).toEqual(expect.arrayContaining(['refused', 'unsent']));
  expect(await read(organisation.agent)).toEqual({ status: 'not_permitted' });
});

test('accepts only valid date ranges of at most a year', async () => {
  for (const [from_date, to_date] of [
    ['2026-02-01', '2026-01-01'],
    ['2024-01-01', '2026-01-01'],
    ['-infinity', 'infinity'],
  ])
    expect(await db.rpc(company.people.owner, 'read_figures', { company: company.id, from_date, to_date })).toEqual({
      status: 'invalid',
    });
});
