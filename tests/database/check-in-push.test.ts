/** What check_in_push records, flags and refuses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPglite } from '../support/database.ts';
import type { Database } from '../support/database.ts';
import { makeBooking, makeCode, makeCompany, makeDeparture, makeDevice, makePerson } from '../support/database-fixtures.ts';
import type { Company, Party, WireAction } from '../support/database-fixtures.ts';

let db: Database;
let company: Company;
let other: Company;
beforeAll(async () => {
  db = await openPglite();
  company = await makeCompany(db);
  other = await makeCompany(db);
});
afterAll(() => db?.close());

interface Outcome {
  id: string | null;
  status: string;
  flags?: string[];
  code?: string;
}
interface Answer {
  status: string;
  server_time: string;
  outcomes: Outcome[];
}
type Device = ReturnType<typeof makeDevice>;

const push = (person: string, device: Device, actions: unknown, now?: Date) =>
  db.rpc<Answer>(person, 'check_in_push', { device: device.header(now), actions });
const office = () => company.people.office;
const stored = (id: string) => db.query(`select * from public.check_in_actions where id = $1`, [id]);

async function setUp(options: { guests?: number; status?: string; paidAmount?: number; capacity?: number } = {}) {
  const departureId = await makeDeparture(db, company, { capacity: options.capacity ?? 20 });
  const party = await makeBooking(db, company, { departureId, ...options });
  return { departureId, party, device: makeDevice() };
}
const checkIn = (device: Device, departureId: string, party: Party, more: { id?: string; at?: Date; guest?: number } = {}) =>
  device.action('check_in', {
    company,
    departureId,
    bookingId: party.bookingId,
    guestId: party.guests[more.guest ?? 0]!.id,
    payload: { method: 'tap' },
    id: more.id,
    at: more.at,
  });
const payment = (device: Device, departureId: string, party: Party, amount = 5000) =>
  device.action('payment', {
    company,
    departureId,
    bookingId: party.bookingId,
    payload: { amount, currency: 'DKK', method: 'cash' },
  });
const undo = (device: Device, departureId: string, ids: string[]) =>
  device.action('undo', { company, departureId, payload: { actions: ids } });
const walkIn = (device: Device, departureId: string, more: Record<string, unknown> = {}, guests = 1) => {
  const ids = Array.from({ length: guests }, () => randomUUID());
  return device.action('walk_in', {
    company,
    departureId,
    bookingId: randomUUID(),
    payload: {
      reference: makeCode(6),
      contact_name: 'Ana',
      contact_phone: null,
      contact_email: null,
      total_amount: 5000,
      currency: 'DKK',
      guests: ids.map((id) => ({ id, price_category_id: company.priceCategoryId, name: null, ticket_code: makeCode(12) })),
      ...more,
    },
  });
};
const outcomes = (answer: Answer) => answer.outcomes.map(({ status, flags, code }) => flags ?? code ?? status);

test('every kind is applied once, and again it is a duplicate', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const first = checkIn(device, departureId, party);
  const actions = [
    first,
    device.action('no_show', { company, departureId, bookingId: party.bookingId, guestId: party.guests[1]!.id, payload: {} }),
    walkIn(device, departureId),
    payment(device, departureId, party),
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'wheelchair' } }),
    device.action('count', { company, departureId, payload: { present: 3, missing: [], stop: null } }),
    device.action('depart', { company, departureId, payload: { head_count: 3 } }),
    undo(device, departureId, [first.id]),
  ];
  const answer = await push(office(), device, actions);
  expect(answer.outcomes).toEqual(actions.map(({ id }) => ({ id, status: 'applied' })));
  expect(answer.server_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await push(office(), device, actions)).outcomes).toEqual(actions.map(({ id }) => ({ id, status: 'duplicate' })));
  expect(await db.query(`select count(*)::int as n from public.check_in_actions where departure_id = $1`, [departureId])).toEqual([{ n: 8 }]);
  expect(await stored(first.id)).toMatchObject([{ user_id: office(), device_id: device.id, kind: 'check_in', flags: [] }]);
});

test('twice in one push is one effect', async () => {
  const { departureId, party, device } = await setUp();
  const action = checkIn(device, departureId, party);
  const changed = { ...action, payload: { method: 'scan' } };
  expect(outcomes(await push(office(), device, [action, action, changed]))).toEqual(['applied', 'duplicate', 'id_reused']);
});

test('the same id with another body, or from another person, is refused', async () => {
  const { departureId, party, device } = await setUp();
  const action = checkIn(device, departureId, party);
  await push(office(), device, [action]);
  expect(outcomes(await push(office(), device, [{ ...action, payload: { method: 'scan' } }]))).toEqual(['id_reused']);
  expect(outcomes(await push(company.people.owner, device, [action]))).toEqual(['id_reused']);
  expect(await stored(action.id)).toMatchObject([{ payload: { method: 'tap' }, user_id: office() }]);
});

test('a poison action is refused alone, whatever breaks on it', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  await db.exec(`alter table public.check_in_actions add constraint poison check (payload ->> 'text' is distinct from 'poison')`);
  try {
    const good = [checkIn(device, departureId, party), checkIn(device, departureId, party, { guest: 1 })];
    const poison = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'poison' } });
    expect(outcomes(await push(office(), device, [good[0], poison, good[1]]))).toEqual(['applied', 'malformed', 'applied']);
  } finally {
    await db.exec(`alter table public.check_in_actions drop constraint poison`);
  }
});

test('trouble that passes is an error to try again, never a refusal', async () => {
  const { departureId, party, device } = await setUp();
  await db.exec(`create function private.trip() returns trigger language plpgsql as $$ begin raise sqlstate '53100' using message = 'disk full'; end $$;
    create trigger trip before insert on public.check_in_actions for each row execute function private.trip()`);
  try {
    await expect(push(office(), device, [checkIn(device, departureId, party)])).rejects.toThrow('disk full');
  } finally {
    await db.exec(`drop trigger trip on public.check_in_actions; drop function private.trip()`);
  }
});

test('an unknown kind and a newer schema are refused alone', async () => {
  const { departureId, party, device } = await setUp();
  const action = () => checkIn(device, departureId, party);
  const sent = [{ ...action(), kind: 'teleport' }, { ...action(), schema_version: 2, kind: 'teleport' }, action()];
  expect(outcomes(await push(office(), device, sent))).toEqual(['unknown_kind', 'newer_schema', 'applied']);
});

test('what is malformed is refused, field by field', async () => {
  const { departureId, party, device } = await setUp();
  const good = () => checkIn(device, departureId, party);
  const bodies: unknown[] = [
    5, null, 'x', [], {},
    { ...good(), id: 'not-a-uuid' },
    { ...good(), id: randomUUID().toUpperCase() },
    { ...good(), company_id: null },
    { ...good(), departure_id: 7 },
    { ...good(), device_id: '' },
    { ...good(), booking_id: null },
    { ...good(), guest_id: null },
    { ...good(), schema_version: '1' },
    { ...good(), device_sequence: -1 },
    { ...good(), device_sequence: 1.5 },
    { ...good(), device_sequence: 1e30 },
    { ...good(), occurred_at: '2026-13-45T00:00:00.000Z' },
    { ...good(), occurred_at: 'yesterday' },
    { ...good(), device_time: '2026-05-01T08:52:00Z' },
    { ...good(), payload: null },
    { ...good(), payload: { method: 'magic' } },
    { ...payment(device, departureId, party), payload: { amount: 0, currency: 'DKK', method: 'cash' } },
    { ...payment(device, departureId, party), payload: { amount: 1.5, currency: 'DKK', method: 'cash' } },
    { ...payment(device, departureId, party), payload: { amount: 1e300, currency: 'DKK', method: 'cash' } },
    { ...payment(device, departureId, party), payload: { amount: 100, currency: 'kroner', method: 'cash' } },
    { ...undo(device, departureId, []) },
    { ...undo(device, departureId, ['x']) },
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: '' } }),
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'x'.repeat(5001) } }),
    device.action('count', { company, departureId, payload: { present: 1, missing: ['x'], stop: null } }),
    device.action('depart', { company, departureId, payload: { head_count: -1 } }),
    walkIn(device, departureId, { reference: 'I0O1AB' }),
    walkIn(device, departureId, { contact_name: '  ' }),
    walkIn(device, departureId, { guests: [] }),
    walkIn(device, departureId, { guests: [null] }),
    walkIn(device, departureId, { total_amount: null }),
  ];
  const answer = await push(office(), device, bodies);
  expect(outcomes(answer)).toEqual(bodies.map(() => 'malformed'));
  const kept = await db.query(`select count(*)::int as n from public.check_in_actions where departure_id = $1`, [departureId]);
  expect(kept).toEqual([{ n: 0 }]);
});

test('a text with a NUL or half an emoji is mended, and nothing else is touched', async () => {
  const { departureId, party, device } = await setUp();
  const note = (text: string) =>
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text } });
  const texts = ['cut \ud83d', '\udc4b\ud83d\ud83d', 'nul \u0000!', 'back\\u0000slash', 'whole 👋 \\\\', 'q"\\'];
  const notes = texts.map(note);
  expect(outcomes(await push(office(), device, notes))).toEqual(texts.map(() => 'applied'));
  const kept = await Promise.all(notes.map(async ({ id }) => ((await stored(id))[0] as { payload: { text: string } }).payload.text));
  expect(kept).toEqual(['cut \ufffd', '\ufffd\ufffd\ufffd', 'nul \ufffd!', 'back\\u0000slash', 'whole 👋 \\\\', 'q"\\']);
  expect(outcomes(await push(office(), device, notes))).toEqual(texts.map(() => 'duplicate'));
});

test('more than 200 actions, no array, no device and no session are answered as such', async () => {
  const { departureId, party, device } = await setUp();
  const many = Array.from({ length: 201 }, () => checkIn(device, departureId, party));
  expect(await push(office(), device, many)).toEqual({ status: 'invalid' });
  expect(await push(office(), device, { length: 1 })).toEqual({ status: 'invalid' });
  expect(await db.rpc(office(), 'check_in_push', { device: { id: 'x' }, actions: [] })).toEqual({ status: 'invalid' });
  expect(await push(randomUUID(), device, [])).toEqual({ status: 'signed_out' });
  expect(await push(office(), device, [])).toMatchObject({ status: 'ok', outcomes: [] });
  expect(await push(office(), device, many.slice(0, 200))).toMatchObject({ status: 'ok' });
});

test('who may not check in is refused, also by company, subscription and departure', async () => {
  const { departureId, party, device } = await setUp();
  const action = () => checkIn(device, departureId, party);
  expect(outcomes(await push(company.people.reservations, device, [action()]))).toEqual(['not_permitted']);
  expect(outcomes(await push(other.people.owner, device, [action()]))).toEqual(['not_permitted']);
  // Another company's departure under one's own company's name is no departure.
  expect(outcomes(await push(other.people.owner, device, [{ ...action(), company_id: other.id }]))).toEqual(['unknown_departure']);
  expect(outcomes(await push(office(), device, [{ ...action(), departure_id: randomUUID() }]))).toEqual(['unknown_departure']);
  const bare = await makeCompany(db, { hasActiveSubscription: false });
  const bareDeparture = await makeDeparture(db, bare);
  const barely = device.action('depart', { company: bare, departureId: bareDeparture, payload: { head_count: 0 } });
  expect(outcomes(await push(bare.people.owner, device, [barely]))).toEqual(['no_subscription']);
  const off = await makeCompany(db, { isActive: false });
  const offDeparture = await makeDeparture(db, off);
  const never = device.action('depart', { company: off, departureId: offDeparture, payload: { head_count: 0 } });
  expect(outcomes(await push(off.people.owner, device, [never]))).toEqual(['not_permitted']);
});

test('a refusal is not stored: the same action is applied once the reason is gone', async () => {
  const { departureId, party, device } = await setUp();
  const person = await makePerson(db, { company: company.id });
  const action = checkIn(device, departureId, party);
  expect(outcomes(await push(person, device, [action]))).toEqual(['not_permitted']);
  await db.query(
    `insert into public.roles_users (user_id, role, company) select $1::uuid, id, $2::uuid from public.roles where guard_name = 'office'`,
    [person, company.id],
  );
  expect(outcomes(await push(person, device, [action]))).toEqual(['applied']);
});

test('odd facts are recorded and flagged', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const second = makeDevice();
  await push(office(), device, [checkIn(device, departureId, party), payment(device, departureId, party, 10_000)]);
  expect(outcomes(await push(office(), device, [checkIn(device, departureId, party)]))).toEqual(['applied']);
  expect(outcomes(await push(office(), second, [checkIn(second, departureId, party)]))).toEqual([['already_checked_in']]);
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
  ).toEqual([['booking_cancelled'], ['booking_not_confirmed'], ['booking_moved'], ['unknown_guest'], ['unknown_guest'], ['already_paid']]);

  const off = await makeDeparture(db, company, { status: 'cancelled' });
  const departing = device.action('depart', { company, departureId: off, payload: { head_count: 0 } });
  expect(outcomes(await push(office(), device, [departing]))).toEqual([['departure_cancelled']]);
  expect(await stored(departing.id)).toMatchObject([{ flags: ['departure_cancelled'] }]);
});

test('a check-in or payment that was undone flags nobody', async () => {
  const { departureId, party, device } = await setUp();
  const second = makeDevice();
  const acts = [checkIn(device, departureId, party), payment(device, departureId, party)];
  await push(office(), device, [...acts, undo(device, departureId, acts.map(({ id }) => id))]);
  expect(outcomes(await push(office(), second, [checkIn(second, departureId, party), payment(second, departureId, party)]))).toEqual(['applied', 'applied']);
});

test('a guide records for a departure of somebody else, flagged', async () => {
  const { departureId, party, device } = await setUp();
  const stranger = await makePerson(db, { company: company.id, role: 'guide' });
  expect(outcomes(await push(company.people.guide, device, [checkIn(device, departureId, party)]))).toEqual(['applied']);
  expect(outcomes(await push(stranger, device, [payment(device, departureId, party)]))).toEqual([['not_assigned']]);
  await db.query(`update public.departure_guides set status = 'declined' where departure_id = $1`, [departureId]);
  const note = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'late' } });
  expect(outcomes(await push(company.people.guide, device, [note]))).toEqual([['not_assigned']]);
});

test('clocks: never in the future, order kept, skew flagged, raw time kept', async () => {
  const { departureId, party, device } = await setUp();
  const ahead = new Date(Date.now() + 86_400_000);
  const actions = [0, 1, 2].map((n) => checkIn(device, departureId, party, { at: new Date(ahead.getTime() + n) }));
  const answer = await push(office(), device, actions, ahead);
  expect(outcomes(answer)).toEqual(actions.map(() => ['clock_skew']));
  const rows = await db.query<{ id: string; at: string; raw: string }>(
    `select id, private.iso(occurred_at) as at, private.iso(device_time) as raw from public.check_in_actions
     where departure_id = $1 order by occurred_at`, [departureId]);
  expect(rows.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
  expect(rows[2]!.at).toBe(answer.server_time);
  expect(rows[0]!.raw).toBe(actions[0]!.device_time);
  const behind = checkIn(device, departureId, party, { at: new Date(Date.now() - 86_400_000) });
  expect(outcomes(await push(office(), device, [behind], new Date(Date.now() - 86_400_000)))).toEqual([['clock_skew']]);
  expect((await db.query(`select private.iso(occurred_at) as at from public.check_in_actions where id = $1`, [behind.id]))).toEqual([{ at: behind.occurred_at }]);
});

test('a walk-in makes a booking and guests; undoing it cancels them, whichever comes first', async () => {
  const { departureId, device } = await setUp();
  const made = walkIn(device, departureId, {}, 2);
  expect(outcomes(await push(office(), device, [made]))).toEqual(['applied']);
  const state = async (action: WireAction) =>
    db.query(
      `select b.status, b.source, b.reference, b.total_amount::int as total, array_agg(g.is_cancelled) as cancelled, array_agg(g.category_type) as types
       from public.bookings b join public.guests g on g.booking_id = b.id where b.id = $1 group by b.id`, [action.booking_id]);
  expect(await state(made)).toEqual([
    { status: 'CONFIRMED', source: 'walk-in', reference: (made.payload as { reference: string }).reference, total: 5000, cancelled: [false, false], types: ['ADULT', 'ADULT'] },
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

test('a walk-in cannot take what exists', async () => {
  const { departureId, party, device } = await setUp();
  const theirs = await makeBooking(db, other, { departureId: await makeDeparture(db, other) });
  const guest = (id: string, code = makeCode(12)) => ({ id, price_category_id: other.priceCategoryId, name: 'Eve', ticket_code: code });
  const sent = [
    { ...walkIn(device, departureId), booking_id: theirs.bookingId },
    { ...walkIn(device, departureId), booking_id: party.bookingId },
    walkIn(device, departureId, { guests: [guest(theirs.guests[0]!.id)] }),
    walkIn(device, departureId, { guests: [guest(party.guests[0]!.id)] }),
    walkIn(device, departureId, { guests: [guest(randomUUID(), party.guests[0]!.ticketCode)] }),
  ];
  expect(outcomes(await push(office(), device, [...sent, sent[0]]))).toEqual([...sent, 1].map(() => 'malformed'));
  const left = await db.query(`select count(*)::int as n from public.bookings where source = 'walk-in' and departure_id = $1`, [departureId]);
  expect(left).toEqual([{ n: 0 }]);
  // Another company's price category is nobody's; a reference that is taken gets another one.
  const odd = walkIn(device, departureId, { reference: party.reference, guests: [guest(randomUUID())] });
  expect(outcomes(await push(office(), device, [odd]))).toEqual(['applied']);
  const [row] = await db.query<{ reference: string; category_type: string; price_category_id: null }>(
    `select reference, category_type, price_category_id from public.bookings b join public.guests g on g.booking_id = b.id where b.id = $1`, [odd.booking_id]);
  expect(row).toMatchObject({ category_type: 'OTHER', price_category_id: null });
  expect(row!.reference).not.toBe(party.reference);
});

test('a walk-in beyond the capacity is recorded and flagged', async () => {
  const { departureId, device } = await setUp({ guests: 2, capacity: 3 });
  expect(outcomes(await push(office(), device, [walkIn(device, departureId), walkIn(device, departureId)].sort((a, b) => (a.id < b.id ? -1 : 1))))).toEqual(['applied', ['over_capacity']]);
});

test('the departure follows depart and its undo', async () => {
  const { departureId, device } = await setUp();
  const status = async () => (await db.query<{ status: string }>(`select status from public.departures where id = $1`, [departureId]))[0]!.status;
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

test('a device row is its user’s own, and nobody else can rename it', async () => {
  const { departureId, party, device } = await setUp();
  await push(office(), device, [checkIn(device, departureId, party)]);
  const header = { ...device.header(), label: 'Renamed' };
  const note = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'a' } });
  await db.rpc(company.people.owner, 'check_in_push', { device: header, actions: [note] });
  const labels = await db.query(`select user_id, label from public.devices where id = $1`, [device.id]);
  expect(labels).toEqual(expect.arrayContaining([{ user_id: office(), label: 'Tablet' }, { user_id: company.people.owner, label: 'Renamed' }]));
});
