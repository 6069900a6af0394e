/** Who gets which change events, and how often, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Session } from '../support/database.ts';
import { setPersona } from '../support/database.ts';
import { openPostgres, expireChangeEventPause } from '../support/database-postgres.ts';
import { makeBooking, makeCode, makeCompany, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { callAsGuest, makeToken } from '../support/guest-requests.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database & { url: string };
let other: Session & { close(): Promise<void> };
let listener: Client;
let company: Company;
interface ChangeEvent {
  company_id: string;
  departures: string[] | null;
  people: string[];
  at: string;
}
const received: (ChangeEvent | { booking_id: string })[] = [];
beforeAll(async () => {
  db = await openPostgres();
  other = await db.connect();
  company = await makeCompany(db);
  listener = new Client({ connectionString: db.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => received.push(JSON.parse(payload!) as (typeof received)[number]));
  await listener.query('listen muster_change_event');
});
afterAll(async () => {
  await listener?.end();
  await other?.close();
  await db?.close();
});

/** Returns the change events since the last call. */
async function receivedEvents() {
  await listener.query('select 1');
  return received.splice(0);
}
const newEvents = async () => (await receivedEvents()).filter((event) => !('booking_id' in event)) as ChangeEvent[];
beforeEach(async () => {
  await expireChangeEventPause(db);
  await newEvents();
});

const note = (device: ReturnType<typeof makeDevice>, departureId: string, bookingId: string) =>
  device.action('note', { company, departureId, bookingId, payload: { text: 'x' } });
const push = (device: ReturnType<typeof makeDevice>, actions: unknown[]) =>
  db.rpc(company.people.office, 'check_in_push', { device: device.header(), actions });

test('a push sends its company one event with the departure and change, and no names', async () => {
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId });
  await expireChangeEventPause(db);
  await newEvents();
  const device = makeDevice();
  const walkIn = device.action('walk_in', {
    company,
    departureId,
    bookingId: randomUUID(),
    payload: {
      reference: makeCode(6),
      contact_name: 'Ana',
      contact_phone: null,
      contact_email: null,
      total_amount: 0,
      currency: 'DKK',
      guests: [{ id: randomUUID(), price_category_id: null, name: null, ticket_code: makeCode(12) }],
    },
  });
  const departing = device.action('depart', { company, departureId, payload: { head_count: 1 } });
  await push(device, [note(device, departureId, party.bookingId), walkIn, departing]);
  const events = await newEvents();
  expect(events).toEqual([
    {
      company_id: company.id,
      departures: [departureId],
      people: [company.people.guide],
      at: expect.stringMatching(/^\d+$/),
    },
  ]);
  const [row] = await db.query<{ xid: string }>(
    `select changed_xid::text as xid from public.check_in_actions where id = $1`,
    [departing.id],
  );
  expect(events[0]!.at).toBe(row!.xid);
});

test('a rolled back change sends no event', async () => {
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId });
  await expireChangeEventPause(db);
  await newEvents();
  await other.exec('begin');
  await setPersona(other.query, company.people.office);
  const device = makeDevice();
  await other.query(`select public.check_in_push($1, $2)`, [
    JSON.stringify(device.header()),
    JSON.stringify([note(device, departureId, party.bookingId)]),
  ]);
  await other.exec('rollback');
  expect(await newEvents()).toEqual([]);
  expect(await db.query(`select from private.pending_change_events`)).toEqual([]);
});

test('a burst of pushes to one departure is throttled; other departures and later changes are not', async () => {
  const departures = [await makeDeparture(db, company), await makeDeparture(db, company)];
  const parties = [];
  for (const departureId of departures) parties.push(await makeBooking(db, company, { departureId }));
  await expireChangeEventPause(db);
  await newEvents();
  const device = makeDevice();
  await push(device, [note(device, departures[0]!, parties[0]!.bookingId)]);
  expect((await newEvents()).map((event) => event.departures)).toEqual([[departures[0]]]);
  // Keeps the pause open, however slow this machine is.
  await db.query(
    `update private.recent_departure_events set sent_at = now() + interval '1 hour' where departure_id = $1`,
    [departures[0]],
  );
  for (let n = 0; n < 20; n += 1) await push(device, [note(device, departures[0]!, parties[0]!.bookingId)]);
  expect(await newEvents()).toEqual([]);
  await push(device, [
    note(device, departures[0]!, parties[0]!.bookingId),
    note(device, departures[1]!, parties[1]!.bookingId),
  ]);
  expect((await newEvents()).flatMap((event) => event.departures)).toContain(departures[1]);
  await expireChangeEventPause(db);
  await push(device, [note(device, departures[0]!, parties[0]!.bookingId)]);
  expect((await newEvents()).map((event) => event.departures)).toEqual([[departures[0]]]);
});

test('a moved booking concerns both departures, an assignment its guide, a distant one nobody', async () => {
  const [from, to] = [await makeDeparture(db, company), await makeDeparture(db, company, { guides: [] })];
  const party = await makeBooking(db, company, { departureId: from, guests: 2 });
  const far = await makeDeparture(db, company, { localDate: '2031-05-10', guides: [] });
  const colleague = await makePerson(db, { role: 'guide', company: company.id });
  await expireChangeEventPause(db);
  await newEvents();
  await db.query(`update public.bookings set departure_id = $1 where id = $2`, [to, party.bookingId]);
  expect((await newEvents()).map((event) => event.departures!.sort())).toEqual([[from, to].sort()]);
  await expireChangeEventPause(db);
  await db.query(`insert into public.departure_guides (departure_id, user_id) values ($1, $2)`, [to, colleague]);
  expect(await newEvents()).toMatchObject([{ departures: [to], people: [colleague] }]);
  await expireChangeEventPause(db);
  await db.query(`delete from public.departure_guides where departure_id = $1`, [to]);
  expect(await newEvents()).toMatchObject([{ departures: [to], people: [] }]);
  await makeBooking(db, company, { departureId: far });
  expect((await newEvents()).map((event) => event.departures)).toEqual([[], []]);
});

test('a departure that moves to a distant day is sent once, to devices that have it', async () => {
  const departureId = await makeDeparture(db, company);
  await expireChangeEventPause(db);
  await newEvents();
  await db.query(`update public.departures set local_date = '2031-05-10' where id = $1`, [departureId]);
  expect(await newEvents()).toMatchObject([{ company_id: company.id, departures: null }]);
  await db.query(`update public.departures set local_date = '2031-05-11' where id = $1`, [departureId]);
  expect(await newEvents()).toMatchObject([{ departures: [], people: [] }]);
  await db.query(`update public.departures set local_date = current_date where id = $1`, [departureId]);
  expect(await newEvents()).toMatchObject([{ departures: [departureId], people: [company.people.guide] }]);
});

test('a change after an event was sent within the same transaction is sent, too', async () => {
  const departures = [await makeDeparture(db, company), await makeDeparture(db, company)];
  await expireChangeEventPause(db);
  await newEvents();
  const [closing, opening] = departures.map(
    (id) => `update public.departures set is_closed = not is_closed where id = '${id}'`,
  );
  await db.exec(
    `begin; ${closing}; set constraints all immediate; savepoint here; ${opening}; rollback to here; set constraints all deferred; ${opening}; commit`,
  );
  expect((await newEvents()).map((event) => event.departures)).toEqual(departures.map((id) => [id]));
});

test('a tour’s text concerns its departures of these days, the company’s row everybody', async () => {
  const newCompany = await makeCompany(db);
  const departureId = await makeDeparture(db, newCompany);
  await makeDeparture(db, newCompany, { localDate: '2031-05-10' });
  for (const sql of [
    `update public.tour_translations set title = 'New' where tour_id = '${newCompany.tourId}'`,
    `update public.price_categories set amount = 1 where tour_id = '${newCompany.tourId}'`,
  ]) {
    await expireChangeEventPause(db);
    await newEvents();
    await db.exec(sql);
    expect(await newEvents()).toMatchObject([{ company_id: newCompany.id, departures: [departureId] }]);
  }
  await db.query(`update public.companies set name = 'New' where id = $1`, [newCompany.id]);
  expect(await newEvents()).toMatchObject([{ company_id: newCompany.id, departures: null, people: [] }]);
});

test('an open booking page gets events for what it shows, and none minutes after it was closed', async () => {
  const [departureId, other] = [await makeDeparture(db, company), await makeDeparture(db, company)];
  const token = makeToken();
  const seen = await makeBooking(db, company, { departureId, guests: 2 });
  const unseen = await makeBooking(db, company, { departureId });
  await db.query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex') where id = $1`,
    [seen.bookingId, token],
  );
  const bookingEvents = async () => {
    await expireChangeEventPause(db);
    return (await receivedEvents()).filter((event) => 'booking_id' in event);
  };
  const after = async (sql: string, ...values: unknown[]) => {
    await bookingEvents();
    await db.query(sql, values);
    return bookingEvents();
  };
  const note = `update public.bookings set note = coalesce(note, '') || 'x' where departure_id = $1`;
  expect(await after(note, departureId)).toEqual([]);
  expect((await callAsGuest(db, 'read_booking', { token })).status).toBe('ok');
  const event = [{ booking_id: seen.bookingId }];
  expect(await after(note, departureId)).toEqual(event);
  expect(await after(`update public.guests set name = 'Bo' where id = $1`, seen.guests[0]!.id)).toEqual(event);
  expect(await after(`update public.guests set name = 'Bo' where booking_id = $1`, unseen.bookingId)).toEqual([]);
  expect(await after(`update public.departures set meeting_note = 'Gate 2' where id = $1`, departureId)).toEqual(event);
  expect(await after(`update public.departures set meeting_note = 'Gate 2' where id = $1`, other)).toEqual([]);
  // What changes with every other guest's booking.
  expect(await after(`update public.departures set version = version + 1 where id = $1`, departureId)).toEqual([]);
  expect(
    await after(`update public.tour_translations set meeting_point = 'Here' where tour_id = $1`, company.tourId),
  ).toEqual(event);
  expect(await after(`update public.bookings set departure_id = $1 where id = $2`, other, seen.bookingId)).toEqual(
    event,
  );
  await db.exec(`update private.watched_bookings set looked_at = looked_at - interval '4 minutes'`);
  expect(await after(note, other)).toEqual([]);
  await callAsGuest(db, 'read_booking', { token });
  expect(await after(note, other)).toEqual(event);
  // Expired watchers are deleted.
  await db.exec(`update private.watched_bookings set looked_at = looked_at - interval '61 minutes'`);
  await db.exec('select private.tidy_bookings(100)');
  expect(await db.query('select from private.watched_bookings')).toEqual([]);
});

test('a pull returns the listeners: office first, each with a turn, several devices counted', async () => {
  const newCompany = await makeCompany(db);
  const departureId = await makeDeparture(db, newCompany);
  const party = await makeBooking(db, newCompany, { departureId });
  const today = new Date().toISOString().slice(0, 10);
  const pull = (person: string, cursor: unknown = null) =>
    db.rpc<{ listeners: Record<string, unknown>; cursor: unknown }>(person, 'check_in_pull', {
      company: newCompany.id,
      from_date: today,
      to_date: today,
      cursor,
      page_size: 100,
    });
  const { owner, office, guide_manager: manager, guide } = newCompany.people;
  const before = await pull(owner);
  expect(before.listeners).toMatchObject({ sees_all: true, office: 3, all: 4, turns: 1 });
  for (const device of [makeDevice(), makeDevice()]) {
    const action = device.action('note', {
      company: newCompany,
      departureId,
      bookingId: party.bookingId,
      payload: { text: 'x' },
    });
    await db.rpc(office, 'check_in_push', { device: device.header(), actions: [action] });
  }
  const all = [];
  for (const person of [owner, office, manager, guide]) all.push(await pull(person));
  expect(all.map(({ listeners }) => listeners['sees_all'])).toEqual([true, true, true, false]);
  for (const { listeners } of all) expect(listeners).toMatchObject({ office: 4, all: 5 });
  const places = all.flatMap(({ listeners }) =>
    Array.from({ length: Number(listeners['turns']) }, (_, n) => Number(listeners['turn']) + n),
  );
  expect(places.sort()).toEqual([0, 1, 2, 3, 4]);
  expect(all[3]!.listeners['turn']).toBe(4);
  // Listeners are counted only from time to time.
  expect((await pull(owner, before.cursor)).listeners).toMatchObject({ office: 3, all: 4 });
});
