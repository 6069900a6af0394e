/** Effects of recorded actions: flags, times, bookings and the state of the departure. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBooking, makeCode, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { WireAction } from '../support/device-fixtures.ts';
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
  stored,
  undo,
  walkIn,
} from './push-scene.ts';

beforeAll(openScene);
afterAll(() => db?.close());

test('records and flags oddities', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const second = makeDevice();
  await push(office(), device, [checkIn(device, departureId, party), payment(device, departureId, party, 10_000)]);
  expect(outcomes(await push(office(), device, [checkIn(device, departureId, party)]))).toEqual(['applied']);
  expect(outcomes(await push(office(), second, [checkIn(second, departureId, party)]))).toEqual([
    ['already_checked_in'],
  ]);
  expect(outcomes(await push(office(), second, [payment(second, departureId, party)]))).toEqual([['already_paid']]);

  const cancelled = await makeBooking(db, company, { departureId, status: 'CANCELLED' });
  const held = await makeBooking(db, company, { departureId, status: 'ON_HOLD' });
  const elsewhere = await makeBooking(db, company, { departureId: await makeDeparture(db, company) });
  const foreign = await makeBooking(db, other, { departureId: await makeDeparture(db, other) });
  const paid = await makeBooking(db, company, { departureId, paidAmount: 5000 });
  expect(
    outcomes(
      await push(office(), device, [
        checkIn(device, departureId, cancelled),
        checkIn(device, departureId, held),
        checkIn(device, departureId, elsewhere),
        checkIn(device, departureId, foreign),
        checkIn(device, departureId, { ...party, guests: elsewhere.guests }),
        payment(device, departureId, paid),
      ]),
    ),
  ).toEqual([
    ['booking_cancelled'],
    ['booking_not_confirmed'],
    ['booking_moved'],
    ['unknown_guest'],
    ['unknown_guest'],
    ['already_paid'],
  ]);

  const off = await makeDeparture(db, company, { status: 'cancelled' });
  const departing = device.action('depart', { company, departureId: off, payload: { head_count: 0 } });
  expect(outcomes(await push(office(), device, [departing]))).toEqual([['departure_cancelled']]);
  expect(await stored(departing.id)).toMatchObject([{ flags: ['departure_cancelled'] }]);
});

test('an undone check-in or payment causes no flags', async () => {
  const { departureId, party, device } = await setUp();
  const second = makeDevice();
  const acts = [checkIn(device, departureId, party), payment(device, departureId, party)];
  await push(office(), device, [
    ...acts,
    undo(
      device,
      departureId,
      acts.map(({ id }) => id),
    ),
  ]);
  expect(
    outcomes(await push(office(), second, [checkIn(second, departureId, party), payment(second, departureId, party)])),
  ).toEqual(['applied', 'applied']);
});

test('an undo under the id of a recorded action undoes and hides nothing', async () => {
  const { departureId, party, device } = await setUp();
  const acts = [checkIn(device, departureId, party), payment(device, departureId, party)];
  const note = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'x' } });
  await push(office(), device, [...acts, note]);
  const second = makeDevice();
  const forged = {
    ...undo(
      second,
      departureId,
      acts.map(({ id }) => id),
    ),
    id: note.id,
  };
  const result = await push(company.people.guide, second, [
    forged,
    checkIn(second, departureId, party),
    payment(second, departureId, party),
  ]);
  expect(outcomes(result)).toEqual(['id_reused', ['already_checked_in'], ['already_paid']]);
});

test('a payment that is sent again is not counted twice', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const first = payment(device, departureId, party);
  await push(office(), device, [first]);
  expect(outcomes(await push(office(), device, [first, payment(device, departureId, party)]))).toEqual([
    'duplicate',
    'applied',
  ]);
});

test('flags actions of a guide who is not assigned to the departure', async () => {
  const { departureId, party, device } = await setUp();
  const stranger = await makePerson(db, { company: company.id, role: 'guide' });
  expect(outcomes(await push(company.people.guide, device, [checkIn(device, departureId, party)]))).toEqual([
    'applied',
  ]);
  expect(outcomes(await push(stranger, device, [payment(device, departureId, party)]))).toEqual([['not_assigned']]);
  await db.query(`update public.departure_guides set status = 'declined' where departure_id = $1`, [departureId]);
  const note = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'late' } });
  expect(outcomes(await push(company.people.guide, device, [note]))).toEqual([['not_assigned']]);
});

test('caps future times, keeps their order and the raw time, and flags clock skew', async () => {
  const { departureId, party, device } = await setUp();
  const ahead = new Date(Date.now() + 86_400_000);
  const actions = [0, 1, 2].map((n) => checkIn(device, departureId, party, { at: new Date(ahead.getTime() + n) }));
  const result = await push(office(), device, actions, ahead);
  expect(outcomes(result)).toEqual(actions.map(() => ['clock_skew']));
  const rows = await db.query<{ id: string; at: string; raw: string }>(
    `select id, private.iso(occurred_at) as at, private.iso(device_time) as raw from public.check_in_actions
     where departure_id = $1 order by occurred_at`,
    [departureId],
  );
  expect(rows.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
  expect(rows[2]!.at).toBe(result.server_time);
  expect(rows[0]!.raw).toBe(actions[0]!.device_time);
  const behind = checkIn(device, departureId, party, { at: new Date(Date.now() - 86_400_000) });
  expect(outcomes(await push(office(), device, [behind], new Date(Date.now() - 86_400_000)))).toEqual([['clock_skew']]);
  expect(
    await db.query(`select private.iso(occurred_at) as at from public.check_in_actions where id = $1`, [behind.id]),
  ).toEqual([{ at: behind.occurred_at }]);
});

test('a walk-in makes a booking and guests; its undo cancels them, in either order', async () => {
  const { departureId, device } = await setUp();
  const made = walkIn(device, departureId, { total_amount: 10_000 }, 2);
  expect(outcomes(await push(office(), device, [made]))).toEqual(['applied']);
  const state = async (action: WireAction) =>
    db.query(
      `select b.status, b.source, b.reference, b.total_amount::int as total, array_agg(g.is_cancelled) as cancelled, array_agg(g.category_type) as types
       from public.bookings b join public.guests g on g.booking_id = b.id where b.id = $1 group by b.id`,
      [action.booking_id],
    );
  expect(await state(made)).toEqual([
    {
      status: 'CONFIRMED',
      source: 'walk-in',
      reference: (made.payload as { reference: string }).reference,
      total: 10_000,
      cancelled: [false, false],
      types: ['ADULT', 'ADULT'],
    },
  ]);
  await push(office(), device, [undo(device, departureId, [made.id])]);
  expect(await state(made)).toMatchObject([{ status: 'CANCELLED', cancelled: [true, true] }]);

  const later = walkIn(device, departureId);
  await push(office(), device, [undo(device, departureId, [later.id])]);
  await push(office(), device, [later]);
  expect(await state(later)).toMatchObject([{ status: 'CANCELLED', cancelled: [true] }]);
  const both = walkIn(device, departureId);
  await push(office(), device, [both, undo(device, departureId, [both.id])]);
  expect(await state(both)).toMatchObject([{ status: 'CANCELLED', cancelled: [true] }]);
});

test('a walk-in cannot reuse existing ids or codes', async () => {
  const { departureId, party, device } = await setUp();
  const theirs = await makeBooking(db, other, { departureId: await makeDeparture(db, other) });
  const guest = (id: string, code = makeCode(12)) => ({ id, price_category_id: null, name: 'Eve', ticket_code: code });
  const sent = [
    { ...walkIn(device, departureId), booking_id: theirs.bookingId },
    { ...walkIn(device, departureId), booking_id: party.bookingId },
    walkIn(device, departureId, { guests: [guest(theirs.guests[0]!.id)] }),
    walkIn(device, departureId, { guests: [guest(party.guests[0]!.id)] }),
    walkIn(device, departureId, { guests: [guest(randomUUID(), party.guests[0]!.ticketCode)] }),
  ];
  expect(outcomes(await push(office(), device, [...sent, sent[0]]))).toEqual([...sent, 1].map(() => 'malformed'));
  const left = await db.query(
    `select count(*)::int as n from public.bookings where source = 'walk-in' and departure_id = $1`,
    [departureId],
  );
  expect(left).toEqual([{ n: 0 }]);
  // A reference that is already used is replaced.
  const odd = walkIn(device, departureId, {
    reference: party.reference,
    total_amount: 0,
    guests: [guest(randomUUID())],
  });
  expect(outcomes(await push(office(), device, [odd]))).toEqual(['applied']);
  const [row] = await db.query<{ reference: string; category_type: string; price_category_id: null }>(
    `select reference, category_type, price_category_id from public.bookings b join public.guests g on g.booking_id = b.id where b.id = $1`,
    [odd.booking_id],
  );
  expect(row).toMatchObject({ category_type: 'OTHER', price_category_id: null });
  expect(row!.reference).not.toBe(party.reference);
});

test('flags a walk-in beyond the capacity', async () => {
  const { departureId, device } = await setUp({ guests: 2, capacity: 3 });
  expect(
    outcomes(
      await push(
        office(),
        device,
        [walkIn(device, departureId), walkIn(device, departureId)].sort((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    ),
  ).toEqual(['applied', ['over_capacity']]);
});

test('departing and its undo set the departure’s status', async () => {
  const { departureId, device } = await setUp();
  const status = async () =>
    (await db.query<{ status: string }>(`select status from public.departures where id = $1`, [departureId]))[0]!
      .status;
  const first = device.action('depart', { company, departureId, payload: { head_count: 1 } });
  const second = device.action('depart', { company, departureId, payload: { head_count: 1 } });
  await push(office(), device, [first, second]);
  expect(await status()).toBe('departed');
  await push(office(), device, [undo(device, departureId, [first.id])]);
  expect(await status()).toBe('departed');
  await push(office(), device, [undo(device, departureId, [second.id])]);
  expect(await status()).toBe('scheduled');
  await db.query(`update public.departures set status = 'completed' where id = $1`, [departureId]);
  await push(office(), device, [device.action('depart', { company, departureId, payload: { head_count: 1 } })]);
  expect(await status()).toBe('completed');
});

test('a device row belongs to its user, and nobody else can rename it', async () => {
  const { departureId, party, device } = await setUp();
  await push(office(), device, [checkIn(device, departureId, party)]);
  const header = { ...device.header(), label: 'Renamed' };
  const note = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'a' } });
  await db.rpc(company.people.owner, 'check_in_push', { device: header, actions: [note] });
  const labels = await db.query(`select user_id, label from public.devices where id = $1`, [device.id]);
  expect(labels).toEqual(
    expect.arrayContaining([
      { user_id: office(), label: 'Tablet' },
      { user_id: company.people.owner, label: 'Renamed' },
    ]),
  );
});
