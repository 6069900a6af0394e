/** Which bookings are found, in which order, page by page, and by whom. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_SORTS, BOOKING_TOTALS_BY, type BookingFilter } from '../../src/domain/booking-filter.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import {
  makeBookings,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
} from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { BookingRequest, Company } from '../support/database-fixtures.ts';
import type { Database, Persona, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

interface Page {
  status: string;
  bookings: (Row & { id: string; contact: Row; due: number; status: string })[];
  next: unknown;
  shows_guests: boolean;
}
interface FindArguments {
  search?: string;
  filters?: BookingFilter;
  sort?: string;
  after?: unknown;
  page_size?: number;
}

const NOTE = { field: 'note', has: 'nuts' };
const groupOfThirty = (node: object) => Array.from({ length: 30 }, () => (Array.isArray(node) ? { any: node } : node));

describe('finding bookings', () => {
  let db: Database;
  let company: Company;
  let foreign: Company;
  let departures: Record<'past' | 'longPast' | 'today' | 'later', string>;
  let organisation: { id: string };
  let partner: Persona;
  const ids = {} as Record<'anna' | 'soren' | 'bea' | 'ole' | 'dora', string>;

  // In the company's time zone, whose midnight differs from UTC's.
  const day = (offset: number) => localDateIn('Europe/Copenhagen', Date.now() + offset * 86_400_000);
  const find = (query: FindArguments = {}, person: Persona = company.people.office) =>
    db.rpc<Page>(person, 'find_bookings', { company: company.id, ...query } as Row);
  const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
  const findNames = async (query: FindArguments = {}, person?: Persona) => {
    const result = await find(query, person);
    expect(result.status).toBe('ok');
    return result.bookings.map(({ id }) => nameOf(id));
  };

  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
    foreign = await makeCompany(db);
    organisation = await makeOrganisation(db, [company]);
    partner = await makePerson(db, { role: 'partner_admin', organisation: organisation.id });
    await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [company.id, partner]);
    departures = {
      longPast: await makeDeparture(db, company, { localDate: day(-40) }),
      past: await makeDeparture(db, company, { localDate: day(-20), guides: [] }),
      today: await makeDeparture(db, company, { localDate: day(0) }),
      later: await makeDeparture(db, company, { localDate: day(2), guides: [company.people.owner] }),
    };
    const add = async (name: keyof typeof ids, departureId: string, booking: BookingRequest) => {
      const [made] = await makeBookings(db, company, { departureId, requests: [booking] });
      ids[name] = made!.bookingId;
      // Random references sometimes contain three letters of a name.
      await db.query(`update public.bookings set reference = $2 where id = $1`, [
        ids[name],
        `XX22X${Object.keys(ids).length + 1}`,
      ]);
    };
    await add('soren', departures.today, { names: ['Søren Müller', 'Kirsten'], note: 'Allergic to nuts' });
    await add('anna', departures.today, { names: ['Anna Holm'], paidAmount: 5000, voucherNumber: 'GYG-778-12' });
    await add('bea', departures.later, { names: ['Bea Lund'], status: 'ON_HOLD' });
    await add('ole', departures.past, { names: ['Ole Æbelø'] });
    await add('dora', departures.longPast, { names: ['Dora'], status: 'CANCELLED', paidAmount: 2000 });
    await db.query(
      `update public.bookings set contact_email = 'anna.holm@post.test', contact_phone = '+45 20 30 40 50', tags = '{school,vip}',
         organisation_id = $2, source = 'partner', created_at = now() - interval '3 days' where id = $1`,
      [ids.anna, organisation.id],
    );
    await db.query(
      `update public.departures set language = 'da', starts_at = ($2 || ' 23:30')::timestamp at time zone 'Europe/Copenhagen',
         ends_at = ($2 || ' 23:30')::timestamp at time zone 'Europe/Copenhagen' + interval '2 hours' where id = $1`,
      [departures.past, day(-20)],
    );
    await db.query(`update public.bookings set currency = 'EUR', country = 'SE', locale = 'it' where id = $1`, [
      ids.ole,
    ]);
    await db.query(
      `update public.bookings set referral = 'harbour-blog', news_consent = '{"text": "Yes", "at": "2026-01-01T10:00:00Z"}',
         price_snapshot = '{"discount": {"code": "SUMMER-25", "amount": 100}}' where id = $1`,
      [ids.soren],
    );
    await db.query(`update public.bookings set reason = 'weather' where id = $1`, [ids.dora]);
    await db.query(
      `update public.bookings set expires_at = ($2 || ' 23:30')::timestamp at time zone 'Europe/Copenhagen' where id = $1`,
      [ids.bea, day(1)],
    );
    await db.query(`update public.guests set category_type = 'CHILD' where booking_id = $1 and name = 'Kirsten'`, [
      ids.soren,
    ]);
    await db.rpc(company.people.office, 'mark_attended', { request: randomUUID(), booking: ids.ole, change: {} });
    const [kirsten] = await db.query<{ id: string }>(
      `select id from public.guests where booking_id = $1 and name = 'Kirsten'`,
      [ids.soren],
    );
    const device = makeDevice();
    const checkIn = device.action('check_in', {
      company,
      departureId: departures.today,
      bookingId: ids.soren,
      guestId: kirsten!.id,
      payload: { method: 'tap' },
    });
    await db.rpc(company.people.office, 'check_in_push', { device: device.header(), actions: [checkIn] });
    await db.query(
      `insert into public.refunds (company_id, booking_id, amount, currency, status) values ($1, $2, 1500, 'DKK', 'REFUND_PENDING')`,
      [company.id, ids.dora],
    );
    await makeBookings(db, foreign, {
      departureId: await makeDeparture(db, foreign),
      requests: [{ names: ['Anna Foreign'] }],
    });
  }, 60_000);
  afterAll(() => db?.close());

  test('lists today first by time and name, then coming ones, then past ones with the latest first', async () => {
    expect(await findNames()).toEqual(['anna', 'soren', 'bea', 'ole', 'dora']);
  });

  test.each([
    ['departure', ['dora', 'ole', 'anna', 'soren', 'bea']],
    ['-departure', ['bea', 'soren', 'anna', 'ole', 'dora']],
    ['name', ['anna', 'bea', 'dora', 'ole', 'soren']],
    ['-name', ['soren', 'ole', 'dora', 'bea', 'anna']],
    ['created', ['anna', 'soren', 'bea', 'ole', 'dora']],
  ])('sorts by %s', async (sort, order) => {
    expect(await findNames({ sort })).toEqual(order);
  });

  test.each(BOOKING_SORTS)('sorted by %s, single-row pages add up to the whole list', async (sort) => {
    const whole = await findNames({ sort });
    const paged: string[] = [];
    let after: unknown = null;
    do {
      const page = await find({ sort, page_size: 1, ...(after ? { after } : {}) });
      paged.push(...page.bookings.map(({ id }) => nameOf(id)));
      after = page.next;
    } while (after !== null && paged.length < 10);
    expect(after).toBeNull();
    expect(paged).toEqual(whole);
  });

  test.each([
    ['an', ['anna']],
    ['HOLM anna', ['anna']],
    ['olm', ['anna']],
    ['soren mul', ['soren']],
    ['SØREN', ['soren']],
    ['kirsten', ['soren']],
    ['aebelo', ['ole']],
    ['nuts', ['soren']],
    ['uts', ['soren']],
    ['2030 4050', ['anna']],
    ['0045 (20) 30-40.50', ['anna']],
    ['anna.holm@post', ['anna']],
    ['gyg77812', ['anna']],
    ['778 12', ['anna']],
    ['anna muller', []],
    ['%', ['anna', 'soren', 'bea', 'ole', 'dora']],
    ['zzz', []],
  ])('"%s" finds %j', async (search, names) => {
    expect(await findNames({ search })).toEqual(names);
  });

  test('finds a booking by its reference, and by a changed name', async () => {
    const [first] = (await find({ search: 'dora' })).bookings;
    expect(await findNames({ search: (first!['reference'] as string).toLowerCase() })).toEqual(['dora']);
    await db.query(`update public.bookings set contact_name = 'Doris' where id = $1`, [ids.dora]);
    expect(await findNames({ search: 'doris' })).toEqual(['dora']);
    await db.query(`update public.bookings set contact_name = 'Dora' where id = $1`, [ids.dora]);
    expect(await findNames({ search: 'doris' })).toEqual([]);
  });

  test.each<[string, () => BookingFilter, string[]]>([
    ['date of tour', () => ({ field: 'date', from: day(0), to: day(1) }), ['anna', 'soren']],
    ['date of booking', () => ({ field: 'created', to: day(-2) }), ['anna']],
    ['tour', () => ({ field: 'tour', in: [company.tourId] }), ['anna', 'soren', 'bea', 'ole', 'dora']],
    ['another tour', () => ({ field: 'tour', in: [randomUUID()] }), []],
    ['departure', () => ({ field: 'departure', in: [departures.later] }), ['bea']],
    ['status', () => ({ field: 'status', in: ['ON_HOLD', 'CANCELLED'] }), ['bea', 'dora']],
    ['money due', () => ({ field: 'due', from: 1 }), ['soren', 'bea', 'ole']],
    ['source', () => ({ field: 'source', in: ['partner'] }), ['anna']],
    ['partner', () => ({ field: 'partner', in: [organisation.id] }), ['anna']],
    ['no partner', () => ({ field: 'partner', empty: true }), ['soren', 'bea', 'ole', 'dora']],
    ['guide', () => ({ field: 'guide', in: [company.people.owner] }), ['bea']],
    ['no guide', () => ({ field: 'guide', empty: true }), ['ole']],
    ['a guide', () => ({ field: 'guide', empty: false }), ['anna', 'soren', 'bea', 'dora']],
    ['language', () => ({ field: 'language', in: ['da'] }), ['ole']],
    ['tag', () => ({ field: 'tag', in: ['vip', 'other'] }), ['anna']],
    ['guests', () => ({ field: 'guests', from: 2 }), ['soren']],
    ['name', () => ({ field: 'name', has: 'kirsten' }), []],
    ['note', () => ({ field: 'note', has: 'nuts' }), ['soren']],
    ['phone', () => ({ field: 'phone', has: '20-30' }), ['anna']],
    ['voucher', () => ({ field: 'voucher', has: '77812' }), ['anna']],
    [
      'an amount and a day',
      () => ({
        all: [
          { field: 'total', from: 1 },
          { field: 'date', from: day(0) },
        ],
      }),
      ['anna', 'soren', 'bea'],
    ],
    ['a guest', () => ({ field: 'guest', has: 'kirsten' }), ['soren']],
    ['the guest who booked', () => ({ field: 'guest', has: 'mul sor' }), ['soren']],
    ['the start of a guest’s name', () => ({ field: 'guest', has: 'k' }), ['soren']],
    ['words of two guests', () => ({ field: 'guest', has: 'søren kirsten' }), []],
    ['guest, negated', () => ({ field: 'guest', has: 'kirsten', not: true }), ['anna', 'bea', 'ole', 'dora']],
    ['a guest’s name of punctuation', () => ({ field: 'guest', has: '?' }), []],
    ['a word of a note as guest', () => ({ field: 'guest', has: 'nuts' }), []],
    ['category', () => ({ field: 'category', in: ['CHILD', 'INFANT'] }), ['soren']],
    [
      'a category that every party has',
      () => ({ field: 'category', in: ['ADULT'] }),
      ['anna', 'soren', 'bea', 'ole', 'dora'],
    ],
    ['currency', () => ({ field: 'currency', in: ['EUR', 'SEK'] }), ['ole']],
    ['another currency', () => ({ field: 'currency', in: ['EUR'], not: true }), ['anna', 'soren', 'bea', 'dora']],
    ['money to be paid back', () => ({ field: 'owed', from: 1500, to: 1500 }), ['dora']],
    ['nothing to be paid back', () => ({ field: 'owed', to: 0 }), ['anna', 'soren', 'bea', 'ole']],
    ['time of day', () => ({ field: 'time', from: '23:30' }), ['ole']],
    ['a range of times', () => ({ field: 'time', from: '08:00', to: '23:29' }), ['anna', 'soren', 'bea', 'dora']],
    ['a time past midnight', () => ({ field: 'time', from: '23:00', to: '01:00' }), ['ole']],
    ['until a time', () => ({ field: 'time', to: '01:00' }), []],
    ['country', () => ({ field: 'country', in: ['SE'] }), ['ole']],
    ['a country', () => ({ field: 'country', empty: false }), ['ole']],
    ['country, negated', () => ({ field: 'country', in: ['SE'], not: true }), ['anna', 'soren', 'bea', 'dora']],
    ['full attendance', () => ({ field: 'attendance', in: ['attended'] }), ['ole']],
    ['partial attendance or none', () => ({ field: 'attendance', in: ['partial', 'no_show'] }), ['soren']],
    ['unknown attendance', () => ({ field: 'attendance', in: ['unknown'] }), ['anna']],
    ['reason', () => ({ field: 'reason', in: ['weather', 'mistake'] }), ['dora']],
    ['a referral', () => ({ field: 'referral', in: ['harbour-blog'] }), ['soren']],
    ['no referral', () => ({ field: 'referral', empty: true }), ['anna', 'bea', 'ole', 'dora']],
    ['a discount’s code, however typed', () => ({ field: 'code', in: ['summer 25'] }), ['soren']],
    ['any discount', () => ({ field: 'code', empty: false }), ['soren']],
    ['consent to news', () => ({ field: 'news', empty: false }), ['soren']],
    ['no consent to news', () => ({ field: 'news', empty: true }), ['anna', 'bea', 'ole', 'dora']],
    ['the day on which a hold ends', () => ({ field: 'expires', from: day(1), to: day(1) }), ['bea']],
    ['a later day than that of its end', () => ({ field: 'expires', from: day(2) }), []],
    ['language of the guest', () => ({ field: 'locale', in: ['it', 'es'] }), ['ole']],
    ['a voucher', () => ({ field: 'voucher', empty: false }), ['anna']],
    ['a tag', () => ({ field: 'tag', empty: false }), ['anna']],
    [
      'either of two',
      () => ({
        any: [
          { field: 'category', in: ['CHILD'] },
          { field: 'locale', in: ['it'] },
        ],
      }),
      ['soren', 'ole'],
    ],
    ['punctuation only', () => ({ field: 'note', has: '---' }), []],
    ['a number without digits', () => ({ field: 'phone', has: 'abc' }), []],
    [
      'punctuation only, negated',
      () => ({ field: 'name', has: '?!', not: true }),
      ['anna', 'soren', 'bea', 'ole', 'dora'],
    ],
    ['no email, negated', () => ({ field: 'email', empty: true, not: true }), ['anna']],
    [
      'groups',
      () => ({
        all: [
          {
            any: [
              { field: 'tag', in: ['vip'] },
              { field: 'status', in: ['ON_HOLD'] },
              { field: 'guests', from: 2 },
            ],
          },
          { all: [{ field: 'name', has: 'a' }], not: true },
        ],
      }),
      ['soren', 'bea'],
    ],
    ['an empty group', () => ({ all: [] }), ['anna', 'soren', 'bea', 'ole', 'dora']],
  ])('filters by %s', async (_what, filters, names) => {
    expect(await findNames({ filters: filters() })).toEqual(names);
  });

  test.each<[string, object]>([
    ['an unknown field', { filters: { field: 'shoe_size', in: ['45'] } }],
    ['an invalid id', { filters: { field: 'tour', in: ["x'; drop table public.bookings; --"] } }],
    ['an unknown status', { filters: { field: 'status', in: ['LOST'] } }],
    ['an invalid date', { filters: { field: 'date', from: '2026-02-30' } }],
    ['an unknown reason', { filters: { field: 'reason', in: ['boredom'] } }],
    ['an unknown attendance', { filters: { field: 'attendance', in: ['late'] } }],
    ['an unknown category', { filters: { field: 'category', in: ['DOG'] } }],
    ['an invalid time', { filters: { field: 'time', from: '24:00' } }],
    ['a time in words', { filters: { field: 'time', from: '08:00', to: 'noon' } }],
    ['no time', { filters: { field: 'time' } }],
    ['an empty range', { filters: { field: 'due' } }],
    ['an invalid group', { filters: { all: 'x' } }],
    ['an unknown sort order', { sort: 'shoe_size' }],
    ['a cursor of another order', { sort: 'due', after: { part: 1, values: ['Anna', 'x'] } }],
    ['a cursor whose part is text', { after: { part: 'first', values: [] } }],
    ['a cursor whose part is too large', { after: { part: 99_999_999_999, values: [] } }],
    ['a search that is too long', { search: 'x'.repeat(201) }],
    ['a word that is too long', { filters: { field: 'note', has: 'x'.repeat(201) } }],
    ['a list that is too long', { filters: { field: 'tag', in: Array.from({ length: 101 }, (_, n) => `tag ${n}`) } }],
    ['a group that is too large', { filters: { all: Array.from({ length: 31 }, () => NOTE) } }],
    ['groups nested too deeply', { filters: { all: [{ any: [{ all: [{ any: [{ all: [NOTE] }] }] }] }] } }],
    ['too many groups', { filters: { all: groupOfThirty(groupOfThirty(groupOfThirty(NOTE))) } }],
    ['a page size of zero', { page_size: 0 }],
    ['a page size that is too large', { page_size: 100_000 }],
  ])('refuses %s', async (_what, query) => {
    expect(await find(query as FindArguments)).toEqual({ status: 'invalid' });
  });

  test('treats quotes as text to search for', async () => {
    expect(await findNames({ search: `anna' or '1'='1` })).toEqual([]);
    expect(await findNames({ filters: { field: 'tag', in: [`'; drop table public.bookings; --`] } })).toEqual([]);
  });

  test('lists an overdue hold as EXPIRED with nothing due, before any clean-up', async () => {
    await db.query(`update public.bookings set expires_at = now() - interval '1 minute' where id = $1`, [ids.bea]);
    expect(await findNames({ filters: { field: 'status', in: ['ON_HOLD'] } })).toEqual([]);
    expect(await findNames({ filters: { field: 'status', in: ['EXPIRED'] } })).toEqual(['bea']);
    expect(await findNames({ filters: { field: 'due', from: 1 } })).toEqual(['soren', 'ole']);
    const [bea] = (await find({ search: 'bea' })).bookings;
    expect(bea).toMatchObject({ status: 'EXPIRED', due: 0 });
    await db.query(`update public.bookings set expires_at = now() + interval '1 hour' where id = $1`, [ids.bea]);
  });

  test('returns the columns of a row', async () => {
    const [anna] = (await find({ search: 'anna' })).bookings;
    expect(anna).toMatchObject({
      id: ids.anna,
      contact: { name: 'Anna Holm', email: 'anna.holm@post.test', phone: '+45 20 30 40 50' },
      party: [{ type: 'ADULT', count: 1 }],
      guests: 1,
      departure: { id: departures.today, local_date: day(0), guides: ['guide'] },
      status: 'CONFIRMED',
      total: 5000,
      paid: 5000,
      due: 0,
      partner: { id: organisation.id, name: 'City Partners' },
      voucher_number: 'GYG-778-12',
      tags: ['school', 'vip'],
      discount: null,
      has_news_consent: false,
    });
    const [soren] = (await find({ search: 'søren' })).bookings;
    expect(soren).toMatchObject({
      referral: 'harbour-blog',
      discount: 'SUMMER-25',
      has_news_consent: true,
      reason: null,
    });
    const { bookings } = await find();
    expect(Object.fromEntries(bookings.map(({ id, attendance }) => [nameOf(id), attendance]))).toEqual({
      anna: 'unknown',
      soren: 'partial',
      ole: 'attended',
      // On hold, and cancelled.
      bea: null,
      dora: null,
    });
  });

  test('finds changed payments, departures and party sizes at once', async () => {
    const { office } = company.people;
    const act = (name: string, change: object) =>
      db.rpc<Row>(office, name, { request: randomUUID(), booking: ids.soren, change });
    await act('record_payment', { amount: 4000, currency: 'DKK', method: 'card' });
    expect(await findNames({ filters: { field: 'due', from: 6000, to: 6000 } })).toEqual(['soren']);
    await act('move_booking', { departure_id: departures.later, confirm: true });
    expect(await findNames({ filters: { field: 'departure', in: [departures.later] } })).toEqual(['bea', 'soren']);
    await act('move_booking', { departure_id: departures.today });
    await db.query(`update public.departures set language = 'it' where id = $1`, [departures.today]);
    expect(await findNames({ filters: { field: 'language', in: ['it'] } })).toEqual(['anna', 'soren']);
    await db.query(`update public.guests set is_cancelled = true where booking_id = $1 and name = 'Kirsten'`, [
      ids.soren,
    ]);
    expect(await findNames({ filters: { field: 'guests', from: 2 } })).toEqual([]);
    await db.query(`update public.guests set is_cancelled = false where booking_id = $1`, [ids.soren]);
  });

  test('filters by time of day in the company’s current time zone', async () => {
    await db.query(`update public.companies set time_zone = 'UTC' where id = $1`, [company.id]);
    expect(await findNames({ filters: { field: 'time', from: '23:00' } })).toEqual([]);
    expect(await findNames({ filters: { field: 'time', from: '21:00' } })).toEqual(['ole']);
    await db.query(`update public.companies set time_zone = 'Europe/Copenhagen' where id = $1`, [company.id]);
    await db.query(`update public.departures set starts_at = starts_at - interval '1 hour' where id = $1`, [
      departures.past,
    ]);
    expect(await findNames({ filters: { field: 'time', from: '22:30', to: '22:30' } })).toEqual(['ole']);
    await db.query(`update public.departures set starts_at = starts_at + interval '1 hour' where id = $1`, [
      departures.past,
    ]);
  });

  test('follows changes of a guest’s category and cancelled guests', async () => {
    const children = () => findNames({ filters: { field: 'category', in: ['CHILD'] } });
    const kirsten = `where booking_id = $1 and name = 'Kirsten'`;
    await db.query(`update public.guests set category_type = 'YOUTH' ${kirsten}`, [ids.soren]);
    expect(await children()).toEqual([]);
    await db.query(`update public.guests set category_type = 'CHILD' ${kirsten}`, [ids.soren]);
    expect(await children()).toEqual(['soren']);
    await db.query(`update public.guests set is_cancelled = true ${kirsten}`, [ids.soren]);
    expect(await children()).toEqual([]);
    await db.query(`update public.guests set is_cancelled = false ${kirsten}`, [ids.soren]);
  });

  describe('totals', () => {
    const totals = async (query: FindArguments & { by?: string } = {}, person: Persona = company.people.office) =>
      db.rpc<{ status: string; sums: (Row & { key: string | null; count: number; due: number; total: number })[] }>(
        person,
        'read_booking_totals',
        { company: company.id, ...query } as Row,
      );

    test('equal the list’s sums in every grouping', async () => {
      const { bookings } = await find();
      const sum = (rows: readonly Row[], field: string) => rows.reduce((all, row) => all + (row[field] as number), 0);
      for (const by of BOOKING_TOTALS_BY) {
        const { sums } = await totals({ by });
        expect(sum(sums, 'count')).toBe(bookings.length);
        for (const field of ['guests', 'total', 'paid', 'due', 'overpaid'])
          expect([by, field, sum(sums, field)]).toEqual([by, field, sum(bookings, field)]);
      }
    });

    test('are grouped by status within a filter', async () => {
      const { sums } = await totals({ filters: { field: 'status', in: ['CANCELLED', 'ON_HOLD'] } });
      expect(sums).toEqual([
        expect.objectContaining({ key: 'CANCELLED', currency: 'DKK', count: 1, total: 5000, paid: 2000, due: 0 }),
        expect.objectContaining({ key: 'ON_HOLD', currency: 'DKK', count: 1, total: 5000, paid: 0, due: 5000 }),
      ]);
    });

    test('count an overdue hold as EXPIRED, with nothing due', async () => {
      await db.query(`update public.bookings set expires_at = now() - interval '1 minute' where id = $1`, [ids.bea]);
      const { sums } = await totals({ search: 'bea' });
      expect(sums).toEqual([expect.objectContaining({ key: 'EXPIRED', count: 1, due: 0 })]);
      await db.query(`update public.bookings set expires_at = now() + interval '1 hour' where id = $1`, [ids.bea]);
    });

    test('by partner include the partners’ names', async () => {
      const result = (await totals({ by: 'partner' })) as unknown as { partners: Row[] };
      expect(result.partners).toEqual([{ id: organisation.id, name: 'City Partners' }]);
    });

    test('cover a guide’s own departures, and are refused to outsiders', async () => {
      expect((await totals({}, company.people.guide)).sums).toMatchObject([{ key: 'CONFIRMED', count: 2 }]);
      expect(await totals({}, foreign.people.owner)).toEqual({ status: 'not_permitted' });
      expect(await totals({ by: 'shoe_size' })).toEqual({ status: 'invalid' });
    });
  });

  describe('filter choices', () => {
    const choices = (person: Persona = company.people.office) =>
      db.rpc<Row>(person, 'read_booking_choices', { company: company.id });

    test('come from all of the company’s bookings', async () => {
      expect(await choices()).toMatchObject({
        status: 'ok',
        tours: [{ id: company.tourId, has_future_departure: true }],
        currencies: ['DKK', 'EUR'],
        countries: ['SE'],
        referrals: ['harbour-blog'],
        languages: expect.arrayContaining(['da']) as string[],
        partners: [{ id: organisation.id, name: 'City Partners', may_sell: true }],
        tags: ['school', 'vip'],
      });
      const { guides } = (await choices()) as { guides: { id: string }[] };
      expect(guides.map(({ id }) => id).sort()).toEqual([company.people.guide, company.people.owner].sort());
    });

    test('keep a partner whose agreement has ended, marked as no longer selling', async () => {
      await db.query(`update public.organisation_companies set status = 'ended' where organisation_id = $1`, [
        organisation.id,
      ]);
      expect(await choices()).toMatchObject({ partners: [{ id: organisation.id, may_sell: false }] });
      await db.query(`update public.organisation_companies set status = 'active' where organisation_id = $1`, [
        organisation.id,
      ]);
    });

    test('mark a tour that has future departures', async () => {
      const hasFutureDeparture = async () =>
        ((await choices()) as { tours: { has_future_departure: boolean }[] }).tours[0]?.has_future_departure;
      await db.query(`update public.departures set status = 'completed' where company_id = $1 and starts_at > now()`, [
        company.id,
      ]);
      expect(await hasFutureDeparture()).toBe(false);
      await db.query(`update public.departures set status = 'scheduled' where company_id = $1 and starts_at > now()`, [
        company.id,
      ]);
      expect(await hasFutureDeparture()).toBe(true);
    });

    test('are for people who read bookings', async () => {
      expect(await choices(foreign.people.owner)).toEqual({ status: 'not_permitted' });
      expect(await choices(company.people.guide)).toEqual({ status: 'not_permitted' });
    });
  });

  describe('permissions', () => {
    test.each(['owner', 'office', 'reservations', 'accountant', 'guide_manager'] as const)(
      'a %s finds all bookings',
      async (role) => {
        expect(await findNames({}, company.people[role])).toHaveLength(5);
      },
    );

    test('a guide finds bookings of their own departures near today, with names', async () => {
      const { guide } = company.people;
      expect(await findNames({}, guide)).toEqual(['anna', 'soren']);
      expect(await findNames({ search: 'lund' }, guide)).toEqual([]);
      expect((await find({}, guide)).shows_guests).toBe(true);
    });

    test('a partner without consent finds bookings by reference and sees no guest data', async () => {
      const result = await find({}, partner);
      expect(result.shows_guests).toBe(false);
      expect(result.bookings).toHaveLength(5);
      // Nor through which other partner's link or code they came.
      expect(JSON.stringify(result)).not.toMatch(/Anna|anna|Holm|Søren|nuts|GYG|20 30|ren m|harbour-blog|SUMMER/);
      expect(await findNames({ search: 'anna' }, partner)).toEqual([]);
      for (const field of ['name', 'guest', 'note', 'voucher', 'email']) {
        for (const more of [{}, { not: true }])
          expect(await findNames({ filters: { field, has: 'a', ...more } as BookingFilter }, partner)).toEqual([]);
      }
      for (const condition of [
        { field: 'referral', in: ['harbour-blog'] },
        { field: 'code', in: ['SUMMER-25'] },
        { field: 'referral', empty: false },
        { field: 'code', empty: true },
      ]) {
        expect(await findNames({ filters: condition as BookingFilter })).not.toEqual([]);
        for (const more of [{}, { not: true }])
          expect(await findNames({ filters: { ...condition, ...more } as BookingFilter }, partner)).toEqual([]);
      }
      expect(await db.rpc<Row>(partner, 'read_booking_choices', { company: company.id })).toMatchObject({
        referrals: [],
      });
      const whole = JSON.stringify(await db.rpc<Row>(partner, 'read_booking', { booking: ids.soren }));
      expect(whole).toContain('"price"');
      expect(whole).not.toMatch(/SUMMER|harbour-blog/);
      const [booking] = result.bookings;
      expect(booking!.contact['name']).toBe(booking!['reference']);
      expect(await findNames({ search: booking!['reference'] as string }, partner)).toEqual([nameOf(booking!.id)]);
      const byName = (await find({ sort: 'name' }, partner)).bookings.map((row) => row['reference'] as string);
      expect(byName).toEqual([...byName].sort());
      const paged = await find({ page_size: 1 }, partner);
      expect(JSON.stringify(paged.next)).not.toMatch(/anna/i);
    });

    test('a partner with consent sees guests', async () => {
      await db.query(`update public.organisation_companies set data_sharing = true where organisation_id = $1`, [
        organisation.id,
      ]);
      expect(await findNames({ search: 'anna' }, partner)).toEqual(['anna']);
      expect(await findNames({ filters: { field: 'referral', in: ['harbour-blog'] } }, partner)).toEqual(['soren']);
      expect((await find({}, partner)).bookings.find(({ id }) => id === ids.soren)).toMatchObject({
        referral: 'harbour-blog',
        discount: 'SUMMER-25',
      });
      expect(await db.rpc<Row>(partner, 'read_booking_choices', { company: company.id })).toMatchObject({
        referrals: ['harbour-blog'],
      });
      await db.query(`update public.organisation_companies set data_sharing = false where organisation_id = $1`, [
        organisation.id,
      ]);
    });

    test('others find nothing', async () => {
      expect(await find({}, foreign.people.owner)).toEqual({ status: 'not_permitted' });
      expect(await find({}, randomUUID())).toEqual({ status: 'not_permitted' });
      await expect(find({}, 'anon')).rejects.toMatchObject({ code: '42501' });
    });
  });
});
