/** Forged requests with a valid session change, reveal or break nothing of another company. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBooking, makeCode, makeDeparture, makeOrganisation } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
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
  setUp,
  undo,
  walkIn,
} from './push-scene.ts';

beforeAll(openScene);
afterAll(() => db?.close());

const DAY = new Date().toISOString().slice(0, 10);
const pull = (person: string, cursor: unknown = null) =>
  db.rpc<{ rows: Record<string, Record<string, unknown>[]>; cursor: Record<string, unknown> }>(
    person,
    'check_in_pull',
    {
      company: company.id,
      from_date: DAY,
      to_date: DAY,
      cursor,
      page_size: 5000,
    },
  );

test('refuses timestamps that devices cannot parse, as they would break every pull', async () => {
  const { departureId, party, device } = await setUp();
  for (const field of ['occurred_at', 'device_time'])
    for (const instant of ['10000-01-01T00:00:00.000Z', '294276-12-31T23:59:59.000Z', 'infinity'])
      expect(
        outcomes(await push(office(), device, [{ ...checkIn(device, departureId, party), [field]: instant }])),
      ).toEqual(['malformed']);
  const readable = (text: unknown) => text === null || new Date(String(text)).toISOString() === text;
  for (const action of (await pull(office())).rows['actions']!) expect(readable(action['device_time'])).toBe(true);
});

test('refuses payload fields beyond the kind’s own, so that nobody fills a company’s devices', async () => {
  const { departureId, party, device } = await setUp();
  const junk = 'x'.repeat(100_000);
  const guest = { id: randomUUID(), price_category_id: null, name: null, ticket_code: '23456789ABCD', junk };
  const sent = [
    { ...checkIn(device, departureId, party), payload: { method: 'tap', junk } },
    device.action('no_show', {
      company,
      departureId,
      bookingId: party.bookingId,
      guestId: party.guests[0]!.id,
      payload: { junk } as never,
    }),
    { ...payment(device, departureId, party), payload: { amount: 1, currency: 'DKK', method: 'cash', junk } },
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'a', junk } as never }),
    device.action('count', { company, departureId, payload: { present: 1, missing: [], stop: null, junk } as never }),
    device.action('depart', { company, departureId, payload: { head_count: 1, junk } as never }),
    device.action('undo', { company, departureId, payload: { actions: [randomUUID()], junk } as never }),
    walkIn(device, departureId, { junk }),
    walkIn(device, departureId, { guests: [guest] }),
  ];
  expect(outcomes(await push(office(), device, sent))).toEqual(sent.map(() => 'malformed'));
});

test('tells a former guide of a moved booking only that it left', async () => {
  const guide = company.people.guide;
  const mine = await makeDeparture(db, company);
  const theirs = await makeDeparture(db, company, { guides: [] });
  const party = await makeBooking(db, company, { departureId: mine, voucherNumber: 'V-1' });
  const { cursor } = await pull(guide);
  await db.query(
    `update public.bookings set departure_id = $1, contact_name = 'Later Name', contact_phone = '+4512345678',
       contact_email = 'later@muster.test', note = 'private' where id = $2`,
    [theirs, party.bookingId],
  );
  const { rows } = await pull(guide, cursor);
  expect(rows['bookings']).toMatchObject([
    {
      id: party.bookingId,
      departure_id: theirs,
      contact_name: '',
      contact_phone: null,
      contact_email: null,
      note: null,
      voucher_number: null,
      link_hash: null,
    },
  ]);
  expect(rows['guests']).toMatchObject([{ departure_id: theirs, name: null, ticket_code: '' }]);
  expect(JSON.stringify(rows)).not.toMatch(/Later Name|12345678|later@|private|Müller|V-1/);
});

test('does not let a person who knows a device’s id rename it', async () => {
  const { departureId, party, device } = await setUp();
  await push(office(), device, [checkIn(device, departureId, party)]);
  const away = await makeDeparture(db, other);
  const note = { ...device.action('depart', { company: other, departureId: away, payload: { head_count: 0 } }) };
  const result = await db.rpc<{ outcomes: unknown[] }>(other.people.office, 'check_in_push', {
    device: { ...device.header(), label: 'Renamed' },
    actions: [note],
  });
  expect(result.outcomes).toEqual([{ id: note.id, status: 'applied' }]);
  const { rows } = await pull(office());
  expect(rows['devices']!.filter((row) => row['device_id'] === device.id)).toMatchObject([
    { user_id: office(), label: 'Tablet' },
  ]);
});

test('does not reveal another company’s check-ins by repeated action ids', async () => {
  const { departureId, party, device } = await setUp();
  const seen = checkIn(device, departureId, party);
  await push(office(), device, [seen]);
  const spy = makeDevice();
  const away = await makeDeparture(db, other);
  const probe = spy.action('check_in', {
    company: other,
    departureId: away,
    bookingId: party.bookingId,
    guestId: party.guests[0]!.id,
    payload: { method: 'tap' },
  });
  const sent = [{ ...seen, device_id: spy.id }, probe];
  expect(outcomes(await push(other.people.office, spy, sent))).toEqual(['id_reused', ['unknown_guest']]);
});

test('an undo affects its own departure only', async () => {
  const { departureId, party, device } = await setUp();
  const [made, checkInAction] = [walkIn(device, departureId), checkIn(device, departureId, party)];
  await push(office(), device, [made, checkInAction]);
  const foreign = makeDevice();
  const away = await makeDeparture(db, other);
  const elsewhere = await makeDeparture(db, company);
  await push(other.people.office, foreign, [
    foreign.action('undo', { company: other, departureId: away, payload: { actions: [made.id, checkInAction.id] } }),
  ]);
  await push(office(), device, [undo(device, elsewhere, [made.id, checkInAction.id])]);
  expect(await db.query(`select status from public.bookings where id = $1`, [made.booking_id])).toEqual([
    { status: 'CONFIRMED' },
  ]);
  const [{ fold }] = (await db.query<{ fold: { tally: unknown } }>(`select private.departure_roll_call($1) as fold`, [
    departureId,
  ])) as [{ fold: { tally: unknown } }];
  expect(fold.tally).toMatchObject({ checked_in: 1, cancelled: 0 });
});

test('an undo in another departure does not hide earlier check-ins or payments', async () => {
  const { departureId, party, device } = await setUp();
  const [before, paid] = [checkIn(device, departureId, party), payment(device, departureId, party)];
  await push(office(), device, [before, paid]);
  const sly = makeDevice();
  const elsewhere = await makeDeparture(db, company);
  const sent = [
    undo(sly, elsewhere, [before.id, paid.id]),
    checkIn(sly, departureId, party),
    payment(sly, departureId, party),
  ];
  expect(outcomes(await push(company.people.guide, sly, sent))).toEqual([
    'applied',
    ['already_checked_in'],
    ['already_paid'],
  ]);
});

test('a walk-in cannot use foreign or retired prices, or another currency', async () => {
  const { departureId, device } = await setUp();
  const guest = (price: string | null) => ({
    guests: [{ id: randomUUID(), price_category_id: price, name: null, ticket_code: makeCode(12) }],
  });
  const [tour, elsewhere, old] = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity) values ($1, $2, 'other-walk', 60, 9)`,
    [tour, company.id],
  );
  await db.query(
    `insert into public.price_categories (id, tour_id, company_id, type, amount, is_active)
     values ($1, $2, $5, 'ADULT', 1, true), ($3, $4, $5, 'ADULT', 1, false)`,
    [elsewhere, tour, old, company.tourId, company.id],
  );
  const sent = [
    ...[other.priceCategoryId, elsewhere, old, randomUUID()].map((price) => walkIn(device, departureId, guest(price))),
    walkIn(device, departureId, { currency: 'EUR' }),
  ];
  expect(outcomes(await push(office(), device, sent))).toEqual(sent.map(() => 'wrong_price'));
  expect(
    await db.query(`select from public.bookings where id = any ($1)`, [sent.map((action) => action.booking_id)]),
  ).toEqual([]);
  const made = walkIn(device, departureId, { ...guest(null), total_amount: 0 });
  expect(outcomes(await push(office(), device, [made]))).toEqual(['applied']);
  expect(
    await db.query(`select price_category_id, category_type from public.guests where booking_id = $1`, [
      made.booking_id,
    ]),
  ).toEqual([{ price_category_id: null, category_type: 'OTHER' }]);
});

test('an inactive organisation oversees no company', async () => {
  const organisation = await makeOrganisation(db, [company]);
  const readCompany = (person: string) =>
    db.as(person, (query) => query(`select id from public.companies where id = $1`, [company.id]));
  expect(await readCompany(organisation.admin)).toHaveLength(1);
  await db.query(`update public.organisations set is_active = false where id = $1`, [organisation.id]);
  for (const person of [organisation.admin, organisation.agent]) expect(await readCompany(person)).toEqual([]);
});
