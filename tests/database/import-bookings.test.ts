/** Imported bookings are stored like the engine's own, and recognised when the file is imported again. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_OUTCOMES } from '../../src/domain/import/rows.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database, Persona, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

interface RpcResult {
  status: string;
  outcomes: { outcome: string; left?: number }[];
}

test('import outcomes are the same list in the database and in TypeScript', async () => {
  const db = await openPostgres();
  const [row] = await db.query(`select to_jsonb(enum_range(null::private.import_outcome)) as list`);
  expect(row).toEqual({ list: IMPORT_OUTCOMES });
  await db.close();
});

describe('importing bookings', () => {
  let db: Database;
  let company: Company;
  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
  });
  afterAll(() => db?.close());

  const office = () => company.people.office;
  const DAY = '2099-05-02';
  const departure = (more: { capacity?: number; status?: string; localDate?: string } = {}) =>
    makeDeparture(db, company, { localDate: DAY, ...more });
  const key = () => `h:${randomUUID()}`;
  const row = (departureId: string, more: Row = {}): Row => ({
    key: key(),
    fingerprint: { when: 'a', party: 'b', contact: 'c', note: 'd', total: null, paid: 0, state: 'CONFIRMED' },
    departure_id: departureId,
    party: { [company.priceCategoryId]: 2 },
    contact: { name: 'Anna Holm', email: 'anna@holm.test', phone: '+4532123456' },
    state: 'CONFIRMED',
    ...more,
  });
  const bring = (rows: Row[], more: { person?: Persona; override?: string; request?: string; company?: string } = {}) =>
    db.rpc<RpcResult>(more.person ?? office(), 'import_bookings', {
      request: more.request ?? randomUUID(),
      company: more.company ?? company.id,
      rows,
      override: more.override ?? null,
    });
  const outcomes = async (...args: Parameters<typeof bring>) =>
    (await bring(...args)).outcomes.map((each) => each.outcome);
  const bookings = (departureId: string) =>
    db.query<Row>(
      `select contact_name, status::text, total_amount::int, paid_amount::int, note, voucher_number, source::text,
         (select count(*)::int from public.guests g where g.booking_id = b.id and not g.is_cancelled) as guests
       from public.bookings b where departure_id = $1 order by created_at, contact_name, status::text`,
      [departureId],
    );

  test('a booking that ended before takes no seat, so no changed availability is announced', async () => {
    await db.query(
      `insert into private.webhook_endpoints (id, company_id, url, events, secret)
       values (gen_random_uuid(), $1, 'https://walks.test/', '{availability.changed}', private.make_webhook_secret())`,
      [company.id],
    );
    const at = await departure();
    const announced = () =>
      db.query(`select subject from private.webhook_events where type = 'availability.changed' and departure_id = $1`, [
        at,
      ]);
    expect(await outcomes([row(at, { state: 'CANCELLED' })])).toEqual(['new']);
    expect(await announced()).toEqual([]);
    expect(await outcomes([row(at)])).toEqual(['new']);
    expect(await announced()).toEqual([{ subject: at }]);
    await db.query(`delete from private.webhook_endpoints where company_id = $1`, [company.id]);
  });

  test('a row becomes a booking like one made by the office, with price, ledger and log', async () => {
    const at = await departure();
    expect(
      await outcomes([
        row(at, {
          paid: 4000,
          note: 'By bus\nwith a dog',
          voucher_number: 'GYG-1',
          source: 'partner',
          key: 'r:gyg-1',
        }),
      ]),
    ).toEqual(['new']);
    expect(await bookings(at)).toMatchObject([
      {
        contact_name: 'Anna Holm',
        status: 'CONFIRMED',
        total_amount: 10_000,
        paid_amount: 4000,
        guests: 2,
        source: 'partner',
        note: 'By bus\nwith a dog',
        voucher_number: 'GYG-1',
      },
    ]);
    expect(
      await db.query(
        `select p.amount::int, p.provider, p.method::text from public.payments p join public.bookings b on b.id = p.booking_id where b.departure_id = $1`,
        [at],
      ),
    ).toEqual([{ amount: 4000, provider: 'opening', method: 'other' }]);
    const [{ id }] = (await db.query<{ id: string }>(`select id from public.bookings where departure_id = $1`, [
      at,
    ])) as [{ id: string }];
    const { booking } = await db.rpc<{ booking: { history: Row[]; money: Row; price: Row } }>(
      office(),
      'read_booking',
      { booking: id },
    );
    expect(booking.history).toMatchObject([
      { code: 'import_booking', after: { state: 'CONFIRMED', party: { ADULT: 2 }, total: 10_000 } },
    ]);
    // Compare with a booking of the engine itself.
    const held = await db.rpc<{ booking_id: string }>(office(), 'hold_booking', {
      request: randomUUID(),
      departure: at,
      booking: {
        guests: [{ price_category_id: company.priceCategoryId }, { price_category_id: company.priceCategoryId }],
        contact: { name: 'B' },
        state: 'CONFIRMED',
      },
    });
    const same = await db.query(
      `select distinct price_snapshot, policy_snapshot, total_amount, currency, locale from public.bookings where id = any ($1::uuid[])`,
      [[id, held.booking_id]],
    );
    expect(same).toHaveLength(1);
    const listed = await db.query(`select due::int, guests from private.booking_list where booking_id = $1`, [id]);
    expect(listed).toEqual([{ due: 6000, guests: 2 }]);
  });

  test('importing a file or request twice makes nothing new', async () => {
    const at = await departure();
    const [rows, request] = [[row(at), row(at, { contact: { name: 'Bo Lund' } })], randomUUID()];
    expect(await outcomes(rows, { request })).toEqual(['new', 'new']);
    expect(await outcomes(rows, { request })).toEqual(['new', 'new']);
    expect(await outcomes(rows)).toEqual(['same', 'same']);
    expect(await bring([row(at)], { request })).toEqual({ status: 'id_reused' });
    expect(await bookings(at)).toHaveLength(2);
    // Later changes by the office stay.
    await db.query(`update public.bookings set note = 'Ours' where departure_id = $1`, [at]);
    expect(await outcomes(rows)).toEqual(['same', 'same']);
    expect(await bookings(at)).toMatchObject([{ note: 'Ours' }, { note: 'Ours' }]);
  });

  test('an existing booking is recognised by its reference and belongs to the row from then on', async () => {
    const at = await departure();
    const { bookingId, reference } = await makeBooking(db, company, { departureId: at, voucherNumber: 'GYG-77' });
    const first = row(at, { key: 'r:gyg-77', voucher_number: 'GYG-77' });
    expect(
      await db.rpc(office(), 'find_known_rows', {
        company: company.id,
        keys: `{h:none,r:gyg-77,r:${reference.toLowerCase()}}`,
      }),
    ).toEqual({
      status: 'ok',
      known: [
        [1, null],
        [2, null],
      ],
    });
    expect(await outcomes([first, row(at, { key: `r:${reference.toLowerCase()}` })])).toEqual(['same', 'same']);
    expect(
      await outcomes([{ ...first, fingerprint: { ...(first['fingerprint'] as Row), note: 'e' }, note: 'Late' }]),
    ).toEqual(['changed']);
    expect(await db.query(`select id, note from public.bookings where departure_id = $1`, [at])).toEqual([
      { id: bookingId, note: 'Late' },
    ]);
  });

  test('changed cells, and only those, are applied by the office’s own actions', async () => {
    const [at, other] = [await departure(), await departure()];
    const first = row(at, {
      paid: 2000,
      fingerprint: { when: 'a', party: 'b', contact: 'c', note: 'd', total: null, paid: 2000, state: 'CONFIRMED' },
    });
    await bring([first]);
    await db.query(`update public.bookings set contact_name = 'Anna Holm-Lund' where departure_id = $1`, [at]);
    const fingerprint = first['fingerprint'] as Row;
    const next = {
      ...first,
      departure_id: other,
      party: { [company.priceCategoryId]: 3 },
      note: 'Wheelchair',
      paid: 5000,
      fingerprint: { ...fingerprint, when: 'A', party: 'B', note: 'D', paid: 5000 },
    };
    expect(await outcomes([next])).toEqual(['changed']);
    expect(await bookings(at)).toEqual([]);
    expect(await bookings(other)).toMatchObject([
      { contact_name: 'Anna Holm-Lund', guests: 3, total_amount: 15_000, paid_amount: 5000, note: 'Wheelchair' },
    ]);
    expect(await outcomes([next])).toEqual(['same']);
    const fewer = {
      ...next,
      party: { [company.priceCategoryId]: 1 },
      total: 4500,
      fingerprint: { ...next.fingerprint, party: 'C', total: 4500 },
    };
    expect(await outcomes([fewer])).toEqual(['changed']);
    expect(await bookings(other)).toMatchObject([{ guests: 1, total_amount: 4500 }]);
    const gone = { ...fewer, state: 'CANCELLED', fingerprint: { ...fewer.fingerprint, state: 'CANCELLED' } };
    expect(await outcomes([gone])).toEqual(['changed']);
    expect(await bookings(other)).toMatchObject([{ status: 'CANCELLED' }]);
    // A file without a status column restores nothing, and the last known status stays.
    const { state: _, ...unsaid }: Row = { ...gone.fingerprint, note: 'S' };
    const withoutState = { ...gone, state: 'CONFIRMED', note: 'Silent', fingerprint: unsaid };
    expect(await outcomes([withoutState])).toEqual(['changed']);
    expect(await bookings(other)).toMatchObject([{ status: 'CANCELLED', note: 'Silent' }]);
    expect(await outcomes([{ ...withoutState, fingerprint: { ...unsaid, state: 'CANCELLED' } }])).toEqual(['same']);
    expect(await outcomes([fewer])).toEqual(['changed']);
    expect(await bookings(other)).toMatchObject([{ status: 'CONFIRMED' }]);
    // A refusal rolls back the whole row.
    const full = await departure({ capacity: 0 });
    const refused = {
      ...fewer,
      departure_id: full,
      note: 'Never',
      paid: 1000,
      fingerprint: { ...fewer.fingerprint, when: 'X', note: 'X', paid: 1000 },
    };
    expect(await outcomes([refused])).toEqual(['sold_out']);
    expect(await outcomes([{ ...refused, departure_id: other }])).toEqual(['paid_less']);
    expect(await bookings(other)).toMatchObject([{ note: 'Wheelchair', paid_amount: 5000 }]);
  });

  test('rows are checked in order and never oversell without an override', async () => {
    const at = await departure({ capacity: 5 });
    const rows = [row(at), row(at), row(at), row(at, { party: { [company.priceCategoryId]: 1 } })];
    const { outcomes: found } = await bring(rows);
    expect(found).toEqual([
      { outcome: 'new' },
      { outcome: 'new' },
      { outcome: 'sold_out', left: 1 },
      { outcome: 'new' },
    ]);
    expect(await outcomes(rows, { override: 'Agreed with the guide' })).toEqual(['same', 'same', 'new', 'same']);
    const [{ after }] = (await db.query<{ after: Row }>(
      `select after from public.audit_events where action = 'import_booking' and after ? 'override' and company_id = $1`,
      [company.id],
    )) as [{ after: Row }];
    expect(after).toMatchObject({ overridden_rules: ['capacity'], override: 'Agreed with the guide' });
    expect(await db.query(`select seats::int from private.departure_seats where departure_id = $1`, [at])).toEqual([
      { seats: 7 },
    ]);
  });

  test('a row is refused for its own reason and the others are imported', async () => {
    const [at, gone, foreign] = [await departure(), await departure({ status: 'cancelled' }), await makeCompany(db)];
    const theirs = await makeDeparture(db, foreign);
    expect(
      await outcomes([
        row(randomUUID()),
        row(theirs),
        row(gone),
        row(at, { party: { [foreign.priceCategoryId]: 1 } }),
        row(at, { contact: { name: '' } }),
        row(at, { contact: { name: 'A', email: 'no address' } }),
        row(at, { state: 'ON_HOLD' }),
        row(at, { party: {} }),
        row(at, { paid: -1 }),
        row(at, { state: 'CANCELLED' }),
        row(at),
      ]),
    ).toEqual([
      'no_departure',
      'no_departure',
      'departure_cancelled',
      'wrong_category',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'new',
      'new',
    ]);
    expect(await bookings(at)).toMatchObject([{ status: 'CANCELLED' }, { status: 'CONFIRMED' }]);
    const past = await departure({ localDate: '2020-05-02' });
    expect(await outcomes([row(past)])).toEqual(['new']);
    for (const rows of [[], {}, [{ state: 'NONE' }], Array.from({ length: 501 }, () => row(at))])
      expect(await bring(rows as Row[])).toEqual({ status: 'invalid' });
  });

  test('importing again does not bring back erased guest data', async () => {
    const at = await departure({ localDate: '2020-06-01' });
    const first = row(at);
    await bring([first]);
    await db.as('service_role', (query) => query(`select public.erase_guests('2020-06-02', $1)`, [company.id]));
    expect(await outcomes([{ ...first, fingerprint: { ...(first['fingerprint'] as Row), contact: 'other' } }])).toEqual(
      ['same'],
    );
    expect(await bookings(at)).toMatchObject([{ contact_name: '—' }]);
  });

  test('is for people who manage bookings and may see guests', async () => {
    const at = await departure();
    const foreign = await makeCompany(db);
    const organisation = await makeOrganisation(db, [company]);
    const partner = await makePerson(db, { role: 'partner_admin', organisation: organisation.id });
    await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [company.id, partner]);
    const { accountant, guide, owner, reservations, guide_manager } = company.people;
    const importCalls = (): [string, Row][] => [
      ['find_known_rows', { company: company.id, keys: '{h:x}' }],
      ['read_import_targets', { company: company.id, from_date: DAY, to_date: DAY }],
      ['import_bookings', { request: randomUUID(), company: company.id, rows: [row(at)], override: null }],
    ];
    for (const person of [accountant, guide, guide_manager, foreign.people.owner, partner])
      for (const [name, args] of importCalls())
        expect(await db.rpc(person, name, args)).toEqual({ status: 'not_permitted' });
    for (const person of [owner, reservations])
      for (const [name, args] of importCalls())
        expect(await db.rpc(person, name, args)).toMatchObject({ status: 'ok' });
    for (const [name, args] of importCalls())
      await expect(db.rpc('anon', name, args)).rejects.toThrow(/permission denied/);
    expect(await bookings(at)).toHaveLength(2);
  });

  test('rows are looked up in tours, prices and departures in the company’s time zone', async () => {
    const at = await departure({ localDate: '2099-07-01', capacity: 9 });
    await makeBooking(db, company, { departureId: at, guests: 2 });
    const book = await db.rpc<{ tours: Row[]; departures: unknown[] }>(office(), 'read_import_targets', {
      company: company.id,
      from_date: '2099-06-30',
      to_date: '2099-07-02',
    });
    expect(book.tours).toMatchObject([
      {
        id: company.tourId,
        slug: 'walk',
        title: { en: 'Harbour walk' },
        prices: [{ id: company.priceCategoryId, type: 'ADULT', amount: 5000 }],
      },
    ]);
    expect(book.departures).toEqual([[at, 0, 1, 12 * 60, 'en', 7, 0]]);
    const long = { company: company.id, from_date: '2099-01-01', to_date: '2100-02-01' };
    expect(await db.rpc(office(), 'read_import_targets', long)).toEqual({ status: 'invalid' });
  });
});
