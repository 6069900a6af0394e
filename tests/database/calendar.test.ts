/** The calendar's RPCs, for each persona: what they read, change and refuse, and whom they notify. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBooking, makeCompany, makeOrganisation, makePerson, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { addMail, day, openScene, strangersTo, type RpcResult, type Card, type Scene } from './calendar-scene.ts';

let db: Database;
let scene: Scene;
let company: Company;
let other: Company;
let partner: { admin: string; agent: string; id: string };
let office: string;
beforeAll(async () => {
  db = await openPostgres();
  scene = await openScene(db);
  ({ company } = scene);
  office = company.people.office;
  other = await makeCompany(db);
  partner = await makeOrganisation(db, [company]);
});
afterAll(() => db?.close());

type Row = [string, number, number, number, number, number, number, string, number, number, number, number[]];
interface Month {
  status: string;
  is_whole_company: boolean;
  people: [string, string][];
  days_off: { tour_id: string | null; from_date: string; to_date: string; name: string }[];
  departures: Row[];
}
const month = (person: Persona, filters: unknown = {}, [from, to] = [day(0), day(40)]) =>
  scene.ask<Month>(person, 'read_calendar', { from_date: from, to_date: to, filters });
const rowOf = async (id: string, person: Persona = office) =>
  (await month(person)).departures.find((row) => row[0] === id);
const change = (person: Persona, departures: unknown, changes: unknown, preview = false) =>
  scene.ask(person, 'change_departures', { departures, changes, preview });

describe('a month', () => {
  test('returns what the calendar shows of each departure', async () => {
    const id = await scene.departure({ localDate: day(11), capacity: 8, guides: [company.people.guide] });
    await makeBooking(db, company, { departureId: id, guests: 3 });
    await makeBooking(db, company, { departureId: id, guests: 2, status: 'PENDING' });
    await makeBooking(db, company, { departureId: id, guests: 1, status: 'ON_HOLD' });
    await makeBooking(db, company, { departureId: id, guests: 4, status: 'CANCELLED' });
    const lapsed = await makeBooking(db, company, { departureId: id, guests: 4, status: 'ON_HOLD' });
    await db.query(`update public.bookings set expires_at = now() - interval '1 second' where id = $1`, [
      lapsed.bookingId,
    ]);
    const result = await month(office);
    expect(result).toMatchObject({ status: 'ok', is_whole_company: true });
    const place = result.people.findIndex(([person]) => person === company.people.guide);
    expect(result.departures.find((row) => row[0] === id)).toEqual([
      id,
      0,
      11,
      Date.parse(`${day(11)}T10:00:00Z`) / 1000,
      90,
      6,
      8,
      'en',
      0,
      1,
      1,
      [6 * place + 1],
      0,
    ]);
  });

  test('includes days off, also of filtered tours, and none of another company', async () => {
    const off = (of: Company, tour: string | null, [from, to]: [number, number], name: string) =>
      db.query(
        `insert into public.blackouts (company_id, tour_id, from_date, to_date, name) values ($1, $2, $3, $4, $5)`,
        [of.id, tour, day(from), day(to), name],
      );
    await off(company, null, [-3, 0], 'Until the first');
    await off(company, company.tourId, [40, 44], 'From the last');
    await off(company, null, [41, 44], 'After it');
    await off(company, null, [-3, -1], 'Before it');
    await off(other, null, [0, 5], 'Elsewhere');
    const both = [
      { tour_id: null, from_date: day(-3), to_date: day(0), name: 'Until the first' },
      { tour_id: company.tourId, from_date: day(40), to_date: day(44), name: 'From the last' },
    ];
    for (const person of [office, company.people.guide]) expect((await month(person)).days_off).toEqual(both);
    expect((await month(office, { tours: [randomUUID()] })).days_off).toEqual(both);
  });

  test('flags too few guests within a week to the office, as the list of tours does', async () => {
    await db.query(`update public.tours set minimum_guests = 3 where id = $1`, [company.tourId]);
    const [near, far] = [
      await scene.departure({ localDate: day(3), guides: [company.people.guide] }),
      await scene.departure({ localDate: day(12) }),
    ];
    const belowMinimum = async (person: Persona = office) => {
      const read = await scene.ask<{ departures: { id: string; below_minimum: boolean }[] }>(person, 'read_day', {
        day: day(3),
      });
      return [((await rowOf(near, person))![8] & 8) > 0, read.departures.find(({ id }) => id === near)!.below_minimum];
    };
    expect(await belowMinimum()).toEqual([false, false]);
    await makeBooking(db, company, { departureId: near, guests: 2 });
    await makeBooking(db, company, { departureId: far, guests: 2 });
    expect(await belowMinimum()).toEqual([true, true]);
    expect((await rowOf(near))![8] % 4).toBe(0);
    expect(await belowMinimum(company.people.guide)).toEqual([false, false]);
    expect((await rowOf(far))![8]).toBe(0);
    await makeBooking(db, company, { departureId: near, guests: 1 });
    expect(await belowMinimum()).toEqual([false, false]);
    await db.query(`update public.tours set minimum_guests = 1 where id = $1`, [company.tourId]);
  });

  test('is filtered by tour, guide, language, status, and missing guide', async () => {
    const guide = await makePerson(db, { role: 'guide', company: company.id });
    const [mine, danish, empty] = [
      await scene.departure({ guides: [guide] }),
      await scene.departure({ guides: [guide] }),
      await scene.departure(),
    ];
    await db.query(`update public.departures set language = 'da', status = 'cancelled' where id = $1`, [danish]);
    const ids = async (filters: unknown) => (await month(office, filters)).departures.map(([id]) => id);
    expect((await ids({ guides: [guide] })).sort()).toEqual([mine, danish].sort());
    expect(await ids({ guides: [guide], languages: ['da'] })).toEqual([danish]);
    expect(await ids({ guides: [guide], statuses: ['scheduled'] })).toEqual([mine]);
    const unassigned = await ids({ unassigned: true });
    expect(unassigned).toContain(empty);
    expect(unassigned).not.toContain(mine);
    expect(await ids({ tours: [randomUUID()] })).toEqual([]);
    expect(await ids({ tours: [company.tourId] })).toContain(mine);
  });

  test('shows guides their own departures without declined ones; the office sees who declined', async () => {
    const [mine, declined, foreign] = [
      await scene.departure({ guides: [company.people.guide] }),
      await scene.departure({ guides: [company.people.guide] }),
      await scene.departure(),
    ];
    await db.query(`update public.departure_guides set status = 'declined' where departure_id = $1`, [declined]);
    const colleague = await makePerson(db, { role: 'guide', company: company.id });
    await db.query(`insert into public.departure_guides values ($1, $2, 'assistant', 'declined')`, [mine, colleague]);
    const result = await month(company.people.guide);
    expect(result.is_whole_company).toBe(false);
    const ids = result.departures.map(([id]) => id);
    expect(ids).toContain(mine);
    expect(ids).not.toContain(declined);
    expect(ids).not.toContain(foreign);
    expect(result.people.map(([id]) => id)).toEqual([company.people.guide]);
    expect((await rowOf(mine))![11]).toHaveLength(2);
    expect((await rowOf(declined))![11]).toHaveLength(1);
  });

  test('is for people with access to a calendar, and for valid ranges', async () => {
    expect(await month('anon').catch((error: { code: string }) => error.code)).toBe('42501');
    for (const person of [other.people.owner, partner.admin, partner.agent])
      expect(await month(person)).toEqual({ status: 'not_permitted' });
    for (const person of [
      company.people.owner,
      office,
      company.people.reservations,
      company.people.accountant,
      company.people.guide_manager,
    ])
      expect(await month(person)).toMatchObject({ status: 'ok', is_whole_company: true });
    for (const range of [
      [day(1), day(0)],
      [day(0), day(63)],
    ])
      expect(await month(office, {}, range as [string, string])).toEqual({ status: 'invalid' });
    expect(await month(office, [])).toEqual({ status: 'invalid' });
  });
});

describe('a day', () => {
  interface Day {
    status: string;
    departures: (Card & {
      bookings: {
        reference: string;
        contact_name: string;
        contact_phone: string | null;
        seats: number;
        guests: number;
        due: number;
      }[];
    })[];
  }
  const read = (person: Persona, at: string) => scene.ask<Day>(person, 'read_day', { day: at });

  test('lists departures with bookings, with names for the office and for their guide', async () => {
    const id = await scene.departure({ localDate: day(2), guides: [company.people.guide] });
    const party = await makeBooking(db, company, { departureId: id, guests: 3 });
    for (const person of [office, company.people.guide]) {
      const found = (await read(person, day(2))).departures.find((departure) => departure.id === id)!;
      expect(found.bookings).toEqual([
        expect.objectContaining({ reference: party.reference, contact_name: 'Søren Müller', guests: 3, seats: 3 }),
      ]);
    }
  });

  test('counts cash that a guide collected as paid', async () => {
    const id = await scene.departure({ localDate: day(0), guides: [company.people.guide] });
    const { bookingId } = await makeBooking(db, company, { departureId: id });
    const readDue = async () =>
      (await read(office, day(0))).departures.find((departure) => departure.id === id)!.bookings[0]!.due;
    const total = await readDue();
    expect(total).toBeGreaterThan(700);
    const device = makeDevice();
    const payload = { amount: 700, currency: 'DKK', method: 'cash' as const };
    const payment = device.action('payment', { company, departureId: id, bookingId, payload });
    await db.rpc(company.people.guide, 'check_in_push', { device: device.header(), actions: [payment] });
    expect(await readDue()).toBe(total - 700);
  });

  test('hides bookings from a guide on days that no device holds', async () => {
    const id = await scene.departure({ localDate: day(20), guides: [company.people.guide] });
    await makeBooking(db, company, { departureId: id });
    const found = (await read(company.people.guide, day(20))).departures.find((departure) => departure.id === id)!;
    expect(found.bookings).toEqual([]);
    expect((await read(office, day(20))).departures.find((departure) => departure.id === id)!.bookings).toHaveLength(1);
  });

  test('hides guests’ names from a partner who acts without data sharing', async () => {
    const id = await scene.departure({ localDate: day(3) });
    const party = await makeBooking(db, company, { departureId: id });
    await db.query(`update public.bookings set contact_phone = '+4511223344' where id = $1`, [party.bookingId]);
    const acting = await makePerson(db, { role: 'partner_admin', organisation: partner.id });
    await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [company.id, acting]);
    const readParty = async () =>
      (await read(acting, day(3))).departures.find((departure) => departure.id === id)!.bookings[0];
    expect(await readParty()).toMatchObject({ contact_name: party.reference, contact_phone: null });
    const preview = await scene.ask(acting, 'cancel_departures', {
      departures: await scene.chosen(id),
      reason: 'weather',
      preview: true,
    });
    expect(preview.impact!.without_email).toEqual([
      expect.objectContaining({ contact_name: party.reference, contact_phone: null, guests: 1 }),
    ]);
    await db.query(`update public.organisation_companies set data_sharing = true where organisation_id = $1`, [
      partner.id,
    ]);
    expect(await readParty()).toMatchObject({ contact_name: 'Søren Müller', contact_phone: '+4511223344' });
    await db.query(`update public.organisation_companies set data_sharing = false where organisation_id = $1`, [
      partner.id,
    ]);
  });

  test('is refused to outsiders', async () => {
    for (const person of [other.people.owner, partner.admin])
      expect(await read(person, day(2))).toEqual({ status: 'not_permitted' });
  });
});

describe('bulk changes', () => {
  test('apply to all departures, add one version and one log entry, and are idempotent', async () => {
    const ids = [await scene.departure(), await scene.departure()];
    const chosen = await scene.chosen(...ids);
    const before = await scene.audited('change_departure');
    const changes = { closed: true, capacity: 30, language: 'da', meeting_note: ' North gate ' };
    expect(await change(office, chosen, changes)).toMatchObject({ status: 'ok', done: true });
    expect(await change(office, chosen, changes)).toMatchObject({ status: 'ok', done: true });
    const rows = await db.query(
      `select is_closed, capacity, own_capacity, language, own_language, meeting_note, version from public.departures where id = any ($1)`,
      [ids],
    );
    const row = {
      is_closed: true,
      capacity: 30,
      own_capacity: true,
      language: 'da',
      own_language: true,
      meeting_note: 'North gate',
      version: 2,
    };
    expect(rows).toEqual([row, row]);
    expect((await scene.audited('change_departure')) - before).toBe(2);
    expect((await rowOf(ids[0]!))!.slice(8, 11)).toEqual([4, 7, 2]);
    expect(await change(office, await scene.chosen(...ids), { closed: false, meeting_note: null })).toMatchObject({
      status: 'ok',
    });
    expect((await rowOf(ids[0]!))!.slice(8, 11)).toEqual([0, 3, 3]);
  });

  test('preview whom they concern', async () => {
    const id = await scene.departure({ guides: [company.people.guide] });
    const party = await makeBooking(db, company, { departureId: id, guests: 3 });
    await makeBooking(db, company, { departureId: id, guests: 2, status: 'ON_HOLD' });
    const preview = await change(office, await scene.chosen(id), { meeting_note: 'Elsewhere' }, true);
    expect(preview).toMatchObject({
      status: 'ok',
      done: false,
      impact: {
        bookings: 1,
        guests: 3,
        holds: 1,
        without_email: [{ reference: party.reference }],
        guides: [{ user_id: company.people.guide }],
      },
    });
    expect(await scene.versionOf(id)).toBe(1);
    expect((await change(office, await scene.chosen(id), { closed: true }, true)).impact).toMatchObject({
      bookings: 0,
      guides: [],
    });
  });

  test('of an outdated departure are stale, show its current state, and change no other', async () => {
    const ids = [await scene.departure(), await scene.departure()];
    const chosen = await scene.chosen(...ids);
    await change(office, [chosen[1]], { capacity: 5 });
    const result = await change(company.people.reservations, chosen, { closed: true });
    expect(result).toMatchObject({
      status: 'stale',
      departures: [{ id: ids[1], version: 2, capacity: 5, closed: false }],
    });
    expect(await scene.versionOf(ids[0]!)).toBe(1);
  });

  test('need a reason to set a capacity below the seats booked and held', async () => {
    const id = await scene.departure();
    await makeBooking(db, company, { departureId: id, guests: 3 });
    await makeBooking(db, company, { departureId: id, guests: 2, status: 'ON_HOLD' });
    const chosen = await scene.chosen(id);
    expect(await change(office, chosen, { capacity: 4 })).toEqual({
      status: 'under_booked',
      departures: [{ id, booked: 5 }],
    });
    expect(await change(office, chosen, { capacity: 5 })).toMatchObject({ status: 'ok' });
    const repeated = await scene.chosen(id);
    expect(await change(office, repeated, { capacity: 4, over_booked_reason: 'ok' })).toEqual({ status: 'invalid' });
    expect(await change(office, repeated, { capacity: 4, over_booked_reason: 'The boat is smaller' })).toMatchObject({
      status: 'ok',
    });
    // Closing a departure that is overbooked already needs no new reason.
    expect(await change(office, await scene.chosen(id), { closed: true, capacity: 4 })).toMatchObject({ status: 'ok' });
  });

  test.each([
    [{}],
    [{ capacity: -1 }],
    [{ capacity: 1.5 }],
    [{ capacity: '5' }],
    [{ capacity: 1e9 }],
    [{ language: 'klingon' }],
    [{ closed: 'yes' }],
    [{ status: 'cancelled' }],
    [{ meeting_note: 'x'.repeat(1001) }],
    [{ meeting_note: 5 }],
    [[]],
    [{ capacity: null }],
    [{ closed: null }],
    [{ language: null }],
    [{ capacity: 0, over_booked_reason: null }],
  ])('with invalid values are refused: %j', async (changes) => {
    const id = await scene.departure();
    expect(await change(office, await scene.chosen(id), changes)).toEqual({ status: 'invalid' });
  });

  test.each([
    [[]],
    [{}],
    [null],
    [[{ id: 'x', version: 1 }]],
    [[{ id: randomUUID() }]],
    [Array.from({ length: 201 }, () => ({ id: randomUUID(), version: 1 }))],
  ])('without a valid list of departures are refused', async (departures) =>
    expect(await change(office, departures, { closed: true })).toEqual({ status: 'invalid' }),
  );

  test('are refused for another company’s departures and for completed ones', async () => {
    const foreign = (
      await db.query<{ id: string }>(
        `insert into public.departures (company_id, tour_id, starts_at, ends_at, local_date, capacity) values ($1, $2, now(), now() + interval '1 hour', current_date, 5) returning id`,
        [other.id, other.tourId],
      )
    )[0]!.id;
    expect(await change(office, await scene.chosen(foreign), { closed: true })).toEqual({ status: 'not_found' });
    const over = await scene.departure({ status: 'completed' });
    expect(await change(office, await scene.chosen(over), { closed: true })).toEqual({
      status: 'ended',
      departures: [over],
    });
  });
});

describe('cancelling departures', () => {
  const cancel = (person: Persona, departures: unknown, more: Record<string, unknown> = {}) =>
    scene.ask(person, 'cancel_departures', { departures, reason: 'weather', message: 'A storm is coming.', ...more });

  test('ends bookings by status, mails guests and guides in their language, and is idempotent', async () => {
    const id = await scene.departure({ guides: [company.people.guide] });
    const parties = { CONFIRMED: '', PENDING: '', ON_HOLD: '', EXPIRED: '' };
    for (const status of Object.keys(parties) as (keyof typeof parties)[]) {
      const { bookingId } = await makeBooking(db, company, { departureId: id, guests: 2, status });
      parties[status] = await addMail(db, bookingId, status === 'PENDING' ? 'it' : 'da');
    }
    const unmailed = await makeBooking(db, company, { departureId: id });
    const chosen = await scene.chosen(id);
    const preview = await cancel(office, chosen, { preview: true });
    expect(preview).toMatchObject({
      status: 'ok',
      done: false,
      impact: { bookings: 3, guests: 5, holds: 1, without_email: [{ reference: unmailed.reference }] },
    });
    expect(await scene.mails('departure-cancelled')).toEqual([]);
    expect(await cancel(office, chosen)).toMatchObject({ status: 'ok', done: true, impact: preview.impact });
    expect(await cancel(office, chosen)).toMatchObject({ status: 'ok', impact: { bookings: 0 } });
    const bookings = await db.query<{ status: string }>(
      `select status from public.bookings where departure_id = $1 order by status::text`,
      [id],
    );
    expect(bookings.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'EXPIRED', 'EXPIRED', 'REJECTED']);
    const mails = await scene.mails('departure-cancelled');
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [parties.CONFIRMED, parties.PENDING, `${company.people.guide}@muster.test`].sort(),
    );
    expect(mails.find(({ recipient }) => recipient === parties.PENDING)).toMatchObject({
      locale: 'it',
      data: { reason: 'weather', message: 'A storm is coming.', tour: 'Harbour walk', audience: 'guest' },
    });
    expect(mails.find(({ data }) => data['audience'] === 'guide')!.data).not.toHaveProperty(
      'reference',
      expect.stringMatching(/./),
    );
    expect((await rowOf(id))!.slice(5, 9)).toEqual([0, 20, 'en', 3]);
    expect(await scene.audited('cancel_departure')).toBe(1);
  });

  test('is refused after departing, for an outdated version, and for an unknown reason', async () => {
    const left = await scene.departure({ status: 'departed' });
    expect(await cancel(office, await scene.chosen(left))).toEqual({ status: 'ended', departures: [left] });
    const id = await scene.departure();
    const chosen = await scene.chosen(id);
    expect(await cancel(office, chosen, { reason: 'mood' })).toEqual({ status: 'invalid' });
    expect(await cancel(office, chosen, { message: 'x'.repeat(2001) })).toEqual({ status: 'invalid' });
    await change(office, chosen, { closed: true });
    expect(await cancel(office, chosen)).toMatchObject({ status: 'stale', departures: [{ id, closed: true }] });
  });
});

describe('moving a departure', () => {
  const move = (person: Persona, departure: string, version: number, more: Record<string, unknown> = {}) =>
    scene.ask<RpcResult>(person, 'move_departure', {
      departure,
      version,
      to_date: day(15),
      to_time: '14:30',
      message: '',
      ...more,
    });

  test('keeps bookings, reads the time in the company’s zone, asks guides again and mails all', async () => {
    const id = await scene.departure({ localDate: day(12), guides: [company.people.guide] });
    const { bookingId } = await makeBooking(db, company, { departureId: id, guests: 2 });
    const address = await addMail(db, bookingId, 'es');
    const preview = await move(office, id, 1, { preview: true });
    expect(preview).toMatchObject({
      status: 'ok',
      done: false,
      impact: { bookings: 1, guides: [{ user_id: company.people.guide }] },
    });
    expect(await scene.versionOf(id)).toBe(1);
    expect(await move(office, id, 1)).toMatchObject({ status: 'ok', done: true, departures: [{ id, version: 2 }] });
    expect(await move(office, id, 1)).toMatchObject({ status: 'ok', departures: [{ id, version: 2 }] });
    const [row] = await db.query(
      `select to_char(starts_at at time zone 'Europe/Copenhagen', 'YYYY-MM-DD HH24:MI') as local, local_date::text, ends_at - starts_at = interval '90 minutes' as lasts, follows_schedule,
         (select status from public.departure_guides where departure_id = id) as guide, (select b.departure_id = $1 from public.bookings as b where b.id = $2) as kept
       from public.departures where id = $1`,
      [id, bookingId],
    );
    expect(row).toEqual({
      local: `${day(15)} 14:30`,
      local_date: day(15),
      lasts: true,
      follows_schedule: false,
      guide: 'proposed',
      kept: true,
    });
    const mails = await scene.mails('departure-moved');
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [address, `${company.people.guide}@muster.test`].sort(),
    );
    expect(mails.find(({ recipient }) => recipient === address)).toMatchObject({
      locale: 'es',
      data: { previous: `${day(12)}T10:00:00.000Z`, timeZone: 'Europe/Copenhagen' },
    });
  });

  test('previews its conflicts for the guides', async () => {
    const there = await scene.departure({ localDate: day(15), guides: [company.people.guide] });
    await db.query(
      `update public.departures set starts_at = ($2::date + time '14:00') at time zone 'Europe/Copenhagen', ends_at = ($2::date + time '16:00') at time zone 'Europe/Copenhagen' where id = $1`,
      [there, day(15)],
    );
    const id = await scene.departure({ localDate: day(13), guides: [company.people.guide] });
    const { conflicts } = await move(office, id, 1, { preview: true });
    expect(conflicts).toContainEqual({
      departure_id: id,
      user_id: company.people.guide,
      kind: 'overlap',
      other_id: there,
    });
  });

  test.each([
    ['2030-03-31', '02:30', '2030-03-31T01:30:00.000Z'],
    ['2030-10-27', '02:30', '2030-10-27T00:30:00.000Z'],
    ['2030-10-27', '10:00', '2030-10-27T09:00:00.000Z'],
  ])('to %s %s across a clock change gives %s', async (date, time, instant) => {
    const id = await scene.departure();
    await move(office, id, 1, { to_date: date, to_time: time });
    const [row] = await db.query(
      `select private.iso(starts_at) as at, ends_at - starts_at = interval '90 minutes' as lasts from public.departures where id = $1`,
      [id],
    );
    expect(row).toEqual({ at: instant, lasts: true });
  });

  test('is refused into the past, for outdated or completed departures, and without a valid time', async () => {
    const id = await scene.departure();
    expect(await move(office, id, 1, { to_date: day(-2) })).toEqual({ status: 'past' });
    expect(await move(office, id, 7)).toMatchObject({ status: 'stale', departures: [{ id, version: 1 }] });
    expect(await move(office, id, 1, { to_date: 'infinity' })).toEqual({ status: 'invalid' });
    expect(await move(office, id, 1, { to_time: null })).toEqual({ status: 'invalid' });
    const over = await scene.departure({ status: 'completed' });
    expect(await move(office, over, 1)).toEqual({ status: 'ended', departures: [over] });
  });
});

test('only the office changes a calendar', async () => {
  const id = await scene.departure({ guides: [company.people.guide] });
  const departures = await scene.chosen(id);
  const calls: [string, Record<string, unknown>][] = [
    ['change_departures', { departures, changes: { closed: true } }],
    ['cancel_departures', { departures, reason: 'other' }],
    ['move_departure', { departure: id, version: 1, to_date: day(9), to_time: '10:00' }],
  ];
  for (const [name, args] of calls) {
    for (const person of strangersTo(other, company, [partner.admin, partner.agent]))
      expect({ name, ...(await scene.ask(person, name, args)) }).toEqual({ name, status: 'not_permitted' });
    expect(await scene.ask(randomUUID(), name, args)).toEqual({ status: 'not_permitted' });
    await expect(scene.ask('anon', name, args)).rejects.toMatchObject({ code: '42501' });
  }
  expect(await scene.versionOf(id)).toBe(1);
  for (const person of [company.people.owner, company.people.reservations])
    expect(
      await scene.ask(person, 'change_departures', { departures, changes: { closed: true }, preview: true }),
    ).toMatchObject({ status: 'ok' });
});
