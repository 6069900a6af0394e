/** Permissions of check-in actions (ADR 004), ownership of devices, and plausible times. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBooking, makeDeparture, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
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
  stored,
  undo,
  walkIn,
  type Device,
} from './push-scene.ts';

beforeAll(openScene);
afterAll(() => db?.close());

const guide = () => company.people.guide;
const DAY = new Date().toISOString().slice(0, 10);
const pull = (person: string, at = company.id) =>
  db.rpc<{ rows: Record<string, Record<string, unknown>[]> }>(person, 'check_in_pull', {
    company: at,
    from_date: DAY,
    to_date: DAY,
    cursor: null,
    page_size: 5000,
  });

describe('a guide and a departure', () => {
  const everything = (device: Device, at: Awaited<ReturnType<typeof setUp>>) => {
    const { departureId, party } = at;
    return {
      facts: [
        checkIn(device, departureId, party),
        device.action('no_show', {
          company,
          departureId,
          bookingId: party.bookingId,
          guestId: party.guests[0]!.id,
          payload: {},
        }),
        payment(device, departureId, party),
        device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'late' } }),
        device.action('count', { company, departureId, payload: { present: 1, missing: [], stop: null } }),
      ],
      commands: [
        walkIn(device, departureId),
        device.action('depart', { company, departureId, payload: { head_count: 1 } }),
        undo(device, departureId, [randomUUID()]),
      ],
    };
  };

  test('of their own: all actions are applied', async () => {
    const at = await setUp();
    const { facts, commands } = everything(at.device, at);
    expect(outcomes(await push(guide(), at.device, [...facts, ...commands]))).toEqual(
      [...facts, ...commands].map(() => 'applied'),
    );
  });

  test('of others: facts are recorded and flagged, commands refused', async () => {
    const at = await setUp();
    const stranger = await makePerson(db, { company: company.id, role: 'guide' });
    const { facts, commands } = everything(at.device, at);
    expect(outcomes(await push(stranger, at.device, facts))).toEqual(facts.map(() => ['not_assigned']));
    expect(outcomes(await push(stranger, at.device, commands))).toEqual(commands.map(() => 'never_assigned'));
    expect(await db.query(`select status from public.departures where id = $1`, [at.departureId])).toEqual([
      { status: 'scheduled' },
    ]);
  });

  test.each([
    ['taken off', `delete from public.departure_guides where departure_id = $1 and user_id = $2`],
    ['declined', `update public.departure_guides set status = 'declined' where departure_id = $1 and user_id = $2`],
  ])('of their own before, %s meanwhile: all actions are recorded and flagged', async (_, sql) => {
    const at = await setUp();
    await db.query(sql, [at.departureId, guide()]);
    const { facts, commands } = everything(at.device, at);
    expect(outcomes(await push(guide(), at.device, [...facts, ...commands]))).toEqual(
      [...facts, ...commands].map(() => ['not_assigned']),
    );
  });

  test('an undo of others’ actions is plain for the office and flagged for a guide, for everybody', async () => {
    const at = await setUp({ guests: 2 });
    const desk = makeDevice();
    const acts = [payment(desk, at.departureId, at.party), checkIn(desk, at.departureId, at.party)];
    await push(office(), desk, acts);
    const mine = checkIn(at.device, at.departureId, at.party, { guest: 1 });
    const back = acts.map(({ id }) => undo(at.device, at.departureId, [id]));
    const ownUndo = undo(at.device, at.departureId, [mine.id]);
    expect(outcomes(await push(guide(), at.device, [mine, ...back, ownUndo]))).toEqual([
      'applied',
      ['undid_payment'],
      ['undid_other'],
      'applied',
    ]);
    const seen = (await pull(office())).rows['actions']!.find(({ id }) => id === back[0]!.id);
    expect(seen).toMatchObject({ flags: ['undid_payment'], user_id: guide() });
    const nextCheckIn = checkIn(at.device, at.departureId, at.party);
    await push(guide(), at.device, [nextCheckIn]);
    expect(outcomes(await push(office(), desk, [undo(desk, at.departureId, [nextCheckIn.id])]))).toEqual(['applied']);
  });
});

describe('devices', () => {
  test('a device id used by two people still reveals conflicts and double payments', async () => {
    const { departureId, party, device } = await setUp();
    await push(office(), device, [checkIn(device, departureId, party), payment(device, departureId, party, 100)]);
    const claimed = makeDevice(device.id);
    expect(
      outcomes(
        await push(guide(), claimed, [checkIn(claimed, departureId, party), payment(claimed, departureId, party, 100)]),
      ),
    ).toEqual([['already_checked_in'], ['already_paid']]);
    const [row] = await db.query<{
      fold: { guests: Record<string, { conflict: boolean }>; bookings: Record<string, { payment_conflict: boolean }> };
    }>(`select private.departure_roll_call($1) as fold`, [departureId]);
    expect(row!.fold.guests[party.guests[0]!.id]!.conflict).toBe(true);
    expect(row!.fold.bookings[party.bookingId]!.payment_conflict).toBe(true);
    const rows = (await pull(office())).rows['devices']!.filter((candidate) => candidate['device_id'] === device.id);
    expect(rows.map((row) => row['user_id']).sort()).toEqual([office(), guide()].sort());
  });

  test('refuses only the action that names another device than the request', async () => {
    const { departureId, party, device } = await setUp();
    const foreign = makeDevice();
    expect(
      outcomes(
        await push(office(), device, [checkIn(foreign, departureId, party), checkIn(device, departureId, party)]),
      ),
    ).toEqual(['wrong_device', 'applied']);
  });
});

describe('times', () => {
  test('a time long before or after the departure is flagged and clamped, in order', async () => {
    const { departureId, party, device } = await setUp();
    const acts = ['0001-01-01', '1999-12-31'].map((day) =>
      checkIn(device, departureId, party, { at: new Date(`${day}T10:00:00.000Z`) }),
    );
    expect(outcomes(await push(office(), device, acts))).toEqual([['odd_time'], ['odd_time']]);
    const days = await db.query<{ id: string; days: number }>(
      `select a.id, extract(epoch from d.starts_at - a.occurred_at)::float8 / 86400 as days from public.check_in_actions a
       join public.departures d on d.id = a.departure_id where d.id = $1 order by occurred_at`,
      [departureId],
    );
    expect(days.map(({ id }) => id)).toEqual(acts.map(({ id }) => id));
    for (const row of days) expect(row.days).toBeLessThanOrEqual(3);
    const ended = await makeDeparture(db, company, { localDate: '2020-05-01' });
    const late = device.action('count', {
      company,
      departureId: ended,
      payload: { present: 1, missing: [], stop: null },
    });
    expect(outcomes(await push(office(), device, [late]))).toEqual([['odd_time']]);
    expect(((await stored(late.id))[0] as { occurred_at: Date }).occurred_at.toISOString().slice(0, 10)).toBe(
      '2020-05-04',
    );
  });

  test.each([[undefined], [null], ['soon'], [7]])('a device clock of %s counts as skewed', async (now) => {
    const { departureId, party, device } = await setUp();
    const header = { ...device.header(), now };
    const result = await db.rpc<{ outcomes: { flags: string[] }[] }>(office(), 'check_in_push', {
      device: header,
      actions: [checkIn(device, departureId, party)],
    });
    expect(result.outcomes).toMatchObject([{ flags: ['clock_skew'] }]);
  });
});

test('a payment for another company’s booking is answered like one for an unknown booking', async () => {
  const { departureId, device, party } = await setUp();
  const theirs = await makeBooking(db, other, { departureId: await makeDeparture(db, other) });
  const pay = (bookingId: string, currency: string) =>
    device.action('payment', { company, departureId, bookingId, payload: { amount: 5000, currency, method: 'cash' } });
  for (const currency of ['DKK', 'EUR'])
    expect(
      outcomes(await push(office(), device, [pay(theirs.bookingId, currency), pay(randomUUID(), currency)])),
    ).toEqual([['unknown_guest'], ['unknown_guest']]);
  expect(outcomes(await push(office(), device, [pay(party.bookingId, 'EUR')]))).toEqual(['malformed']);
});

test('a guide who is also a partner’s admin sees no more names by acting without data sharing', async () => {
  const organisation = await makeOrganisation(db, [company]);
  const both = await makePerson(db, { company: company.id, role: 'guide' });
  await db.query(
    `insert into public.roles_users (user_id, role, organisation) select $1::uuid, id, $2::uuid from public.roles where guard_name = 'partner_admin'`,
    [both, organisation.id],
  );
  const [mine, theirs] = [await makeDeparture(db, company, { guides: [both] }), await makeDeparture(db, company)];
  const [known, unknown] = [
    await makeBooking(db, company, { departureId: mine }),
    await makeBooking(db, company, { departureId: theirs }),
  ];
  expect(await db.rpc(both, 'impersonate', { company: company.id })).toMatchObject({ status: 'ok' });
  const { rows } = await pull(both);
  const name = (id: string) => rows['bookings']!.find((row) => row['id'] === id)?.['contact_name'];
  expect([name(known.bookingId), name(unknown.bookingId)]).toEqual(['Søren Müller', unknown.reference]);
  const guests = new Map(rows['guests']!.map((row) => [row['id'], row['name']]));
  expect([guests.get(known.guests[0]!.id), guests.get(unknown.guests[0]!.id)]).toEqual(['Søren Müller', null]);
  const look = async (reference: string) =>
    (
      await db.rpc<{ match: { contact_name: string } }>(both, 'check_in_look_up', {
        company: company.id,
        departure: null,
        code: { kind: 'reference', value: reference },
      })
    ).match.contact_name;
  expect([await look(known.reference), await look(unknown.reference)]).toEqual(['Søren Müller', unknown.reference]);
  const read = await db.as(both, (query) =>
    query(`select id from public.bookings where company_id = $1`, [company.id]),
  );
  expect(read).toEqual([{ id: known.bookingId }]);
});

test('switching between companies ends the first in its own log, and names neither in the other’s', async () => {
  const platform = await makePerson(db, { role: 'platform_admin' });
  for (const at of [company, other]) await db.rpc(platform, 'impersonate', { company: at.id });
  await db.rpc(platform, 'stop_impersonating', {});
  for (const [at, away] of [
    [company, other],
    [other, company],
  ] as const) {
    const events = await db.query(
      `select action, before, after from public.audit_events where user_id = $1 and company_id = $2 order by happened_at, action`,
      [platform, at.id],
    );
    expect(events.map((event) => event['action'])).toEqual(['impersonate', 'stop_impersonating']);
    expect(JSON.stringify(events)).not.toContain(away.id);
  }
});

test('over REST, a guide reads guests of own departures on days that a device may hold', async () => {
  const person = await makePerson(db, { company: company.id, role: 'guide' });
  const device = makeDevice();
  const seen = [];
  for (const days of [-30, 0, 30]) {
    const localDate = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const departureId = await makeDeparture(db, company, { localDate, guides: [person] });
    const { bookingId } = await makeBooking(db, company, { departureId });
    await push(person, device, [device.action('note', { company, departureId, bookingId, payload: { text: 'x' } })]);
    seen.push(departureId);
  }
  for (const table of ['bookings', 'guests', 'check_in_actions'])
    expect(await db.as(person, (query) => query(`select departure_id from public.${table}`))).toEqual([
      { departure_id: seen[1] },
    ]);
  expect(await db.as(person, (query) => query(`select id from public.departures`))).toHaveLength(3);
});
