/** RPCs for guests without an account: each response, each refusal, and that nothing else is open (ADR 034). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStage, type RpcResult, type Stage } from '../support/booking-stage.ts';
import { makeBooking, makeCompany, makeDeparture, makeOrganisation } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken, type GuestResult } from '../support/guest-requests.ts';

let db: Database;
let stage: Stage;
let slug: string;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  slug = `company-${stage.company.id}`;
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

const callGuest = <T = GuestResult>(name: string, args: Record<string, unknown> & { from?: string }) =>
  callAsGuest<T>(db, name, args);
const adults = (count: number) => Array.from({ length: count }, () => ({ price_category_id: stage.categories.ADULT }));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const departureOf = (capacity = 10, days = 20) =>
  makeDeparture(db, stage.company, { localDate: inDays(days), capacity });
const takenSeats = async (departure: string) =>
  Number((await db.query<{ n: string }>(`select private.seats_taken($1) as n`, [departure]))[0]!.n);
const CONTACT = { name: 'Anna Holm', email: 'anna@holm.test', phone: '+4520304050', locale: 'da' };
const confirm = (token: string, details: object = { contact: CONTACT }, request: string = randomUUID()) =>
  callGuest('confirm', { request, token, details });
async function bookAsNewGuest(departure: string, count = 2) {
  const token = makeToken();
  expect((await holdAsGuest(db, { departure, guests: adults(count), token })).status).toBe('ok');
  expect((await confirm(token)).status).toBe('ok');
  return token;
}

describe('a tour that asks for everybody’s names', () => {
  const requireNames = (wanted: boolean) =>
    db.query('update public.tours set asks_names = $1 where id = $2', [wanted, stage.company.tourId]);
  beforeAll(() => requireNames(true));
  afterAll(() => requireNames(false));

  test('is booked only with the names of all guests, and not with blank ones', async () => {
    const token = makeToken();
    const held = await holdAsGuest(db, { departure: await departureOf(), guests: adults(2), token });
    const [first, second] = held.booking.guests.map(({ id }) => id) as [string, string];
    const shown = await callGuest<{ tours: { asks_names: boolean }[] }>('read_operator', { operator: slug });
    expect(shown.tours.map(({ asks_names }) => asks_names)).toEqual([true]);
    for (const names of [
      undefined,
      [],
      'Anna',
      [{ guest_id: first, name: 'Anna Holm' }],
      [
        { guest_id: first, name: 'Anna Holm' },
        { guest_id: second, name: '  ' },
      ],
      [
        { guest_id: first, name: 'Anna Holm' },
        { guest_id: randomUUID(), name: 'Bo Holm' },
      ],
    ])
      expect(await confirm(token, { contact: CONTACT, names })).toEqual({ status: 'no_names' });
    // An expired hold whose seats are still free may be confirmed, too.
    const expireAt = (time: string) =>
      db.query(`update public.bookings set expires_at = ${time} where reference = $1`, [held.booking.reference]);
    await expireAt(`clock_timestamp() - interval '1 second'`);
    expect(await confirm(token, { contact: CONTACT })).toEqual({ status: 'no_names' });
    await expireAt(`clock_timestamp() + interval '10 minutes'`);
    const names = [
      { guest_id: first, name: 'Anna Holm' },
      { guest_id: second, name: 'Bo Holm' },
    ];
    const request = randomUUID();
    const result = await confirm(token, { contact: CONTACT, names }, request);
    expect(result.status).toBe('ok');
    expect(result.booking.guests.map(({ name }) => name)).toEqual(['Anna Holm', 'Bo Holm']);
    expect((await confirm(token, { contact: CONTACT, names }, request)).status).toBe('ok');

    const { version } = result.booking;
    const edit = (name: string) =>
      callGuest('edit', { request: randomUUID(), token, change: { version, names: [{ guest_id: second, name }] } });
    expect(await edit(' ')).toEqual({ status: 'no_names' });
    expect((await edit('Bo Lund')).booking.guests.map(({ name }) => name)).toEqual(['Anna Holm', 'Bo Lund']);
  });

  test('keeps earlier bookings without names as they are', async () => {
    await requireNames(false);
    const token = await bookAsNewGuest(await departureOf());
    await requireNames(true);
    const { booking } = await callGuest('read_booking', { token });
    const names = [{ guest_id: booking.guests[0]!.id, name: 'Anna Holm' }];
    const { status } = await callGuest('edit', {
      request: randomUUID(),
      token,
      change: { version: booking.version, names },
    });
    expect(status).toBe('ok');
  });
});

describe('reading', () => {
  interface Shown extends RpcResult {
    operator: { name: string; currency: string };
    organisation: { slug: string } | null;
    tours: {
      id: string;
      texts: Record<string, { title: string }>;
      next_at: string | null;
      categories: { id: string }[];
    }[];
  }

  test('an operator has its live tours with prices and their next departure with seats', async () => {
    const full = await departureOf(2, 1);
    await makeBooking(db, stage.company, { departureId: full, guests: 2 });
    await departureOf(5, 2);
    const shown = await callGuest<Shown>('read_operator', { operator: slug.toUpperCase() });
    expect(shown).toMatchObject({
      status: 'ok',
      operator: { name: 'Harbour Walks', currency: 'DKK' },
      organisation: null,
    });
    expect(shown.tours).toHaveLength(1);
    expect(shown.tours[0]).toMatchObject({
      texts: { en: { title: 'Harbour walk' } },
      next_at: `${inDays(2)}T10:00:00.000Z`,
    });
    expect(shown.tours[0]!.categories.map(({ id }) => id).toSorted()).toEqual(
      Object.values(stage.categories).toSorted(),
    );
  });

  test('a partner’s slug cannot be a reserved word of addresses', async () => {
    for (const slug of ['next', 'view', 'payment', 'unsubscribe'])
      await expect(db.query(`insert into public.organisations (name, slug) values ('x', $1)`, [slug])).rejects.toThrow(
        /organisations_slug_check/,
      );
  });

  test('a tour lists its former slugs for old links', async () => {
    const names = async () =>
      (await callGuest<{ tours: { slug: string; former_slugs: string[] }[] }>('read_operator', { operator: slug }))
        .tours[0]!;
    const { slug: before, former_slugs: none } = await names();
    expect(none).toEqual([]);
    await db.query(`update public.tours set slug = 'renamed' where id = $1`, [stage.company.tourId]);
    expect(await names()).toMatchObject({ slug: 'renamed', former_slugs: [before] });
    await db.query(`update public.tours set slug = $2 where id = $1`, [stage.company.tourId, before]);
  });

  test('unknown, inactive and unsubscribed operators and their departures get the same response', async () => {
    const wrong = [await makeCompany(db, { isActive: false }), await makeCompany(db, { hasActiveSubscription: false })];
    for (const company of wrong) {
      const departure = await makeDeparture(db, company, { localDate: inDays(5) });
      expect(await holdAsGuest(db, { departure, guests: [{ price_category_id: company.priceCategoryId }] })).toEqual({
        status: 'not_found',
      });
    }
    for (const operator of ['nobody', ...wrong.map(({ id }) => `company-${id}`)]) {
      expect(await callGuest('read_operator', { operator })).toEqual({ status: 'not_found' });
      expect(await callGuest('read_next_departures', { operator, party: 1 })).toEqual({ status: 'not_found' });
      expect(await callGuest('read_availability', { operator, tour: stage.company.tourId, month: '2030-01' })).toEqual({
        status: 'not_found',
      });
    }
    const directory = JSON.stringify(await callGuest('read_directory', {}));
    expect(directory).toContain(slug);
    for (const { id } of wrong) expect(directory).not.toContain(id);
    expect(await holdAsGuest(db, { departure: randomUUID(), guests: adults(1) })).toEqual({ status: 'not_found' });
  });

  test('a partner of the operator is named; any other is not found', async () => {
    const partner = await makeOrganisation(db, [stage.company]);
    const stranger = await makeOrganisation(db);
    const as = (id: string) =>
      callGuest<Shown>('read_operator', { operator: slug, organisation: `organisation-${id}` });
    expect((await as(partner.id)).organisation).toMatchObject({ slug: `organisation-${partner.id}` });
    expect(await as(stranger.id)).toEqual({ status: 'not_found' });
    await db.query(`update public.organisation_companies set status = 'ended' where organisation_id = $1`, [
      partner.id,
    ]);
    expect(await as(partner.id)).toEqual({ status: 'not_found' });
  });

  test('a month lists each bookable day once, with times and seats', async () => {
    const company = await makeCompany(db);
    const at = (day: string, hour: string, capacity = 12) =>
      makeDeparture(db, company, { startsAt: new Date(`${day}T${hour}:00Z`), capacity });
    const morning = await at('2035-12-05', '09:00');
    const afternoon = await at('2035-12-05', '13:00', 3);
    await makeBooking(db, company, { departureId: afternoon, guests: 3 });
    await holdAsGuest(db, { departure: morning, guests: [{ price_category_id: company.priceCategoryId }] });
    // In Copenhagen this is January.
    await at('2035-12-31', '23:30');
    await db.query(`update public.departures set is_closed = true where id = $1`, [await at('2035-12-06', '09:00')]);
    await db.query(`update public.departures set status = 'cancelled' where id = $1`, [
      await at('2035-12-07', '09:00'),
    ]);
    const month = (value: string) =>
      callGuest('read_availability', { operator: `company-${company.id}`, tour: company.tourId, month: value });
    expect(await month('2035-12')).toEqual({
      status: 'ok',
      month: '2035-12',
      days: [
        {
          date: '2035-12-05',
          times: [
            { id: morning, at: '10:00', starts_at: '2035-12-05T09:00:00.000Z', left: 11, language: 'en', prices: null },
            {
              id: afternoon,
              at: '14:00',
              starts_at: '2035-12-05T13:00:00.000Z',
              left: 0,
              language: 'en',
              prices: null,
            },
          ],
        },
      ],
    });
    expect(await month('2036-01')).toMatchObject({ days: [{ date: '2036-01-01' }] });
    expect(await month('2035-13')).toEqual({ status: 'invalid' });
    // Past the cut-off.
    await db.query(`update public.tours set booking_cut_off_minutes = 43200 where id = $1`, [company.tourId]);
    await at(inDays(3), '09:00');
    const soon = await month(inDays(3).slice(0, 7));
    expect(soon).toMatchObject({ days: [] });
  });

  test('a guest’s own hold counts as free for that guest only', async () => {
    const company = await makeCompany(db);
    const departure = await makeDeparture(db, company, { localDate: inDays(5), capacity: 4 });
    const operator = `company-${company.id}`;
    const token = makeToken();
    const guests = Array.from({ length: 4 }, () => ({ price_category_id: company.priceCategoryId }));
    const held = await holdAsGuest(db, { departure, guests, token });
    const seatsLeft = async (token: string | null) => {
      const args = { operator, tour: company.tourId, month: inDays(5).slice(0, 7), token };
      const { days } = await callGuest<RpcResult & { days: { times: { left: number }[] }[] }>(
        'read_availability',
        args,
      );
      return days.map(({ times }) => times.map((time) => time.left));
    };
    const soon = async (token: string | null) =>
      (
        await callGuest<RpcResult & { departures: { left: number }[] }>('read_next_departures', {
          operator,
          party: 4,
          token,
        })
      ).departures;
    expect([await seatsLeft(token), await seatsLeft(makeToken()), await seatsLeft(null)]).toEqual([
      [[4]],
      [[0]],
      [[0]],
    ]);
    expect([await soon(token), await soon(null)]).toEqual([[expect.objectContaining({ left: 4 })], []]);
    // Once booked, the seats are taken for this guest, too.
    await confirm(token);
    expect([held.status, await seatsLeft(token)]).toEqual(['ok', [[0]]]);
  });

  test('the next departures are those with enough seats for the party', async () => {
    const small = await departureOf(1, 3);
    const large = await departureOf(9, 4);
    const ids = async (party: number) =>
      (
        await callGuest<RpcResult & { departures: { id: string }[] }>('read_next_departures', { operator: slug, party })
      ).departures.map(({ id }) => id);
    expect(await ids(1)).toEqual(expect.arrayContaining([small, large]));
    expect(await ids(2)).toContain(large);
    expect(await ids(2)).not.toContain(small);
    expect(await callGuest('read_next_departures', { operator: slug, party: 0 })).toEqual({ status: 'invalid' });
  });
});

describe('holding', () => {
  test('repeated requests with one token hold once', async () => {
    const departure = await departureOf();
    const token = makeToken();
    const request = randomUUID();
    const first = await holdAsGuest(db, { departure, guests: adults(2), token, request });
    expect(first.booking).toMatchObject({
      state: 'ON_HOLD',
      money: { total: 10000 },
      contact: null,
      may: { cancel: false, move: false },
    });
    expect(first.booking.guests.map(({ ticket_code }) => ticket_code)).toEqual([null, null]);
    for (const retryRequest of [request, randomUUID()])
      expect(
        (await holdAsGuest(db, { departure, guests: adults(2), token, request: retryRequest })).booking.reference,
      ).toBe(first.booking.reference);
    expect(await takenSeats(departure)).toBe(2);
    expect(await holdAsGuest(db, { departure, guests: adults(3), token, request })).toEqual({ status: 'id_reused' });
  });

  test('another selection replaces the hold within its time; if sold out, the first hold stays', async () => {
    const [departure, other] = [await departureOf(4), await departureOf(4)];
    const token = makeToken();
    const first = await holdAsGuest(db, { departure, guests: adults(3), token });
    await callGuest('extend', { request: randomUUID(), token });
    await db.query(
      `update public.bookings set expires_at = clock_timestamp() + interval '90 seconds' where reference = $1`,
      [first.booking.reference],
    );
    expect(await holdAsGuest(db, { departure: other, guests: adults(5), token })).toMatchObject({
      status: 'sold_out',
      left: 4,
    });
    expect([await takenSeats(departure), await takenSeats(other)]).toEqual([3, 0]);
    // Four of four: the seats that the hold has already are free for it.
    const all = await holdAsGuest(db, { departure, guests: adults(4), token });
    expect(all).toMatchObject({ status: 'ok', booking: { extensions: 1 } });
    expect(Date.parse(all.booking.expires_at!) - Date.now()).toBeLessThan(91_000);
    const moved = await holdAsGuest(db, { departure: other, guests: adults(1), token });
    expect(moved.booking.departure.id).toBe(other);
    expect([await takenSeats(departure), await takenSeats(other)]).toEqual([0, 1]);
    expect((await callGuest('read_booking', { token })).booking.reference).toBe(moved.booking.reference);
  });

  test('a late repeat of an older request does not undo a newer one', async () => {
    const [departure, other] = [await departureOf(), await departureOf()];
    const token = makeToken();
    const request = randomUUID();
    await holdAsGuest(db, { departure, guests: adults(1), token, request });
    await holdAsGuest(db, { departure: other, guests: adults(1), token });
    expect((await holdAsGuest(db, { departure, guests: adults(1), token, request })).booking.departure.id).toBe(other);
    expect(await takenSeats(departure)).toBe(0);
  });

  test('applies the engine’s rules to guests, whatever they send', async () => {
    const departure = await departureOf(5);
    const child = { price_category_id: stage.categories.CHILD, is_booked: true, age: 40 };
    expect(await holdAsGuest(db, { departure, guests: [child] })).toMatchObject({ status: 'not_accompanied' });
    await db.query(`update public.price_categories set is_active = false where id = $1`, [stage.categories.INFANT]);
    const infant = { price_category_id: stage.categories.INFANT, is_booked: true };
    expect(await holdAsGuest(db, { departure, guests: [...adults(1), infant] })).toMatchObject({
      status: 'wrong_category',
    });
    await db.query(`update public.price_categories set is_active = true where id = $1`, [stage.categories.INFANT]);
    const more = { override: 'I may', state: 'CONFIRMED', minutes: 1440, source: 'office' };
    expect(await holdAsGuest(db, { departure, guests: adults(6), more })).toMatchObject({
      status: 'sold_out',
      left: 5,
    });
    const held = await holdAsGuest(db, { departure, guests: adults(1), more });
    expect(held.booking.state).toBe('ON_HOLD');
    expect(Date.parse(held.booking.expires_at!) - Date.now()).toBeLessThan(15.1 * 60_000);
    const token = makeToken();
    expect((await holdAsGuest(db, { departure, guests: adults(1), token })).status).toBe('ok');
    await db.query(`update public.departures set is_closed = true where id = $1`, [departure]);
    await departureOf(3, 21);
    const leadsOn = (result: RpcResult, status: string) => {
      const next = result['next'] as { departure_id: string; left: number }[];
      expect([result.status, next.length > 0]).toEqual([status, true]);
      for (const other of next) expect([other.departure_id !== departure, other.left > 0]).toEqual([true, true]);
    };
    leadsOn(await holdAsGuest(db, { departure, guests: adults(1) }), 'closed');
    // An expired hold gets the same response; a paused tour has no alternatives.
    await db.query(`update public.bookings set expires_at = now() where departure_id = $1 and status = 'ON_HOLD'`, [
      departure,
    ]);
    leadsOn(await confirm(token), 'closed');
    leadsOn(await callGuest('extend', { request: randomUUID(), token }), 'closed');
    await db.query(`update public.tours set status = 'paused' where id = $1`, [stage.company.tourId]);
    expect(await holdAsGuest(db, { departure, guests: adults(1) })).toEqual({ status: 'closed', next: [] });
    await db.query(`update public.tours set status = 'live' where id = $1`, [stage.company.tourId]);
    await db.query(`update public.departures set status = 'cancelled' where id = $1`, [departure]);
    leadsOn(await holdAsGuest(db, { departure, guests: adults(1) }), 'departure_cancelled');
    await db.query(`update public.departures set status = 'scheduled' where id = $1`, [departure]);
    for (const wrong of [{ guests: [] }, { guests: [{ price_category_id: 'x' }] }, { guests: 'x' }, { locale: 'xx' }])
      expect(await holdAsGuest(db, { departure, guests: adults(1), more: wrong })).toEqual({ status: 'invalid' });
    expect(await holdAsGuest(db, { departure, guests: adults(1), token: 'short' })).toEqual({ status: 'invalid' });
  });

  test('lasts as long as the company says, extends once, and is renewed if seats are left', async () => {
    await db.query(`update public.companies set hold_minutes = 30 where id = $1`, [stage.company.id]);
    const departure = await departureOf(2);
    const token = makeToken();
    const held = await holdAsGuest(db, { departure, guests: adults(2), token });
    await db.query(`update public.companies set hold_minutes = 15 where id = $1`, [stage.company.id]);
    expect(Math.round((Date.parse(held.booking.expires_at!) - Date.now()) / 60_000)).toBe(30);
    const end = () =>
      db.query(`update public.bookings set expires_at = clock_timestamp() - interval '1 second' where reference = $1`, [
        held.booking.reference,
      ]);
    // The remaining time is rounded up: otherwise a guest's clock would ask for a new hold while the old one is still
    // active.
    await db.query(
      `update public.bookings set expires_at = clock_timestamp() + interval '20.9 seconds' where reference = $1`,
      [held.booking.reference],
    );
    expect((await callGuest('read_booking', { token })).booking).toMatchObject({ state: 'ON_HOLD', seconds_left: 21 });
    await end();
    expect((await callGuest('read_booking', { token })).booking).toMatchObject({ state: 'EXPIRED', expires_at: null });
    const request = randomUUID();
    for (const id of [request, request])
      expect((await callGuest('extend', { request: id, token })).booking).toMatchObject({
        state: 'ON_HOLD',
        extensions: 1,
      });
    expect(await callGuest('extend', { request: randomUUID(), token })).toEqual({ status: 'extended_before' });
    await end();
    await makeBooking(db, stage.company, { departureId: departure, guests: 1 });
    expect(await confirm(token)).toMatchObject({ status: 'sold_out', left: 1 });
  });
});

describe('confirming', () => {
  test('books a hold with contact, names and note once, and only then shows ticket codes', async () => {
    const token = makeToken();
    const held = await holdAsGuest(db, { departure: await departureOf(), guests: adults(2), token });
    const names = [{ guest_id: held.booking.guests[1]!.id, name: 'Bo Holm' }];
    const request = randomUUID();
    const details = { contact: CONTACT, names, note: 'One of us walks with a stick.', state: 'PENDING' };
    const done = await confirm(token, details, request);
    expect(done.booking).toMatchObject({
      state: 'CONFIRMED',
      contact: { name: 'Anna Holm', email: 'anna@holm.test' },
      money: { due: 10000 },
    });
    expect(done.booking.guests.map(({ name }) => name)).toEqual([null, 'Bo Holm']);
    expect(new Set(done.booking.guests.map(({ ticket_code }) => ticket_code?.length))).toEqual(new Set([12]));
    expect(await confirm(token, details, request)).toEqual(done);
    expect(await confirm(token, details)).toEqual({ status: 'wrong_state', state: 'CONFIRMED' });
    const [stored] = await db.query(
      `select source, locale, note, user_id from public.bookings as b join public.audit_events as e
      on e.subject_id = b.id and e.action = 'confirm_booking' where reference = $1`,
      [done.booking.reference],
    );
    expect(stored).toEqual({ source: 'website', locale: 'da', note: 'One of us walks with a stick.', user_id: null });
  });

  test('needs a name and an email address, and refuses names of other bookings’ guests', async () => {
    const token = makeToken();
    await holdAsGuest(db, { departure: await departureOf(), guests: adults(1), token });
    const foreign = await holdAsGuest(db, { departure: await departureOf(), guests: adults(1) });
    const unseen = ['\u200b', '\u3164', '\u00a0', '\u2800', '\u2066\u2069'];
    for (const contact of [
      {},
      { name: 'Anna' },
      { name: ' ', email: 'a@b.dk' },
      { name: 'Anna', email: ' ' },
      ...unseen.flatMap((sign) => [
        { name: sign, email: 'a@b.dk' },
        { name: 'Anna', email: sign },
      ]),
    ])
      expect(await confirm(token, { contact })).toEqual({ status: 'no_contact' });
    expect(await confirm(token, { contact: { name: 'Anna', email: 'nowhere' } })).toEqual({ status: 'invalid' });
    const names = [{ guest_id: foreign.booking.guests[0]!.id, name: 'Eve' }];
    expect(await confirm(token, { contact: CONTACT, names })).toEqual({ status: 'invalid' });
    expect(await confirm(token, { contact: CONTACT, note: 'x'.repeat(5001) })).toEqual({ status: 'invalid' });
    expect((await callGuest('read_booking', { token })).booking).toMatchObject({ state: 'ON_HOLD', contact: null });
  });

  test('stores news consent with its words and time, and none without it', async () => {
    const consentText = 'Harbour Walks may write to me now and then.';
    const makeHold = async () => {
      const token = makeToken();
      const { booking } = await holdAsGuest(db, { departure: await departureOf(), guests: adults(1), token });
      const consent = async () =>
        (
          await db.query<{ news_consent: { text: string; at: string; locale: string } | null; country: string | null }>(
            `select news_consent, country from public.bookings where id = $1`,
            [booking.id],
          )
        )[0]!;
      return { token, consent };
    };
    const without = await makeHold();
    await confirm(without.token);
    expect(await without.consent()).toEqual({ news_consent: null, country: null });

    const { token, consent } = await makeHold();
    const request = randomUUID();
    const contact = { ...CONTACT, country: 'DK' };
    for (const wrong of ['', 'x'.repeat(1001)])
      expect(await confirm(token, { contact, news: { text: wrong } })).toEqual({ status: 'invalid' });
    expect((await confirm(token, { contact, news: { text: consentText } }, request)).status).toBe('ok');
    const first = await consent();
    expect(first).toMatchObject({ news_consent: { text: consentText, locale: 'da' }, country: 'DK' });
    expect(Math.abs(Date.parse(first.news_consent!.at) - Date.now())).toBeLessThan(60_000);
    // A repeat after a lost response does not record it again.
    await confirm(token, { contact, news: { text: consentText } }, request);
    expect(await consent()).toEqual(first);
  });

  test('a guest cannot confirm, move or cancel a pending request', async () => {
    const token = makeToken();
    const held = await holdAsGuest(db, { departure: await departureOf(), guests: adults(1), token });
    await db.query(
      `update public.bookings set status = 'PENDING', expires_at = null, contact_name = 'A' where reference = $1`,
      [held.booking.reference],
    );
    const change = { departure_id: await departureOf() };
    const wrong = { status: 'wrong_state', state: 'PENDING' };
    expect(await confirm(token)).toEqual(wrong);
    expect(await callGuest('cancel', { request: randomUUID(), token, change: {} })).toEqual(wrong);
    expect(await callGuest('move', { request: randomUUID(), token, change })).toEqual(wrong);
  });
});

describe('after booking', () => {
  test('every RPC answers wrong, empty and foreign tokens alike', async () => {
    const acts: [string, Record<string, unknown>][] = [
      ['read_booking', {}],
      ['extend', { request: randomUUID() }],
      ['confirm', { request: randomUUID(), details: { contact: CONTACT } }],
      ['cancel', { request: randomUUID(), change: {} }],
      ['move', { request: randomUUID(), change: { departure_id: randomUUID() } }],
      ['edit', { request: randomUUID(), change: { version: 1, names: [] } }],
    ];
    for (const [name, args] of acts)
      for (const token of [makeToken(), '', null])
        expect([name, await callGuest(name, { ...args, token })]).toEqual([name, { status: 'not_found' }]);
  });

  test('cancelling previews the refund, refunds until the deadline, and ends with the start', async () => {
    const departure = await departureOf();
    const token = await bookAsNewGuest(departure);
    await db.query(
      `insert into public.payments (company_id, booking_id, amount, currency, method)
      select company_id, id, 10000, 'DKK', 'card' from public.bookings where departure_id = $1`,
      [departure],
    );
    const cancel = (change: object, request: string = randomUUID()) => callGuest('cancel', { request, token, change });
    expect(await cancel({ preview: true })).toMatchObject({ status: 'ok', preview: true, refund: 10000 });
    expect(await takenSeats(departure)).toBe(2);
    const request = randomUUID();
    for (let n = 0; n < 2; n += 1)
      expect(await cancel({}, request)).toMatchObject({
        status: 'ok',
        refund: 10000,
        booking: { state: 'CANCELLED', money: { owed: 10000 } },
      });
    expect(await takenSeats(departure)).toBe(0);
    expect((await callGuest('read_booking', { token })).booking.guests[0]!.ticket_code).toBeNull();

    const late = await departureOf(10, 1);
    await db.query(
      `update public.departures set starts_at = now() + interval '2 hours', ends_at = now() + interval '3 hours' where id = $1`,
      [late],
    );
    const rebooked = await bookAsNewGuest(late);
    expect(
      await callGuest('cancel', { request: randomUUID(), token: rebooked, change: { preview: true } }),
    ).toMatchObject({
      refund: 0,
    });
    await db.query(`update public.departures set starts_at = now() - interval '1 minute' where id = $1`, [late]);
    expect(await callGuest('cancel', { request: randomUUID(), token: rebooked, change: {} })).toEqual({
      status: 'too_late',
    });
    expect(
      await callGuest('edit', { request: randomUUID(), token: rebooked, change: { version: 3, names: [] } }),
    ).toMatchObject({ status: 'wrong_state' });
  });

  test('moving keeps codes and price, follows the policy, and stays on the tour', async () => {
    const [departure, target, full] = [await departureOf(), await departureOf(), await departureOf(1)];
    const token = await bookAsNewGuest(departure);
    const before = (await callGuest('read_booking', { token })).booking;
    const move = (to: string, more: object = {}, request: string = randomUUID()) =>
      callGuest('move', { request, token, change: { departure_id: to, ...more } });
    expect(await move(full)).toMatchObject({
      status: 'sold_out',
      left: 1,
      next: expect.arrayContaining([expect.objectContaining({ language: 'en' })]),
    });
    expect(await move(target, { preview: true })).toMatchObject({ status: 'ok', preview: true, difference: 0 });
    const request = randomUUID();
    await db.query(`insert into public.departure_prices values ($1, $2, 9000)`, [departure, stage.categories.ADULT]);
    for (let n = 0; n < 2; n += 1) expect((await move(target, {}, request)).booking.departure.id).toBe(target);
    const after = (await callGuest('read_booking', { token })).booking;
    expect(after.guests.map(({ ticket_code }) => ticket_code)).toEqual(
      before.guests.map(({ ticket_code }) => ticket_code),
    );
    expect(await move(target)).toEqual({ status: 'same_departure' });
    // Back to the day that has become dearer: at its price.
    expect(await move(departure, { preview: true })).toMatchObject({ difference: 8000 });
    expect(await move(departure, { reprice: false })).toMatchObject({ booking: { money: { total: 18000 } } });
    const other = await makeCompany(db);
    expect(await move(await makeDeparture(db, other, { localDate: inDays(9) }))).toEqual({ status: 'not_found' });
    // The policy at the time of booking applies, even if the company has changed it.
    await db.query(`update public.companies set guests_may_move = false where id = $1`, [stage.company.id]);
    expect(await move(target, { preview: true })).toMatchObject({ status: 'ok' });
    const setMovePolicy = (may: boolean) =>
      db.query(
        `update public.bookings set policy_snapshot = policy_snapshot || jsonb_build_object('guests_may_move', $2::boolean) where reference = $1`,
        [before.reference, may],
      );
    await setMovePolicy(false);
    await db.query(`update public.companies set guests_may_move = true where id = $1`, [stage.company.id]);
    expect(await move(target)).toEqual({ status: 'moving_not_allowed' });
    await db.query(
      `update public.bookings set policy_snapshot = '{"cancellation_cut_off_hours": 8000}' where reference = $1`,
      [before.reference],
    );
    expect(await move(target)).toEqual({ status: 'deadline_passed' });
    expect((await callGuest('read_booking', { token })).booking.may).toMatchObject({
      cancel: true,
      move: false,
      refund: 0,
    });
  });

  test('names are changed only with the current version', async () => {
    const token = await bookAsNewGuest(await departureOf());
    const { version, guests } = (await callGuest('read_booking', { token })).booking;
    const edit = (at: number, name: string) =>
      callGuest('edit', {
        request: randomUUID(),
        token,
        change: { version: at, names: [{ guest_id: guests[0]!.id, name }], contact: { name: 'Eve' } },
      });
    const done = await edit(version, 'Carla');
    expect(done.booking).toMatchObject({ contact: { name: 'Anna Holm' }, guests: [{ name: 'Carla' }, { name: null }] });
    expect(await edit(version, 'Dora')).toMatchObject({ status: 'stale' });
  });

  test('a booking’s link works without a subscription, and ends with the operator or erasure', async () => {
    const company = await makeCompany(db);
    const token = makeToken();
    const departure = await makeDeparture(db, company, { localDate: inDays(9) });
    await holdAsGuest(db, { departure, guests: [{ price_category_id: company.priceCategoryId }], token });
    await confirm(token);
    await db.query(`update public.companies set has_active_subscription = false where id = $1`, [company.id]);
    expect((await callGuest('read_booking', { token })).status).toBe('ok');
    await db.query(`update public.companies set is_active = false where id = $1`, [company.id]);
    expect(await callGuest('read_booking', { token })).toEqual({ status: 'not_found' });
    await db.query(`update public.companies set is_active = true where id = $1`, [company.id]);
    await db.query(`select private.erase_guests_of_departures(array[$1]::uuid[])`, [departure]);
    expect(await callGuest('read_booking', { token })).toEqual({ status: 'not_found' });
  });
});

describe('rate limits', () => {
  const ADDRESS = '203.0.113.7';
  test('an address that asks endlessly must wait, another need not', async () => {
    let result: RpcResult = { status: 'ok' };
    for (let n = 0; result.status !== 'rate_limited' && n < 330; n += 1)
      result = await callGuest('read_booking', { token: makeToken(), from: ADDRESS });
    expect(result).toEqual({ status: 'rate_limited', retry_after: expect.any(Number) });
    // On a slow machine some calls are allowed again by now; with a separate limit, hundreds would be.
    for (let n = 0; n === 0 || (result.status !== 'rate_limited' && n < 30); n += 1)
      result = await callGuest('read_operator', { operator: slug, from: ADDRESS });
    expect(result).toMatchObject({ status: 'rate_limited' });
    expect((await callGuest('read_operator', { operator: slug, from: '203.0.113.8' })).status).toBe('ok');
  });

  test('an IPv6 network counts as one, each IPv4 address on its own', async () => {
    const budgets = async (from: string) => {
      await db.query(`delete from private.rate_limit_buckets`);
      await callGuest('read_booking', { token: makeToken(), from });
      return (await db.query<{ key: string }>(`select key from private.rate_limit_buckets`)).map(({ key }) => key);
    };
    const mine = ['guest:2001:db8:7:9::/64'];
    expect(await budgets('2001:db8:7:9::1')).toEqual(mine);
    expect(await budgets('2001:DB8:7:9:ffff:ffff:ffff:ffff')).toEqual(mine);
    expect(await budgets('2001:db8:7:a::1')).toEqual(['guest:2001:db8:7:a::/64']);
    expect(await budgets('203.0.113.7')).toEqual(['guest:203.0.113.7']);
    expect(await budgets('::ffff:203.0.113.7')).not.toEqual(await budgets('::ffff:203.0.113.8'));
    expect(await budgets('what no gateway writes')).toEqual(['guest:what no gateway writes']);
    expect(await budgets('')).toEqual([]);
  });

  test('each hold without a booking makes the next one cost more', async () => {
    const departure = await departureOf(500);
    const remainingTokens = async () =>
      (
        await db.query<{ tokens: number }>(`select tokens from private.rate_limit_buckets where key = 'hold:' || $1`, [
          ADDRESS,
        ])
      )[0]!.tokens;
    const costs: number[] = [];
    let before = 300;
    for (let n = 0; n < 5; n += 1) {
      await holdAsGuest(db, { departure, guests: adults(10), from: ADDRESS });
      const after = await remainingTokens();
      costs.push(before - after);
      before = after;
    }
    // By a hundredth per seat; the refill in between is smaller.
    expect(costs.map((cost) => Math.round(cost * 10) / 10)).toEqual([10, 11, 12, 13, 14]);
  });

  test('every action counts, also one that is refused early', async () => {
    const token = await bookAsNewGuest(await departureOf());
    const acts: [string, Record<string, unknown>][] = [
      ['extend', {}],
      ['confirm', { details: { contact: {} } }],
      ['cancel', { change: { preview: true } }],
      ['move', { change: { departure_id: 'nowhere' } }],
      ['edit', { change: { version: 1, names: [] } }],
    ];
    for (const [name, args] of acts) {
      const from = `203.0.113.${acts.findIndex((act) => act[0] === name) + 20}`;
      await callGuest(name, { ...args, request: randomUUID(), token, from });
      const [{ tokens } = { tokens: 300 }] = await db.query<{ tokens: number }>(
        `select tokens from private.rate_limit_buckets where key = 'guest:' || $1`,
        [from],
      );
      expect([name, tokens]).toEqual([name, 299]);
    }
  });

  test('holds cost more after unconfirmed ones, and not after bookings', async () => {
    const departure = await departureOf(1000);
    const holdMany = async (from: string, books: boolean) => {
      let held = 0;
      for (; held < 60; held += 1) {
        const token = makeToken();
        if ((await holdAsGuest(db, { departure, guests: adults(8), token, from })).status !== 'ok') break;
        if (books) await callGuest('confirm', { request: randomUUID(), token, details: { contact: CONTACT }, from });
      }
      return held;
    };
    expect(await holdMany(ADDRESS, false)).toBeLessThan(30);
    expect(await holdMany('203.0.113.9', true)).toBe(60);
    const readAbandoned = async () =>
      (
        await db.query<{ abandoned: number }>(
          `select round(abandoned)::int as abandoned from private.rate_limit_buckets where key = 'hold:' || $1`,
          [ADDRESS],
        )
      )[0]!.abandoned;
    const before = await readAbandoned();
    // It fades by thirty seats an hour, and a full bucket does not erase it.
    await db.query(`update private.rate_limit_buckets set counted_at = counted_at - interval '1 hour'`);
    expect((await holdAsGuest(db, { departure, guests: adults(1), from: ADDRESS })).status).toBe('ok');
    expect(await readAbandoned()).toBe(before - 30 + 1);
  });

  test('a departure’s own limit applies to every address', async () => {
    const departure = await departureOf();
    await db.query(
      `insert into private.rate_limit_buckets (key, tokens, counted_at) values ('departure:' || $1, 0, clock_timestamp())`,
      [departure],
    );
    expect(await holdAsGuest(db, { departure, guests: adults(1) })).toMatchObject({ status: 'rate_limited' });
    await db.query(
      `update private.rate_limit_buckets set counted_at = now() - interval '2 days' where key = 'departure:' || $1`,
      [departure],
    );
    await db.query(`select private.tidy_bookings(100)`);
    expect(
      await db.query(`select from private.rate_limit_buckets where key = 'departure:' || $1`, [departure]),
    ).toEqual([]);
  });
});
