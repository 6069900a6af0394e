/** Answers of check_in_pull: pages, changes, and rows that become visible or invisible. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { makeBooking, makeCompany, makeDeparture, makeOrganisation } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
});
beforeEach(async () => {
  company = await makeCompany(db);
});
afterAll(() => db?.close());

type Rows = Record<string, Record<string, unknown>[]>;
interface RpcResult {
  status: string;
  full: boolean;
  done: boolean;
  epoch: string;
  cursor: Record<string, unknown>;
  visible_departures: string[] | null;
  rows: Rows;
}
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
const DAY = day(0);
const pull = (person: string, cursor: unknown, more: Record<string, unknown> = {}) =>
  db.rpc<RpcResult>(person, 'check_in_pull', {
    company: company.id,
    from_date: day(-1),
    to_date: day(2),
    cursor,
    page_size: 1000,
    ...more,
  });
const office = () => company.people.office;
const ids = (result: RpcResult, table: string) => result.rows[table]!.map((row) => row['id']).sort();
const rowCounts = (result: RpcResult) =>
  Object.fromEntries(
    Object.entries(result.rows)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => [name, rows.length]),
  );
/** Pulls to the last page and returns the rows of all pages together. */
async function pullAll(person: string, cursor: unknown, pageSize: number) {
  const all: Rows = {};
  let pages = 0;
  for (let at = cursor; ;) {
    const result = await pull(person, at, { page_size: pageSize });
    pages += 1;
    expect(Object.values(result.rows).flat().length).toBeLessThanOrEqual(pageSize);
    for (const [name, rows] of Object.entries(result.rows)) (all[name] ??= []).push(...rows);
    if (result.done) return { all, pages, last: result };
    expect(result.visible_departures).toBeNull();
    at = result.cursor;
  }
}
const note = (device: ReturnType<typeof makeDevice>, departureId: string, bookingId: string) =>
  device.action('note', { company, departureId, bookingId, payload: { text: 'x' } });

test('the first pull returns the whole window in the shape of the mirror', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const outside = await makeDeparture(db, company, { localDate: day(10) });
  await makeBooking(db, company, { departureId: outside });
  const party = await makeBooking(db, company, { departureId, guests: 2, voucherNumber: 'V-1' });
  const partner = await makeOrganisation(db, [company]);
  await db.query(`update public.bookings set organisation_id = $1 where id = $2`, [partner.id, party.bookingId]);
  const device = makeDevice();
  const action = note(device, departureId, party.bookingId);
  await db.rpc(office(), 'check_in_push', { device: device.header(), actions: [action] });

  const result = await pull(office(), null);
  expect(result).toMatchObject({ status: 'ok', full: true, done: true, visible_departures: [departureId] });
  expect(result.rows['companies']).toEqual([
    {
      id: company.id,
      name: 'Harbour Walks',
      slug: `company-${company.id}`,
      time_zone: 'Europe/Copenhagen',
      currency: 'DKK',
      has_active_subscription: true,
      is_active: true,
      ticket_keys: [],
      pays_online: false,
      attendance_rule: 'report_always',
    },
  ]);
  expect(result.rows['tours']).toEqual([
    {
      id: company.tourId,
      company_id: company.id,
      title: { en: 'Harbour walk' },
      meeting_point: { en: 'The fountain' },
      meeting_notes: {},
      latitude: null,
      longitude: null,
      colour: '#2f6fd0',
    },
  ]);
  expect(result.rows['price_categories']).toEqual([
    { id: company.priceCategoryId, tour_id: company.tourId, type: 'ADULT', amount: 5000, active: true },
  ]);
  expect(result.rows['departures']).toEqual([
    {
      id: departureId,
      company_id: company.id,
      tour_id: company.tourId,
      starts_at: `${DAY}T10:00:00.000Z`,
      ends_at: `${DAY}T11:30:00.000Z`,
      local_date: DAY,
      capacity: 20,
      language: 'en',
      closed: false,
      status: 'scheduled',
      guides: [{ user_id: company.people.guide, role: 'lead' }],
    },
  ]);
  expect(result.rows['bookings']).toEqual([
    {
      id: party.bookingId,
      company_id: company.id,
      departure_id: departureId,
      reference: party.reference,
      status: 'CONFIRMED',
      source: 'office',
      contact_name: 'Søren Müller',
      contact_email: null,
      contact_phone: null,
      locale: 'en',
      note: null,
      late_minutes: null,
      organisation_name: 'City Partners',
      voucher_number: 'V-1',
      link_hash: null,
      total_amount: 10_000,
      reason: null,
      paid_amount: 0,
      currency: 'DKK',
      expires_at: null,
    },
  ]);
  expect(result.rows['guests']).toHaveLength(2);
  expect(result.rows['guests']![0]).toMatchObject({
    company_id: company.id,
    departure_id: departureId,
    booking_id: party.bookingId,
    price_category_id: company.priceCategoryId,
    category_type: 'ADULT',
    name: 'Søren Müller',
    cancelled: false,
  });
  expect(result.rows['actions']).toEqual([
    { ...action, user_id: office(), recorded_at: expect.stringMatching(/Z$/), flags: [] },
  ]);
  expect(ids(result, 'people')).toEqual(Object.values(company.people).sort());
  expect(result.rows['devices']).toEqual([
    { id: expect.any(String), device_id: device.id, user_id: office(), label: 'Tablet' },
  ]);
});

test('returns nothing without changes, and one change in one request, whatever the company’s size', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const parties = [];
  for (let n = 0; n < 3; n += 1) parties.push(await makeBooking(db, company, { departureId, guests: 15 }));
  const first = await pull(office(), null);
  const still = await pull(office(), first.cursor);
  // The list of visible departures is sent only after a departure of the company changed.
  expect(still).toMatchObject({ full: false, done: true, visible_departures: null });
  expect(rowCounts(still)).toEqual({});
  const device = makeDevice();
  await db.rpc(office(), 'check_in_push', {
    device: device.header(),
    actions: [note(device, departureId, parties[0]!.bookingId)],
  });
  const next = await pull(office(), still.cursor);
  expect(rowCounts(next)).toEqual({ people: 1, devices: 1, actions: 1 });
  const size = JSON.stringify(next).length;
  const elsewhere = await makeDeparture(db, company, { localDate: '2026-06-10' });
  for (let n = 0; n < 5; n += 1) await makeBooking(db, company, { departureId: elsewhere, guests: 15 });
  const meanwhile = await pull(office(), next.cursor);
  expect(meanwhile.visible_departures).toEqual([departureId]);
  expect(rowCounts(meanwhile)).toEqual({});
  await db.rpc(office(), 'check_in_push', {
    device: device.header(),
    actions: [note(device, departureId, parties[1]!.bookingId)],
  });
  const later = await pull(office(), meanwhile.cursor);
  expect(later).toMatchObject({ done: true, visible_departures: null });
  expect(Math.abs(JSON.stringify(later).length - size)).toBeLessThan(20);
});

test('lists the lead guide first', async () => {
  const { guide, office: helper, owner } = company.people;
  const departureId = await makeDeparture(db, company, { localDate: DAY, guides: [helper, guide, owner] });
  await db.query(
    `update public.departure_guides set role = case when user_id = $2 then 'lead' else 'assistant' end::public.guide_role where departure_id = $1`,
    [departureId, guide],
  );
  const { rows } = await pull(office(), null);
  const [first, ...others] = rows['departures']![0]!['guides'] as { user_id: string; role: string }[];
  expect(first).toEqual({ user_id: guide, role: 'lead' });
  expect(others.map(({ role }) => role)).toEqual(['assistant', 'assistant']);
});

test('returns each kind of change', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const party = await makeBooking(db, company, { departureId, guests: 2 });
  let { cursor } = await pull(office(), null);
  const changes: [string, Record<string, number>][] = [
    [`update public.companies set name = 'New' where id = '${company.id}'`, { companies: 1 }],
    [`update public.tour_translations set title = 'New' where tour_id = '${company.tourId}'`, { tours: 1 }],
    [
      `insert into public.tour_translations (tour_id, locale, title) values ('${company.tourId}', 'da', 'Ny'), ('${company.tourId}', 'it', 'Nuovo')`,
      { tours: 1 },
    ],
    [`delete from public.tour_translations where tour_id = '${company.tourId}' and locale <> 'en'`, { tours: 1 }],
    [`update public.price_categories set amount = 1 where id = '${company.priceCategoryId}'`, { price_categories: 1 }],
    [`update public.departures set capacity = 9 where id = '${departureId}'`, { departures: 1, people: 1 }],
    [
      `update public.departure_guides set role = 'assistant' where departure_id = '${departureId}'`,
      { departures: 1, people: 1 },
    ],
    [`update public.users set display_name = 'New' where id = '${company.people.owner}'`, { people: 1 }],
    [`update public.guests set name = 'New' where id = '${party.guests[0]!.id}'`, { guests: 1 }],
    [`update public.bookings set note = 'New' where id = '${party.bookingId}'`, { bookings: 1 }],
    // The guests' status depends on their booking.
    [`update public.bookings set status = 'CANCELLED' where id = '${party.bookingId}'`, { bookings: 1, guests: 2 }],
  ];
  for (const [sql, expected] of changes) {
    await db.exec(sql);
    const result = await pull(office(), cursor);
    expect({ sql, ...rowCounts(result) }).toEqual({ sql, ...expected });
    cursor = result.cursor;
  }
});

test('pages stay within their size and together return every row once', async () => {
  const departures = [];
  for (let n = 0; n < 3; n += 1) {
    const departureId = await makeDeparture(db, company, { localDate: DAY });
    for (let party = 0; party < 4; party += 1) await makeBooking(db, company, { departureId, guests: 3 });
    departures.push(departureId);
  }
  const whole = await pull(office(), null, { page_size: 5000 });
  const total = Object.values(whole.rows).flat().length;
  for (const size of [1, 7, total - 1, total]) {
    const { all, pages, last } = await pullAll(office(), null, size);
    expect(pages).toBe(Math.ceil(total / size));
    expect(all).toEqual(whole.rows);
    expect(last.full).toBe(true);
    expect([...last.visible_departures!].sort()).toEqual(departures.sort());
    expect(rowCounts(await pull(office(), last.cursor))).toEqual({});
  }
});

test('a change between two pages arrives with the next pull at the latest', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const party = await makeBooking(db, company, { departureId, guests: 9 });
  let page = await pull(office(), null, { page_size: 12 });
  expect(page.done).toBe(false);
  await db.query(`update public.guests set name = 'Changed' where booking_id = $1`, [party.bookingId]);
  const later = await makeDeparture(db, company, { localDate: DAY });
  while (!page.done) page = await pull(office(), page.cursor, { page_size: 12 });
  expect(page.visible_departures).toEqual([departureId]);
  const next = await pull(office(), page.cursor);
  expect(next.rows['guests']!.map((row) => row['name'])).toEqual(Array(9).fill('Changed'));
  expect(ids(next, 'departures')).toEqual([later]);
});

test('sends a departure whole when it becomes visible, and stops listing it when it is not', async () => {
  const guide = company.people.guide;
  const mine = await makeDeparture(db, company, { localDate: DAY });
  const theirs = await makeDeparture(db, company, { localDate: DAY, guides: [] });
  const party = await makeBooking(db, company, { departureId: theirs, guests: 2 });
  const device = makeDevice();
  await db.rpc(office(), 'check_in_push', {
    device: device.header(),
    actions: [note(device, theirs, party.bookingId)],
  });
  let result = await pull(guide, null);
  expect(result.visible_departures).toEqual([mine]);
  expect(rowCounts(result)).not.toHaveProperty('bookings');

  await db.query(`insert into public.departure_guides (departure_id, user_id) values ($1, $2)`, [theirs, guide]);
  result = await pull(guide, result.cursor);
  expect(result.full).toBe(false);
  expect([...result.visible_departures!].sort()).toEqual([mine, theirs].sort());
  expect(rowCounts(result)).toMatchObject({ departures: 1, bookings: 1, guests: 2, actions: 1, tours: 1 });

  await db.query(`update public.departure_guides set status = 'declined' where departure_id = $1`, [theirs]);
  result = await pull(guide, result.cursor);
  expect(result.visible_departures).toEqual([mine]);
  expect(rowCounts(result)).toEqual({});

  // The window moves on: old rows of a day that enters it are sent whole, too.
  const later = await makeDeparture(db, company, { localDate: day(3) });
  await makeBooking(db, company, { departureId: later });
  const cursor = (await pull(guide, result.cursor)).cursor;
  result = await pull(guide, cursor, { from_date: day(1), to_date: day(4) });
  expect(result.visible_departures).toEqual([later]);
  expect(rowCounts(result)).toMatchObject({ departures: 1, bookings: 1, guests: 1 });
});

test('tells a device that a booking was moved away from it', async () => {
  const guide = company.people.guide;
  const mine = await makeDeparture(db, company, { localDate: DAY });
  const theirs = await makeDeparture(db, company, { localDate: DAY, guides: [] });
  const party = await makeBooking(db, company, { departureId: mine, guests: 2 });
  const { cursor } = await pull(guide, null);
  await db.query(`update public.bookings set departure_id = $1 where id = $2`, [theirs, party.bookingId]);
  const result = await pull(guide, cursor);
  expect(result.rows['bookings']).toMatchObject([{ id: party.bookingId, departure_id: theirs }]);
  expect(result.rows['guests']).toMatchObject([{ departure_id: theirs }, { departure_id: theirs }]);
  expect(rowCounts(await pull(guide, null))).not.toHaveProperty('bookings');
});

test('a cursor of another epoch, company or server counts as none', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const { cursor, epoch } = await pull(office(), null);
  const strange = [
    {},
    [],
    '"x"',
    7,
    { ...cursor, epoch: randomUUID() },
    { ...cursor, company: randomUUID() },
    { ...cursor, from: null },
    { ...cursor, sight: 'own' },
    { ...cursor, since: 'x' },
    { ...cursor, since: '99999999999' },
    { ...cursor, next: '1', full: 'x' },
  ];
  for (const odd of strange) {
    const result = await pull(office(), odd);
    expect({ odd, full: result.full, departures: ids(result, 'departures') }).toEqual({
      odd,
      full: true,
      departures: [departureId],
    });
  }
  await db.query(`select private.new_sync_epoch()`);
  const restored = await pull(office(), cursor);
  expect(restored.full).toBe(true);
  expect(restored.epoch).not.toBe(epoch);
  expect(rowCounts(await pull(office(), restored.cursor))).toEqual({});
});

test('refuses people without permission and invalid arguments', async () => {
  expect(await pull(randomUUID(), null)).toEqual({ status: 'not_permitted' });
  expect(await pull(company.people.reservations, null)).toEqual({ status: 'not_permitted' });
  const other = await makeCompany(db);
  expect(await pull(other.people.owner, null)).toEqual({ status: 'not_permitted' });
  for (const wrong of [
    { page_size: 0 },
    { page_size: 5001 },
    { page_size: null },
    { to_date: day(-2) },
    { to_date: day(9) },
    { from_date: null },
    { company: null },
  ])
    expect(await pull(office(), null, wrong)).toEqual({ status: 'invalid' });
  expect(await pull(office(), null, { to_date: day(8) })).toMatchObject({ status: 'ok' });
  await db.query(`update public.companies set has_active_subscription = false where id = $1`, [company.id]);
  expect(await pull(office(), null)).toEqual({ status: 'no_subscription' });
  await db.query(`update public.companies set has_active_subscription = true, is_active = false where id = $1`, [
    company.id,
  ]);
  expect(await pull(office(), null)).toEqual({ status: 'not_permitted' });
});

test('a partner admin pulls while impersonating; losing the permission ends it', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const { admin } = await makeOrganisation(db, [company]);
  expect(await pull(admin, null)).toEqual({ status: 'not_permitted' });
  await db.rpc(admin, 'impersonate', { company: company.id });
  const result = await pull(admin, null);
  expect(result.visible_departures).toEqual([departureId]);
  await db.rpc(admin, 'stop_impersonating', {});
  expect(await pull(admin, result.cursor)).toEqual({ status: 'not_permitted' });
});

test('a deleted departure, or one moved to another day, is no longer visible', async () => {
  const [stays, goes, moves] = [
    await makeDeparture(db, company, { localDate: DAY }),
    await makeDeparture(db, company, { localDate: DAY }),
    await makeDeparture(db, company, { localDate: DAY }),
  ];
  for (const person of [office(), company.people.guide]) {
    const [gone] = [await makeDeparture(db, company, { localDate: DAY })];
    let result = await pull(person, null);
    expect(result.visible_departures).toContain(gone);
    await db.query(`delete from public.departures where id = $1`, [gone]);
    result = await pull(person, result.cursor);
    expect([...result.visible_departures!].sort()).toEqual([stays, goes, moves].sort());
  }
  const { cursor } = await pull(office(), null);
  await db.query(`update public.departures set local_date = '2026-05-20' where id = $1`, [moves]);
  const away = await pull(office(), cursor);
  expect([...away.visible_departures!].sort()).toEqual([stays, goes].sort());
  const party = await makeBooking(db, company, { departureId: moves });
  await db.query(`update public.departures set local_date = $2 where id = $1`, [moves, DAY]);
  const back = await pull(office(), away.cursor);
  expect(ids(back, 'departures')).toEqual([moves]);
  expect(ids(back, 'bookings')).toEqual([party.bookingId]);
});

test('a change of a person’s visibility sends everything again', async () => {
  const guide = company.people.guide;
  await makeDeparture(db, company, { localDate: DAY });
  await makeDeparture(db, company, { localDate: DAY, guides: [] });
  const ownPull = await pull(guide, null);
  expect(ownPull.visible_departures).toHaveLength(1);
  await db.query(
    `insert into public.roles_users (user_id, role, company) select $1, id, $2 from public.roles where guard_name = 'office'`,
    [guide, company.id],
  );
  const whole = await pull(guide, ownPull.cursor);
  expect(whole.full).toBe(true);
  expect(whole.visible_departures).toHaveLength(2);
  await db.query(
    `delete from public.roles_users where user_id = $1 and role = (select id from public.roles where guard_name = 'office')`,
    [guide],
  );
  const nextPull = await pull(guide, whole.cursor);
  expect(nextPull).toMatchObject({ full: true, visible_departures: ownPull.visible_departures });
});

test('the same cursor returns the same page, so a lost page can be fetched again', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  await makeBooking(db, company, { departureId, guests: 9 });
  const page = await pull(office(), null, { page_size: 10 });
  const once = await pull(office(), page.cursor, { page_size: 10 });
  const twice = await pull(office(), page.cursor, { page_size: 10 });
  expect(twice.rows).toEqual(once.rows);
});

test('a booking that moved twice between two pulls leaves the list of the first departure', async () => {
  const { guide } = company.people;
  const first = await makeDeparture(db, company, { localDate: DAY });
  const [second, third] = [
    await makeDeparture(db, company, { localDate: DAY, guides: [] }),
    await makeDeparture(db, company, { localDate: DAY, guides: [] }),
  ];
  const party = await makeBooking(db, company, { departureId: first, guests: 2 });
  const { cursor } = await pull(guide, null);
  for (const to of [second, third])
    await db.query(`update public.bookings set departure_id = $1 where id = $2`, [to, party.bookingId]);
  const result = await pull(guide, cursor);
  expect(result.rows['bookings']).toMatchObject([{ id: party.bookingId, departure_id: third, contact_name: '' }]);
  expect(result.rows['guests']).toHaveLength(2);
});

test.each([
  [
    'was accepted',
    async (departure: string) =>
      void (await db.query(`update public.departure_guides set status = 'accepted' where departure_id = $1`, [
        departure,
      ])),
  ],
  [
    'was removed and assigned again',
    async (departure: string) => {
      for (const status of ['declined', 'proposed'])
        await db.query(`update public.departure_guides set status = $2 where departure_id = $1`, [departure, status]);
    },
  ],
  [
    'was moved to another day',
    async (departure: string) =>
      void (await db.query(`update public.departures set local_date = $2 where id = $1`, [departure, day(1)])),
  ],
])('a booking leaves the list of a departure that meanwhile %s', async (_, meanwhile) => {
  const { guide } = company.people;
  const mine = await makeDeparture(db, company, { localDate: DAY });
  const theirs = await makeDeparture(db, company, { localDate: DAY, guides: [] });
  const party = await makeBooking(db, company, { departureId: mine, guests: 2 });
  await db.query(`update public.departure_guides set status = 'proposed' where departure_id = $1`, [mine]);
  const { cursor } = await pull(guide, null);
  await db.query(`update public.bookings set departure_id = $1 where id = $2`, [theirs, party.bookingId]);
  await meanwhile(mine);
  const result = await pull(guide, cursor);
  expect(result.full).toBe(false);
  expect(result.rows['bookings']).toMatchObject([{ id: party.bookingId, departure_id: theirs, contact_name: '' }]);
  const left = { departure_id: theirs, name: null, ticket_code: '' };
  expect(result.rows['guests']).toMatchObject([left, left]);
});

test('sends the tour of a departure when it changes', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const tour = randomUUID();
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, 'other', 90, 20, 'live')`,
    [tour, company.id],
  );
  const { cursor } = await pull(office(), null);
  // Another transaction in between, so that the tour's own change is older than the cursor.
  const later = (await pull(office(), cursor)).cursor;
  await db.query(`update public.departures set tour_id = $1 where id = $2`, [tour, departureId]);
  const result = await pull(office(), later);
  expect(ids(result, 'departures')).toEqual([departureId]);
  expect(ids(result, 'tours')).toEqual([tour]);
});

test('after a restore into a younger cluster nothing counts as changed forever', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  await makeBooking(db, company, { departureId, guests: 9 });
  await db.exec(
    `set session_replication_role = replica; update public.guests set changed_xid = '9000000' where departure_id = '${departureId}'; set session_replication_role = origin;`,
  );
  await db.query(`select private.new_sync_epoch()`);
  const { cursor } = await pull(office(), null);
  expect((await pull(office(), cursor)).rows['guests']).toEqual([]);
});
