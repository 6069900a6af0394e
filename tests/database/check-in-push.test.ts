/** What check_in_push accepts, how it handles repeats, and what it refuses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeDeparture, makePerson } from '../support/database-fixtures.ts';
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

test('applies every kind of the roll-call once and answers a repeat as duplicate', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const first = checkIn(device, departureId, party);
  const actions = [
    first,
    device.action('no_show', {
      company,
      departureId,
      bookingId: party.bookingId,
      guestId: party.guests[1]!.id,
      payload: {},
    }),
    walkIn(device, departureId),
    payment(device, departureId, party),
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'wheelchair' } }),
    device.action('count', { company, departureId, payload: { present: 3, missing: [], stop: null } }),
    device.action('depart', { company, departureId, payload: { head_count: 3 } }),
    undo(device, departureId, [first.id]),
  ];
  const result = await push(office(), device, actions);
  expect(result.outcomes).toEqual(actions.map(({ id }) => ({ id, status: 'applied' })));
  expect(result.server_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await push(office(), device, actions)).outcomes).toEqual(
    actions.map(({ id }) => ({ id, status: 'duplicate' })),
  );
  expect(
    await db.query(`select count(*)::int as n from public.check_in_actions where departure_id = $1`, [departureId]),
  ).toEqual([{ n: 8 }]);
  expect(await stored(first.id)).toMatchObject([
    { user_id: office(), device_id: device.id, kind: 'check_in', flags: [] },
  ]);
});

test('applies an action once that is sent twice in one push', async () => {
  const { departureId, party, device } = await setUp();
  const action = checkIn(device, departureId, party);
  const changed = { ...action, payload: { method: 'scan' } };
  expect(outcomes(await push(office(), device, [action, action, changed]))).toEqual([
    'applied',
    'duplicate',
    'id_reused',
  ]);
});

test('refuses a known id with another body or from another person', async () => {
  const { departureId, party, device } = await setUp();
  const action = checkIn(device, departureId, party);
  await push(office(), device, [action]);
  expect(outcomes(await push(office(), device, [{ ...action, payload: { method: 'scan' } }]))).toEqual(['id_reused']);
  expect(outcomes(await push(company.people.owner, device, [action]))).toEqual(['id_reused']);
  expect(await stored(action.id)).toMatchObject([{ payload: { method: 'tap' }, user_id: office() }]);
});

test('refuses only the action that fails, whatever the error', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  await db.exec(
    `alter table public.check_in_actions add constraint poison check (payload ->> 'text' is distinct from 'poison')`,
  );
  try {
    const good = [checkIn(device, departureId, party), checkIn(device, departureId, party, { guest: 1 })];
    const poison = device.action('note', {
      company,
      departureId,
      bookingId: party.bookingId,
      payload: { text: 'poison' },
    });
    expect(outcomes(await push(office(), device, [good[0], poison, good[1]]))).toEqual([
      'applied',
      'malformed',
      'applied',
    ]);
  } finally {
    await db.exec(`alter table public.check_in_actions drop constraint poison`);
  }
});

test('a temporary failure is an error to retry, never a refusal', async () => {
  const { departureId, party, device } = await setUp();
  await db.exec(`create function private.trip() returns trigger language plpgsql as $$ begin raise sqlstate '53100' using message = 'disk full'; end $$;
    create trigger trip before insert on public.check_in_actions for each row execute function private.trip()`);
  try {
    await expect(push(office(), device, [checkIn(device, departureId, party)])).rejects.toThrow('disk full');
  } finally {
    await db.exec(`drop trigger trip on public.check_in_actions; drop function private.trip()`);
  }
});

test('refuses only the actions of an unknown kind or newer schema', async () => {
  const { departureId, party, device } = await setUp();
  const action = () => checkIn(device, departureId, party);
  const sent = [{ ...action(), kind: 'teleport' }, { ...action(), schema_version: 2, kind: 'teleport' }, action()];
  expect(outcomes(await push(office(), device, sent))).toEqual(['unknown_kind', 'newer_schema', 'applied']);
});

test('refuses malformed actions, field by field', async () => {
  const { departureId, party, device } = await setUp();
  const good = () => checkIn(device, departureId, party);
  const bodies: unknown[] = [
    5,
    null,
    'x',
    [],
    {},
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
    { ...good(), occurred_at: '2026-05-01T24:00:00.000Z' },
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
  const result = await push(office(), device, bodies);
  expect(outcomes(result)).toEqual(bodies.map(() => 'malformed'));
  const storedCount = () =>
    db.query(`select count(*)::int as n from public.check_in_actions where departure_id = $1`, [departureId]);
  expect(await storedCount()).toEqual([{ n: 0 }]);
  // An unreadable action makes the whole batch take the slower checked path; that must check as much.
  for (const body of bodies)
    expect([body, outcomes(await push(office(), device, [body, good()]))]).toEqual([body, ['malformed', 'applied']]);
  expect(await storedCount()).toEqual([{ n: bodies.length }]);
});

test('replaces NUL and lone surrogates in texts and changes nothing else', async () => {
  const { departureId, party, device } = await setUp();
  const note = (text: string) =>
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text } });
  const texts = ['cut \ud83d', '\udc4b\ud83d\ud83d', 'nul \u0000!', 'back\\u0000slash', 'whole 👋 \\\\', 'q"\\'];
  const notes = texts.map(note);
  expect(outcomes(await push(office(), device, notes))).toEqual(texts.map(() => 'applied'));
  const storedTexts = await Promise.all(
    notes.map(async ({ id }) => ((await stored(id))[0] as { payload: { text: string } }).payload.text),
  );
  expect(storedTexts).toEqual([
    'cut \ufffd',
    '\ufffd\ufffd\ufffd',
    'nul \ufffd!',
    'back\\u0000slash',
    'whole 👋 \\\\',
    'q"\\',
  ]);
  expect(outcomes(await push(office(), device, notes))).toEqual(texts.map(() => 'duplicate'));
});

test('rejects more than 200 actions, anything but an array, and calls without device or session', async () => {
  const { departureId, party, device } = await setUp();
  const many = Array.from({ length: 201 }, () => checkIn(device, departureId, party));
  expect(await push(office(), device, many)).toEqual({ status: 'invalid' });
  // Oversized batches of nonsense, also from a person without permission, are rejected before they are read.
  const flood = Array.from({ length: 200_000 }, () => 0);
  for (const person of [office(), company.people.reservations]) {
    expect(await push(person, device, flood)).toEqual({ status: 'invalid' });
    expect(await push(person, device, flood.slice(0, 201))).toEqual({ status: 'invalid' });
  }
  expect(await push(office(), device, { length: 1 })).toEqual({ status: 'invalid' });
  expect(await db.rpc(office(), 'check_in_push', { device: { id: 'x' }, actions: [] })).toEqual({ status: 'invalid' });
  expect(await push(randomUUID(), device, [])).toEqual({ status: 'signed_out' });
  expect(await push(office(), device, [])).toMatchObject({ status: 'ok', outcomes: [] });
  expect(await push(office(), device, many.slice(0, 200))).toMatchObject({ status: 'ok' });
});

test('refuses people without permission, other and inactive companies, and foreign departures', async () => {
  const { departureId, party, device } = await setUp();
  const action = () => checkIn(device, departureId, party);
  expect(outcomes(await push(company.people.reservations, device, [action()]))).toEqual(['not_permitted']);
  expect(outcomes(await push(other.people.owner, device, [action()]))).toEqual(['not_permitted']);
  // Another company's departure under one's own company's id is unknown.
  expect(outcomes(await push(other.people.owner, device, [{ ...action(), company_id: other.id }]))).toEqual([
    'unknown_departure',
  ]);
  expect(outcomes(await push(office(), device, [{ ...action(), departure_id: randomUUID() }]))).toEqual([
    'unknown_departure',
  ]);
  const bare = await makeCompany(db, { hasActiveSubscription: false });
  const bareDeparture = await makeDeparture(db, bare);
  const barely = device.action('depart', { company: bare, departureId: bareDeparture, payload: { head_count: 0 } });
  expect(outcomes(await push(bare.people.owner, device, [barely]))).toEqual(['no_subscription']);
  const off = await makeCompany(db, { isActive: false });
  const offDeparture = await makeDeparture(db, off);
  const never = device.action('depart', { company: off, departureId: offDeparture, payload: { head_count: 0 } });
  expect(outcomes(await push(off.people.owner, device, [never]))).toEqual(['not_permitted']);
});

test('a refusal is not stored: the same action is applied once its reason is gone', async () => {
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
