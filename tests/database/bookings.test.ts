/** The booking engine, action by action: permissions, refusals, results and mails. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStage, type RpcResult, type Stage } from '../support/booking-stage.ts';
import { makeBooking, makeDeparture, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
let stage: Stage;
let acting: Persona;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  const organisation = await makeOrganisation(db, [stage.company]);
  acting = await makePerson(db, { role: 'partner_admin', organisation: organisation.id });
  await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [stage.company.id, acting]);
});
afterAll(() => db?.close());

const office = () => stage.company.people.office;
const adults = (count: number) => Array.from({ length: count }, () => ({ price_category_id: stage.categories.ADULT }));
const departureOf = (capacity = 10, localDate = '2035-05-01') =>
  makeDeparture(db, stage.company, { localDate, capacity });
/** Makes a departure that starts within the hour. */
const nowDeparture = () =>
  makeDeparture(db, stage.company, { startsAt: new Date(Date.now() + 30 * 60_000), capacity: 10 });
const hold = (departure: string, booking: object, person: Persona = office()) =>
  db.rpc<RpcResult>(person, 'hold_booking', { request: randomUUID(), departure, booking });
const act = (name: string, booking: unknown, change: object = {}, person: Persona = office()) =>
  db.rpc<RpcResult>(person, name, { request: randomUUID(), booking, change });
const confirmed = async (departure: string, count = 2) =>
  hold(departure, {
    guests: adults(count),
    state: 'CONFIRMED',
    contact: { name: 'Anna Holm', email: 'anna@holm.test' },
  });
const read = async (booking: unknown, person: Persona = office()) =>
  (
    await db.rpc<{
      booking: Record<string, never> & {
        history: { code: string; actor: { id: string } | null; before: object; after: Record<string, unknown> }[];
      };
    }>(person, 'read_booking', { booking })
  ).booking;

const ACTS: [string, object][] = [
  ['extend_booking', {}],
  ['confirm_booking', {}],
  ['change_party', { remove: [] }],
  ['move_booking', {}],
  ['cancel_booking', {}],
  ['release_hold', {}],
  ['reject_booking', {}],
  ['restore_booking', {}],
  ['decide_refund', { amount: 0 }],
  ['record_payment', { amount: 100, currency: 'DKK', method: 'card' }],
  ['record_refund', { amount: 100 }],
  ['mark_no_show', {}],
  ['mark_attended', {}],
  ['merge_bookings', {}],
  ['split_booking', { guests: [] }],
  ['edit_booking', { version: 1 }],
  ['tag_booking', { add: ['vip'] }],
  ['assign_partner', { organisation_id: null }],
  ['resend_booking', {}],
];

describe('permissions', () => {
  let booking: unknown;
  let departure: string;
  beforeAll(async () => {
    departure = await departureOf();
    booking = (await confirmed(departure))['booking_id'];
  });

  test.each([
    ['accountant', 'not_permitted'],
    ['guide_manager', 'not_permitted'],
    ['guide', 'not_found'],
  ] as const)('a %s gets %s from every action, and nothing changes', async (role, status) => {
    const before = await read(booking);
    const person = stage.company.people[role];
    expect(await hold(departure, { guests: adults(1) }, person)).toEqual({ status });
    for (const [name, change] of ACTS)
      expect([name, await act(name, booking, change, person)]).toEqual([name, { status }]);
    expect(await read(booking)).toEqual(before);
  });

  test('another company’s owner gets the same response as for a booking that does not exist', async () => {
    for (const [name, change] of ACTS) {
      expect(await act(name, booking, change, stage.outsider)).toEqual({ status: 'not_found' });
      expect(await act(name, randomUUID(), change)).toEqual({ status: 'not_found' });
    }
    expect(await db.rpc(stage.outsider, 'read_booking', { booking })).toEqual({ status: 'not_found' });
    expect(await db.rpc(stage.company.people.guide, 'read_booking', { booking })).toEqual({ status: 'not_found' });
  });

  test('a person who is not signed in is refused', async () => {
    await expect(act('cancel_booking', booking, {}, 'anon')).rejects.toMatchObject({ code: '42501' });
    expect(await act('cancel_booking', booking, {}, randomUUID())).toEqual({ status: 'signed_out' });
  });

  test('a partner acting without data sharing can cancel, but not read or write names', async () => {
    const { booking_id: id } = await confirmed(departure);
    expect(await act('edit_booking', id, { version: 1, contact: { name: 'X' } }, acting)).toEqual({
      status: 'not_permitted',
    });
    await act('edit_booking', id, { version: 1, contact: { name: 'Bea Lund' }, note: 'nuts' });
    expect(JSON.stringify(await read(id))).toContain('Bea Lund');
    expect(JSON.stringify(await read(id, acting))).not.toMatch(/Anna|Bea|nuts|holm/);
    expect(await act('cancel_booking', id, {}, acting)).toMatchObject({ status: 'ok', state: 'CANCELLED' });
  });
});

describe('refusals', () => {
  test('refuses unaccompanied guests, wrong ages and foreign categories; staff override two', async () => {
    const departure = await departureOf();
    const child = { price_category_id: stage.categories.CHILD };
    const infant = { price_category_id: stage.categories.INFANT, age: 3 };
    expect(await hold(departure, { guests: [child] })).toMatchObject({ status: 'not_accompanied' });
    expect(await hold(departure, { guests: [...adults(1), infant] })).toMatchObject({
      status: 'wrong_age',
      maximum_age: 2,
    });
    expect(await hold(departure, { guests: [child], override: 'with her aunt' })).toMatchObject({ status: 'ok' });
    const stranger = { price_category_id: randomUUID() };
    expect(await hold(departure, { guests: [stranger], override: 'please' })).toMatchObject({
      status: 'wrong_category',
    });
  });

  test('refuses an inactive category even if the request says that the ticket is booked', async () => {
    const departure = await departureOf();
    const { booking_id: booking } = await confirmed(departure);
    const infant = { price_category_id: stage.categories.INFANT, is_booked: true };
    await db.query(`update public.price_categories set is_active = false where id = $1`, [stage.categories.INFANT]);
    try {
      const refused = { status: 'wrong_category' };
      expect(await hold(departure, { guests: [...adults(1), infant], override: 'please' })).toMatchObject(refused);
      expect(await act('change_party', booking, { add: [infant], override: 'please' })).toMatchObject(refused);
    } finally {
      await db.query(`update public.price_categories set is_active = true where id = $1`, [stage.categories.INFANT]);
    }
  });

  test('refuses a party below the tour’s minimum', async () => {
    const departure = await departureOf();
    await db.query(`update public.tours set minimum_party = 2 where id = $1`, [stage.company.tourId]);
    try {
      expect(await hold(departure, { guests: adults(1) })).toEqual({ status: 'party_too_small', minimum: 2 });
      expect(await hold(departure, { guests: adults(2) })).toMatchObject({ status: 'ok' });
    } finally {
      await db.query(`update public.tours set minimum_party = 1 where id = $1`, [stage.company.tourId]);
    }
  });

  test('a full departure names seats left and alternatives; an override is logged', async () => {
    const full = await departureOf(3, '2035-07-01');
    const small = await departureOf(1, '2035-07-02');
    const fits = await departureOf(9, '2035-07-03');
    await confirmed(full, 2);
    const result = await hold(full, { guests: adults(2) });
    expect(result).toMatchObject({ status: 'sold_out', left: 1 });
    const next = (result['next'] as { departure_id: string; left: number }[]).map(({ departure_id }) => departure_id);
    expect(next).toContain(fits);
    expect(next).not.toContain(small);
    const passed = await hold(full, { guests: adults(2), override: 'the mayor' });
    expect(passed).toMatchObject({ status: 'ok' });
    const [entry] = (await read(passed['booking_id'])).history;
    expect(entry).toMatchObject({
      code: 'hold_booking',
      actor: { id: office() },
      after: { overridden_rules: ['capacity'], override: 'the mayor' },
    });
  });

  test('counts the seats of a booking’s tickets, and follows a change of the party', async () => {
    const ticket = (category: 'ADULT' | 'FAMILY' | 'INFANT') => ({ price_category_id: stage.categories[category] });
    const departure = await departureOf();
    const made = await hold(departure, { guests: [ticket('FAMILY'), ticket('INFANT'), ticket('ADULT')] });
    expect(await read(made['booking_id'])).toMatchObject({ seats: 5 });
    const [family] = await db.query<{ id: string }>(
      `select id from public.guests where booking_id = $1 and category_type = 'FAMILY'`,
      [made['booking_id']],
    );
    expect(await act('change_party', made['booking_id'], { remove: [family!.id] })).toMatchObject({ status: 'ok' });
    expect(await read(made['booking_id'])).toMatchObject({ seats: 1 });
  });

  test('guests cannot pass the cut-off, a closed departure or a second extension; staff can', async () => {
    const soon = await departureOf(9, new Date().toISOString().slice(0, 10));
    await db.query(
      `update public.departures set starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours' where id = $1`,
      [soon],
    );
    await db.query(`update public.tours set booking_cut_off_minutes = 90 where id = $1`, [stage.company.tourId]);
    const guest = async (departure: string, booking: object) =>
      (
        await db.query<{ result: RpcResult }>(
          `select private.execute_booking_action((null, false, null, null, false), 'hold_booking', jsonb_build_object('departure', $1::uuid, 'change', $2::jsonb)) as result`,
          [departure, JSON.stringify(booking)],
        )
      )[0]!.result;
    try {
      expect(await guest(soon, { guests: adults(1) })).toEqual({ status: 'too_late' });
      const made = await hold(soon, { guests: adults(1), preview: true });
      expect(made).toMatchObject({ status: 'ok', overridden_rules: ['cut_off'] });
      // Previews of moving or growing a party report the same override.
      const { booking_id: other } = await confirmed(await departureOf());
      const preview = { departure_id: soon, preview: true };
      expect(await act('move_booking', other, preview)).toMatchObject({ status: 'ok', overridden_rules: ['cut_off'] });
      const { booking_id: there } = await hold(soon, { guests: adults(1) });
      expect(await act('change_party', there, { add: adults(1) })).toMatchObject({
        status: 'ok',
        overridden_rules: ['cut_off'],
      });
    } finally {
      await db.query(`update public.tours set booking_cut_off_minutes = 0 where id = $1`, [stage.company.tourId]);
    }
    const departure = await departureOf();
    const held = await guest(departure, { guests: adults(1), override: 'me first', state: 'CONFIRMED', minutes: 1000 });
    expect(held).toMatchObject({ status: 'ok', state: 'ON_HOLD' });
    expect(Date.parse(String(held['expires_at'])) - Date.now()).toBeLessThan(16 * 60_000);
    const extend = async () =>
      (
        await db.query<{ result: RpcResult }>(
          `select private.execute_booking_action((null, false, null, null, false), 'extend_booking', jsonb_build_object('booking', $1::uuid)) as result`,
          [held['booking_id']],
        )
      )[0]!.result;
    expect(await extend()).toMatchObject({ status: 'ok' });
    expect(await extend()).toEqual({ status: 'extended_before' });
    await db.query(`update public.departures set is_closed = true where id = $1`, [departure]);
    expect(await guest(departure, { guests: adults(1), override: 'me first' })).toEqual({ status: 'closed' });
  });

  test.each([
    { cutOff: 55, status: 'ok' },
    { cutOff: 65, status: 'too_late' },
  ])('an hour before the start, with a cut-off of $cutOff minutes: $status', async ({ cutOff, status }) => {
    const departure = await departureOf();
    await db.query(
      `update public.departures set starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours' where id = $1`,
      [departure],
    );
    const cutOffIs = (minutes: number) =>
      db.query(`update public.tours set booking_cut_off_minutes = $2 where id = $1`, [stage.company.tourId, minutes]);
    await cutOffIs(cutOff);
    try {
      expect(
        await db.query(
          `select private.execute_booking_action((null, false, null, null, false), 'hold_booking', jsonb_build_object('departure', $1::uuid, 'change', $2::jsonb)) ->> 'status' as status`,
          [departure, JSON.stringify({ guests: adults(1) })],
        ),
      ).toEqual([{ status }]);
    } finally {
      await cutOffIs(0);
    }
  });

  test.each([
    [{ guests: [] }],
    [{ guests: 'two' }],
    [{ guests: [{ price_category_id: 'x' }] }],
    [{}],
    [{ guests: 'adults', minutes: 0 }],
    [{ guests: 'adults', contact: { email: 'no address' } }],
    [{ guests: 'adults', contact: { name: 'x'.repeat(201) } }],
    [{ guests: 'adults', contact: { locale: 'xx' } }],
    [{ guests: 'adults', state: 'CANCELLED' }],
  ])('rejects an invalid booking: %j', async (input) => {
    const departure = await departureOf();
    const booking = (input as { guests?: unknown }).guests === 'adults' ? { ...input, guests: adults(1) } : input;
    expect(await hold(departure, booking)).toEqual({ status: 'invalid' });
    expect(await db.query(`select from public.bookings where departure_id = $1`, [departure])).toEqual([]);
  });
});

describe('stored responses', () => {
  test('returns the link’s token once and stores only its hash', async () => {
    const args = { request: randomUUID(), departure: await departureOf(), booking: { guests: adults(1) } };
    const first = await db.rpc<RpcResult>(office(), 'hold_booking', args);
    const token = String(first['token']);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await db.rpc<RpcResult>(office(), 'hold_booking', args)).toEqual({ ...first, token: undefined });
    const [kept] = await db.query<{ hash: string }>(
      `select access_token_hash as hash from public.bookings where id = $1`,
      [first['booking_id']],
    );
    const [is] = await db.query<{ hash: string }>(`select encode(sha256(convert_to($1, 'UTF8')), 'hex') as hash`, [
      token,
    ]);
    expect(kept).toEqual(is);
    expect(await db.query(`select from private.idempotency_keys where response::text like $1`, [`%${token}%`])).toEqual(
      [],
    );
  });

  test('the second of two concurrent edits gets the current values', async () => {
    const { booking_id: id } = await confirmed(await departureOf());
    await act('edit_booking', id, { version: 1, note: 'window seat' });
    expect(await act('edit_booking', id, { version: 1, note: 'aisle' })).toMatchObject({
      status: 'stale',
      version: 2,
      current: { note: 'window seat', name: 'Anna Holm' },
    });
    const edits = (await read(id)).history.filter(({ code }) => code === 'edit_booking');
    expect(edits).toMatchObject([{ before: { contact: { note: null } }, after: { contact: { note: 'window seat' } } }]);
  });

  interface Pulled {
    cursor: unknown;
    rows: { bookings: Record<string, unknown>[]; guests: Record<string, unknown>[] };
  }
  /**
   * Checks in the first guest of a booking of today, lets the office act, and returns what a guide's device then pulls.
   */
  async function afterCheckIn(does: (booking: unknown, guests: string[]) => Promise<void>, count = 2) {
    const today = new Date().toISOString().slice(0, 10);
    const departureId = await departureOf(9, today);
    const made = await confirmed(departureId, count);
    const guests = (made['guests'] as { id: string }[]).map(({ id }) => id);
    const { guide } = stage.company.people;
    const pull = (cursor: unknown) =>
      db.rpc<Pulled>(guide, 'check_in_pull', {
        company: stage.company.id,
        from_date: today,
        to_date: today,
        cursor,
        page_size: 1000,
      });
    const { cursor } = await pull(null);
    const device = makeDevice();
    const checkIn = device.action('check_in', {
      company: stage.company,
      departureId,
      bookingId: made['booking_id'] as string,
      guestId: guests[0]!,
      at: new Date(),
      payload: { method: 'tap' },
    });
    await db.rpc(guide, 'check_in_push', { device: device.header(), actions: [checkIn] });
    await does(made['booking_id'], guests);
    return { id: made['booking_id'], guests, rows: (await pull(cursor)).rows };
  }

  test('moving a checked-in guest needs confirmation, keeps the check-in and tells devices why', async () => {
    const to = await departureOf();
    const { id, rows } = await afterCheckIn(async (booking, guests) => {
      const change = { departure_id: to, reason: 'weather' };
      expect(await act('move_booking', booking, change)).toEqual({ status: 'checked_in', guests });
      expect(await act('move_booking', booking, { ...change, confirm: true })).toMatchObject({
        status: 'ok',
        departure_id: to,
      });
    }, 1);
    expect(rows.bookings).toMatchObject([{ id, departure_id: to, reason: 'weather', contact_name: '' }]);
    expect((await read(id)).history.map(({ code }) => code)).toEqual([
      'hold_booking',
      'roll_call_check_in',
      'move_booking',
    ]);
  });

  test('a cancelled booking keeps its check-ins, and the guide’s device gets the reason', async () => {
    const { id, rows } = await afterCheckIn(async (made) => {
      expect(await act('cancel_booking', made, { reason: 'weather' })).toMatchObject({ status: 'checked_in' });
      await act('cancel_booking', made, { reason: 'weather', confirm: true });
    });
    expect(rows.bookings).toMatchObject([{ id, status: 'CANCELLED', reason: 'weather' }]);
    const after = await read(id);
    expect(after.history.map(({ code }) => code)).toEqual(['hold_booking', 'roll_call_check_in', 'cancel_booking']);
    expect(after['guests'] as unknown).toMatchObject([{ check_in: 'checked_in' }, { check_in: 'cancelled' }]);
  });

  test('a guest removed from a party keeps their check-in, and the device gets the reason', async () => {
    const { id, guests, rows } = await afterCheckIn(async (made, guests) => {
      expect(await act('change_party', made, { remove: [guests[0]] })).toMatchObject({ status: 'checked_in' });
      await act('change_party', made, { remove: [guests[0]], confirm: true });
    });
    expect(rows.bookings).toMatchObject([{ id, status: 'CONFIRMED', reason: 'party_changed' }]);
    expect(rows.guests).toMatchObject([{ id: guests[0], cancelled: true }]);
    const after = await read(id);
    expect(after.history.map(({ code }) => code)).toEqual(['hold_booking', 'roll_call_check_in', 'change_party']);
    expect(after['guests'] as unknown).toContainEqual(
      expect.objectContaining({ id: guests[0], check_in: 'checked_in' }),
    );
  });

  test('no-shows and late arrivals that the office records are roll-call actions', async () => {
    const departure = await nowDeparture();
    const { booking_id: id } = await confirmed(departure, 1);
    const status = async () => (await read(id))['guests']?.[0]?.['check_in'];
    await act('mark_no_show', id);
    expect(await status()).toBe('no_show');
    await act('mark_attended', id);
    expect(await status()).toBe('checked_in');
    expect(await act('mark_no_show', id)).toMatchObject({ status: 'checked_in' });
    await act('mark_no_show', id, { confirm: true });
    expect(await status()).toBe('no_show');
    expect((await read(id)).history.map(({ code }) => code)).toEqual([
      'hold_booking',
      'roll_call_no_show',
      'roll_call_check_in',
      'roll_call_undo',
      'roll_call_no_show',
    ]);
  });

  test('a preview returns the outcome and changes nothing', async () => {
    const { booking_id: id } = await confirmed(await departureOf());
    const before = await read(id);
    expect(await act('cancel_booking', id, { preview: true })).toMatchObject({
      status: 'ok',
      preview: true,
      state: 'CANCELLED',
      refund: 0,
    });
    expect(await act('change_party', id, { add: adults(1), preview: true })).toMatchObject({
      difference: 5000,
      money: { total: 15000 },
    });
    expect(await read(id)).toEqual(before);
  });

  test('cancelling a departure refunds everything and records the reason', async () => {
    const departure = await departureOf();
    const { booking_id: id } = await confirmed(departure);
    await act('record_payment', id, { amount: 10000, currency: 'DKK', method: 'card' });
    const [{ version }] = (await db.query<{ version: number }>(`select version from public.departures where id = $1`, [
      departure,
    ])) as [{ version: number }];
    const called = await db.rpc<RpcResult>(office(), 'cancel_departures', {
      company: stage.company.id,
      departures: [{ id: departure, version }],
      reason: 'weather',
    });
    expect(called.status).toBe('ok');
    const after = await read(id);
    expect(after).toMatchObject({ state: 'CANCELLED', reason: 'weather', money: { owed: 10000, retained: 0 } });
    expect(after.history.at(-1)).toMatchObject({ code: 'cancel_booking', after: { reason: 'weather' } });
  });

  test('an imported paid booking starts its ledger with that payment; overpayment is shown', async () => {
    const departureId = await departureOf();
    const party = await makeBooking(db, stage.company, { departureId, guests: 1, paidAmount: 5000 });
    const result = await act('record_payment', party.bookingId, { amount: 700, currency: 'DKK', method: 'cash' });
    expect(result).toMatchObject({ status: 'ok', money: { total: 5000, balance: 5700, due: 0, overpaid: 700 } });
    expect(await act('record_payment', party.bookingId, { amount: 700, currency: 'EUR', method: 'cash' })).toEqual({
      status: 'wrong_currency',
    });
  });
});

describe('the end of a hold', () => {
  const holdFor = async (minutes: number) =>
    (await hold(await departureOf(), { guests: adults(1), state: 'ON_HOLD', minutes }))['booking_id'];
  const minutesLeft = async (id: unknown) =>
    (
      await db.query<{ minutes: number }>(
        `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from public.bookings where id = $1`,
        [id],
      )
    )[0]!.minutes;

  test('expire_holds ends overdue holds only', async () => {
    const [over, live] = [await holdFor(60), await holdFor(60)];
    await db.query(`update public.bookings set expires_at = now() - interval '1 second' where id = $1`, [over]);
    await db.query(`update public.bookings set expires_at = now() + interval '1 minute' where id = $1`, [live]);
    await db.query(`select private.expire_holds(10000)`);
    expect(
      await db.query(`select id, status from public.bookings where id = any ($1::uuid[]) order by status`, [
        [over, live],
      ]),
    ).toEqual([
      { id: live, status: 'ON_HOLD' },
      { id: over, status: 'EXPIRED' },
    ]);
  });

  test('extending a hold never shortens it', async () => {
    const id = await holdFor(120);
    expect(await act('extend_booking', id, { minutes: 10 })).toMatchObject({ status: 'ok' });
    expect(await minutesLeft(id)).toBe(120);
    expect(await act('extend_booking', id, { minutes: 240 })).toMatchObject({ status: 'ok' });
    expect(await minutesLeft(id)).toBe(240);
  });
});

describe('storing a hold', () => {
  const stored = async (booking: unknown) =>
    (
      await db.query<{ total: number; price_snapshot: { categories: { quantity: number }[] }; seats: number | null }>(
        `select b.total_amount::int as total, b.price_snapshot, s.seats from public.bookings as b
         left join private.departure_seats as s on s.departure_id = b.departure_id where b.id = $1`,
        [booking],
      )
    )[0]!;

  test('stores the same price that repricing would', async () => {
    const departure = await departureOf();
    const { ADULT, CHILD, INFANT } = stage.categories;
    await db.query(`insert into public.departure_prices values ($1, $2, 1000)`, [departure, CHILD]);
    const guests = [ADULT, CHILD, ADULT, INFANT].map((id) => ({ price_category_id: id }));
    const { booking_id: booking } = await hold(departure, { guests });
    const made = await stored(booking);
    expect(made.total).toBe(11_000);
    expect(made.price_snapshot.categories.map(({ quantity }) => quantity).toSorted()).toEqual([1, 1, 2]);
    await db.query(`select private.reprice($1)`, [booking]);
    expect(await stored(booking)).toEqual(made);
  });

  test('adds no row of counted seats until it is confirmed', async () => {
    const departure = await departureOf();
    const { booking_id: booking } = await hold(departure, { guests: adults(2) });
    expect((await stored(booking)).seats).toBeNull();
    await act('confirm_booking', booking, { contact: { name: 'Anna Holm' } });
    expect((await stored(booking)).seats).toBe(2);
  });
});

describe('protection against mistakes of the office', () => {
  const money = async (id: unknown) => (await read(id))['money'] as unknown as Record<string, number>;

  test('paying what is due twice records one payment', async () => {
    const { booking_id: id } = await confirmed(await departureOf());
    const pay = () => act('record_payment', id, { amount: 'due', currency: 'DKK', method: 'bank' });
    await act('record_payment', id, { amount: 4000, currency: 'DKK', method: 'card' });
    expect(await pay()).toMatchObject({ status: 'ok', money: { balance: 10_000, due: 0 } });
    expect(await pay()).toEqual({ status: 'nothing_due' });
    expect(await money(id)).toMatchObject({ balance: 10_000, overpaid: 0 });
  });

  test('attendance can be marked from an hour before the start', async () => {
    const { booking_id: id } = await confirmed(await departureOf());
    for (const name of ['mark_no_show', 'mark_attended'])
      expect(await act(name, id)).toEqual({ status: 'too_early', from: '2035-05-01T09:00:00.000Z' });
    expect((await read(id)).history.map(({ code }) => code)).toEqual(['hold_booking']);
    const { booking_id: soon } = await confirmed(await nowDeparture());
    expect(await act('mark_attended', soon)).toMatchObject({ status: 'ok' });
  });

  test('amounts in two currencies are never added', async () => {
    const departure = await departureOf();
    const [first, second] = [await confirmed(departure), await confirmed(departure)];
    await db.query(`update public.bookings set currency = 'EUR' where id = $1`, [first['booking_id']]);
    const refusal = { status: 'other_currency', currency: 'EUR', other: 'DKK' };
    expect(await act('change_party', first['booking_id'], { add: adults(1) })).toEqual(refusal);
    const to = { departure_id: await departureOf(9, '2035-05-03') };
    expect(await act('move_booking', first['booking_id'], { ...to, reprice: true })).toEqual(refusal);
    expect(await act('merge_bookings', first['booking_id'], { other: second['booking_id'] })).toEqual(refusal);
    // Changes within the booking's own currency still work.
    const [guest] = first['guests'] as { id: string }[];
    expect(await act('change_party', first['booking_id'], { remove: [guest!.id] })).toMatchObject({
      money: { currency: 'EUR', total: 5000 },
    });
    expect(await act('move_booking', first['booking_id'], to)).toMatchObject({
      money: { currency: 'EUR', total: 5000 },
    });
  });

  test('a booking without a contact is not restored', async () => {
    const { booking_id: id } = await hold(await departureOf(), { guests: adults(1) });
    await act('release_hold', id);
    expect(await act('restore_booking', id)).toEqual({ status: 'no_contact' });
    await act('edit_booking', id, { version: 1, contact: { name: 'Anna Holm' } });
    expect(await act('restore_booking', id)).toMatchObject({ status: 'ok', state: 'CONFIRMED' });
  });

  test.each(['invited', 'ended'])('refuses a partner whose agreement is %s', async (status) => {
    const { id } = await makeOrganisation(db, [stage.company]);
    await db.query(`update public.organisation_companies set status = $2 where organisation_id = $1`, [id, status]);
    const departure = await departureOf();
    expect(await hold(departure, { guests: adults(1), organisation_id: id })).toEqual({ status: 'wrong_partner' });
    await db.query(`update public.organisation_companies set status = 'active' where organisation_id = $1`, [id]);
    const { booking_id: booking } = await hold(departure, { guests: adults(1), organisation_id: id });
    expect(await read(booking)).toMatchObject({ organisation: { id } });
  });

  test('a booking by staff for a partner has the source partner, unless they name another', async () => {
    const { id } = await makeOrganisation(db, [stage.company]);
    const departure = await departureOf();
    const sourceOf = async (more: object) =>
      (await read((await hold(departure, { guests: adults(1), ...more })).booking_id))['source'];
    expect(await sourceOf({})).toBe('office');
    expect(await sourceOf({ organisation_id: id })).toBe('partner');
    expect(await sourceOf({ organisation_id: id, source: 'walk-in' })).toBe('walk-in');
  });

  test('shows referral, country and news consent only to people who may see guests’ data', async () => {
    const { booking_id: booking } = await confirmed(await departureOf());
    const consent = { text: 'Write to me', at: '2027-05-01T08:00:00.000Z', locale: 'en' };
    await db.query(`update public.bookings set referral = 'lobby', country = 'DK', news_consent = $2 where id = $1`, [
      booking,
      JSON.stringify(consent),
    ]);
    expect(await read(booking)).toMatchObject({ referral: 'lobby', country: 'DK', news_consent: consent });
    expect(await read(booking, acting)).toMatchObject({ referral: null, country: null, news_consent: null });
  });

  test.each([
    ['ana@lund.test', false],
    ['ANA@HOLM.test', true],
    [null, false],
  ])('news consent given for ana@holm.test does not apply to another address: %s', async (email, isKept) => {
    const { booking_id: id } = await confirmed(await departureOf());
    const consent = { text: 'Write to me', at: '2027-05-01T08:00:00.000Z', locale: 'en' };
    await db.query(`update public.bookings set contact_email = 'ana@holm.test', news_consent = $2 where id = $1`, [
      id,
      JSON.stringify(consent),
    ]);
    const { version } = await read(id);
    await act('edit_booking', id, { version, contact: { name: 'Ana Holm' } });
    expect((await read(id))['news_consent']).toEqual(consent);
    await act('edit_booking', id, { version: (await read(id)).version, contact: { email } });
    expect((await read(id))['news_consent']).toEqual(isKept ? consent : null);
  });

  test('a refusal names the category of the guest concerned', async () => {
    const departure = await departureOf();
    const child = { price_category_id: stage.categories.CHILD };
    expect(await hold(departure, { guests: [child] })).toMatchObject({ category_type: 'CHILD' });
    const infant = { price_category_id: stage.categories.INFANT, age: 3 };
    expect(await hold(departure, { guests: [...adults(1), infant] })).toMatchObject({ category_type: 'INFANT' });
  });
});

describe('splitting and merging', () => {
  const contactFields = async (id: unknown) =>
    (
      await db.query<Record<string, unknown>>(
        `select contact_email as email, contact_phone as phone, voucher_number as voucher, tags, note from public.bookings where id = $1`,
        [id],
      )
    )[0];

  test('a split copies the tags and leaves the voucher number on the original', async () => {
    const { booking_id: id, guests } = await hold(await departureOf(), {
      guests: adults(2),
      state: 'CONFIRMED',
      contact: { name: 'Anna Holm' },
      voucher_number: 'GYG-1',
    });
    await act('tag_booking', id, { add: ['vip'] });
    const [going] = guests as { id: string }[];
    const { new_booking_id: made } = await act('split_booking', id, { guests: [going!.id] });
    expect(await contactFields(made)).toMatchObject({ tags: ['vip'], voucher: null });
    expect(await contactFields(id)).toMatchObject({ tags: ['vip'], voucher: 'GYG-1' });
  });

  test('a merge keeps everything that was written down', async () => {
    const departure = await departureOf();
    const make = (more: object, contact: object) =>
      hold(departure, { guests: adults(1), state: 'CONFIRMED', contact: { name: 'Anna Holm', ...contact }, ...more });
    const { booking_id: first } = await make({ voucher_number: 'GYG-1', note: 'nuts' }, {});
    const { booking_id: other } = await make(
      { voucher_number: 'VIA-2', note: 'window' },
      { email: 'anna@holm.test', phone: '+4532123456' },
    );
    await act('tag_booking', first, { add: ['vip'] });
    await act('tag_booking', other, { add: ['school'] });
    expect(await act('merge_bookings', first, { other })).toMatchObject({ status: 'ok' });
    expect(await contactFields(first)).toEqual({
      email: 'anna@holm.test',
      phone: '+4532123456',
      voucher: 'GYG-1, VIA-2',
      tags: ['school', 'vip'],
      note: 'nuts\nwindow',
    });
    expect((await read(first)).history.at(-1)).toMatchObject({
      code: 'merge_bookings',
      other_id: other,
      before: { contact: { phone: null } },
      after: { contact: { phone: '+4532123456' } },
    });
    // The other booking's earlier history is read on that booking.
    const { history } = await read(other);
    expect(history.map(({ code }) => code)).toEqual(['hold_booking', 'tag_booking', 'merge_bookings']);
    expect(history.at(-1)).toMatchObject({ other_id: first });
    expect(history[0]).toMatchObject({ other_id: null });
  });

  test('merging bookings of two different guests needs confirmation', async () => {
    const departure = await departureOf();
    const make = (name: string, contact: object = {}) =>
      hold(departure, { guests: adults(1), state: 'CONFIRMED', contact: { name, ...contact } });
    const { booking_id: anna } = await make('Anna Holm', { phone: '+45 32 12 34 56' });
    const bea = await make('Bea Lund');
    expect(await act('merge_bookings', anna, { other: bea['booking_id'] })).toEqual({
      status: 'other_guest',
      reference: bea['reference'],
    });
    expect(await act('merge_bookings', anna, { other: bea['booking_id'], confirm: true })).toMatchObject({
      status: 'ok',
    });
    const { booking_id: same } = await make('A. Holm', { phone: '+4532123456' });
    expect(await act('merge_bookings', anna, { other: same })).toMatchObject({ status: 'ok' });
  });

  test.each([
    ['the same address', { email: 'Anna@Holm.test' }, { email: 'anna@holm.test' }, true],
    ['an address that only the other has', {}, { email: 'anna@holm.test' }, true],
    ['no address at all', {}, {}, false],
    ['another address of the same name', { email: 'anna@work.test' }, { email: 'anna@holm.test' }, false],
    ['another person', {}, { email: 'bea@lund.test', name: 'Bea Lund' }, false],
  ])('a merge carries news consent only for the same address: %s', async (_, one, other, isTransferred) => {
    const departure = await departureOf();
    const make = async (contact: object) =>
      (await hold(departure, { guests: adults(1), state: 'CONFIRMED', contact: { name: 'Anna Holm', ...contact } }))
        .booking_id;
    const [kept, joined] = [await make(one), await make(other)];
    const consent = { text: 'Write to me', at: '2027-05-01T08:00:00.000Z', locale: 'en' };
    await db.query(`update public.bookings set news_consent = $2 where id = $1`, [joined, JSON.stringify(consent)]);
    expect(await act('merge_bookings', kept, { other: joined, confirm: true })).toMatchObject({ status: 'ok' });
    expect((await read(kept))['news_consent']).toEqual(isTransferred ? consent : null);
    // The consent stays on the merged booking, too, and is recorded once.
    expect((await read(joined))['news_consent']).toEqual(consent);
  });

  test('a merge does not overwrite an earlier news consent', async () => {
    const departure = await departureOf();
    const contact = { name: 'Anna Holm', email: 'anna@holm.test' };
    const bookWithConsent = async (words: string) => {
      const { booking_id: id } = await hold(departure, { guests: adults(1), state: 'CONFIRMED', contact });
      const consent = { text: words, at: '2027-05-01T08:00:00.000Z', locale: 'en' };
      await db.query(`update public.bookings set news_consent = $2 where id = $1`, [id, JSON.stringify(consent)]);
      return id;
    };
    const [kept, joined] = [await bookWithConsent('By mail, about walks'), await bookWithConsent('About everything')];
    expect(await act('merge_bookings', kept, { other: joined })).toMatchObject({ status: 'ok' });
    expect(await read(kept)).toMatchObject({ news_consent: { text: 'By mail, about walks' } });
  });
});

test('refunds and payments log the amounts before and after', async () => {
  const { booking_id: id } = await confirmed(await departureOf());
  await act('record_payment', id, { amount: 6000, currency: 'DKK', method: 'card' });
  await act('decide_refund', id, { amount: 2000 });
  await act('record_refund', id, { amount: 2000, method: 'bank' });
  expect((await read(id)).history.slice(1).map(({ before, after }) => [before, after])).toMatchObject([
    [{ paid: null }, { paid: 6000 }],
    [{ owed: null }, { owed: 2000 }],
    [
      { paid: 6000, owed: 2000 },
      { paid: 4000, owed: null },
    ],
  ]);
});

describe('mails to the guest', () => {
  const outbox = (booking: unknown) =>
    db.query<{ id: string; template: string; recipient: string; data: Record<string, unknown> }>(
      `select id, template, recipient, data from private.outbox_messages where booking_id = $1 order by created_at`,
      [booking],
    );
  const leaving = async (message: string) => {
    const [row] = await db.as('service_role', (query) =>
      query<{ result: { mail: { data: Record<string, unknown>; secrets: { token: string } } } }>(
        'select public.read_mail_to_send($1) as result',
        [message],
      ),
    );
    return row!.result.mail;
  };
  const asGuest = (token: unknown) =>
    db.rpc<RpcResult & { booking: Record<string, never> }>('anon', 'guest_read_booking', { token });

  test('resends the confirmation once per request with a new link; the first link stays valid', async () => {
    const made = await confirmed(await departureOf());
    const id = made['booking_id'];
    const args = { request: randomUUID(), booking: id, change: { message: 'See you!' } };
    for (let n = 0; n < 2; n += 1)
      expect(await db.rpc<RpcResult>(office(), 'resend_booking', args)).toMatchObject({ status: 'ok' });
    const mails = await outbox(id);
    const codes = (made['guests'] as { ticket_code: string }[]).map(({ ticket_code }) => ticket_code);
    // The first mail was sent when the booking was made.
    expect(mails).toMatchObject([
      { template: 'booking-confirmed', data: {} },
      { template: 'booking-confirmed', recipient: 'anna@holm.test', data: { message: 'See you!' } },
    ]);
    const letter = await leaving(mails[1]!.id);
    expect(letter.data).toMatchObject({
      reference: made['reference'],
      codes: expect.arrayContaining(codes) as string[],
      due: 10_000,
      message: 'See you!',
    });
    for (const token of [made['token'], letter.secrets.token])
      expect(await asGuest(token)).toMatchObject({ status: 'ok', booking: { reference: made['reference'] } });
    // The mail's calendar entry and the page's must count as one, in the same state.
    const page = (await asGuest(made['token'])).booking;
    expect(letter.data['entry']).toEqual({ id, sequence: page['sequence'] });
    const booking = await read(id);
    expect(booking.history.at(-1)).toMatchObject({
      code: 'resend_booking',
      actor: { id: office() },
      after: { template: 'booking-confirmed' },
    });
    expect(booking).toMatchObject({
      mails: [1, 2].map(() => ({
        template: 'booking-confirmed',
        mail_state: 'pending',
        recipient: 'anna@holm.test',
      })),
    });
    // Without access to guests' data the addresses of mails are hidden.
    expect(await read(id, acting)).toMatchObject({ mails: [] });
  });

  test('without an address no mail is sent and no link is stored', async () => {
    const { booking_id: id } = await hold(await departureOf(), {
      guests: adults(1),
      state: 'CONFIRMED',
      contact: { name: 'Bo' },
    });
    expect(await act('resend_booking', id)).toEqual({ status: 'no_address' });
    expect(await db.query(`select from private.guest_links where booking_id = $1`, [id])).toEqual([]);
    expect(await act('cancel_booking', id, { message: 'Sorry' })).toMatchObject({ status: 'ok', is_mailed: false });
  });

  test('a cancellation mails the guest only with a message, in the office’s words', async () => {
    const departure = await departureOf();
    const [mailed, unmailed] = [await confirmed(departure), await confirmed(departure)];
    const before = (await asGuest(mailed['token'])).booking['sequence'] as unknown as number;
    expect(
      await act('cancel_booking', mailed['booking_id'], { message: 'The boat is broken.', preview: true }),
    ).toMatchObject({
      is_mailed: true,
    });
    expect(await outbox(mailed['booking_id'])).toHaveLength(1);
    await act('cancel_booking', mailed['booking_id'], { message: 'The boat is broken.' });
    await act('cancel_booking', unmailed['booking_id'], { reason_note: 'storm' });
    const [, cancelled] = await outbox(mailed['booking_id']);
    expect(cancelled).toMatchObject({
      template: 'booking-cancelled',
      data: { message: 'The boat is broken.', refund: 0 },
    });
    expect((await leaving(cancelled!.id)).data['entry']).toEqual({ id: mailed['booking_id'], sequence: before + 1 });
    expect(await outbox(unmailed['booking_id'])).toMatchObject([{ template: 'booking-confirmed' }]);
  });

  test('the office previews the guest’s page for 15 minutes and cannot change anything there', async () => {
    const { booking_id: id, reference } = await confirmed(await departureOf());
    const { token } = await db.rpc<RpcResult>(office(), 'preview_as_guest', { booking: id });
    expect(await asGuest(token)).toMatchObject({
      status: 'ok',
      booking: { reference, may: { cancel: false, move: false } },
    });
    const cancel = await db.rpc<RpcResult>('anon', 'guest_cancel', { request: randomUUID(), token, change: {} });
    expect(cancel).toEqual({ status: 'not_found' });
    await db.query(`update private.guest_links set expires_at = now() - interval '1 second' where booking_id = $1`, [
      id,
    ]);
    expect(await asGuest(token)).toEqual({ status: 'not_found' });
    expect(await db.rpc(acting, 'preview_as_guest', { booking: id })).toEqual({ status: 'not_permitted' });
    for (const person of [stage.outsider, stage.company.people.guide])
      expect(await db.rpc(person, 'preview_as_guest', { booking: id })).toEqual({ status: 'not_found' });
  });

  test('a partner is assigned, named in the log, and removed', async () => {
    const { id: organisation } = await makeOrganisation(db, [stage.company]);
    const { booking_id: id } = await confirmed(await departureOf());
    expect(await act('assign_partner', id, { organisation_id: randomUUID() })).toEqual({ status: 'wrong_partner' });
    await act('assign_partner', id, { organisation_id: organisation });
    expect((await read(id)).history.at(-1)).toMatchObject({
      code: 'assign_partner',
      before: {},
      after: { partner: 'City Partners' },
    });
    await act('assign_partner', id, { organisation_id: null });
    expect(await read(id)).toMatchObject({ organisation: null });
  });
});

test('stores the cancellation policy with the booking', async () => {
  const { booking_id: id } = await confirmed(await departureOf());
  const [kept] = await db.query(`select policy_snapshot from public.bookings where id = $1`, [id]);
  expect(kept).toEqual({ policy_snapshot: { cancellation_cut_off_hours: expect.any(Number), guests_may_move: true } });
});
