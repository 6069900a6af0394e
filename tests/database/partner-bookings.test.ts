/**
 * A partner's bookings: who sees which, with or without names, in list, search, totals and detail; and what its people
 * book.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeBookings,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database, Persona } from '../support/database.ts';

type RpcResult = { status: string } & Record<string, unknown>;
type Partner = Awaited<ReturnType<typeof makeOrganisation>>;
interface Card {
  id: string;
  reference: string;
  contact: { name: string };
  is_masked: boolean;
  company: { id: string };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('bookings of partners', () => {
  let db: Database;
  let sharing: Company;
  let unshared: Company;
  let foreign: Company;
  let partner: Partner;
  let other: Partner;
  const departures = new Map<Company, string>();
  /** Ids by the names used below. */
  const ids: Record<string, string> = {};
  const call = (as: Persona, rpc: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, rpc, input);
  const find = async (as: Persona, more: Record<string, unknown> = {}) =>
    (await call(as, 'find_partner_bookings', { organisation: partner.id, sort: 'created', ...more }))[
      'bookings'
    ] as Card[];
  const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
  const findNames = async (as: Persona, more?: Record<string, unknown>) =>
    (await find(as, more)).map(({ id }) => nameOf(id)).sort();
  /** Writes ids as a PostgreSQL array literal. */
  const among = (...of: Company[]) => `{${of.map(({ id }) => id).join()}}`;
  const share = (company: Company, yes: boolean) =>
    db.query(
      'update public.organisation_companies set data_sharing = $1 where organisation_id = $2 and company_id = $3',
      [yes, partner.id, company.id],
    );
  const adults = (company: Company, count: number) =>
    Array.from({ length: count }, () => ({ price_category_id: company.priceCategoryId }));
  const book = (as: Persona, company: Company, more: object = {}, request: string = randomUUID(), at?: string) =>
    call(as, 'book_as_partner', {
      request,
      organisation: partner.id,
      departure: at ?? departures.get(company)!,
      booking: {
        guests: adults(company, 2),
        contact: { name: 'Olga Ownsdatter', email: 'olga@own.test' },
        voucher_number: 'CP-1234-9',
        note: 'Own words',
        ...more,
      },
    });

  beforeAll(async () => {
    db = await openPostgres();
    [sharing, unshared, foreign] = [await makeCompany(db), await makeCompany(db), await makeCompany(db)];
    partner = await makeOrganisation(db, [sharing, unshared]);
    other = await makeOrganisation(db, [unshared]);
    await share(sharing, true);
    for (const [at, company] of [sharing, unshared, foreign].entries()) {
      const departureId = await makeDeparture(db, company, { localDate: inDays(3), capacity: 40 });
      departures.set(company, departureId);
      const name = ['sharing', 'silent', 'foreign'][at]!;
      const made = await makeBookings(db, company, {
        departureId,
        requests: [
          { names: ['Søren Secret', 'Kirsten Secret'], note: 'Allergic to nuts' },
          { names: ['Lone Linked'], voucherNumber: 'VOUCHER-77' },
        ],
      });
      ids[`${name}.stranger`] = made[0]!.bookingId;
      ids[`${name}.linked`] = made[1]!.bookingId;
      await db.query(
        `update public.bookings set contact_email = 'secret@post.test', contact_phone = '+45 20 30 40 50', tags = '{vip}' where id = $1`,
        [made[0]!.bookingId],
      );
      // Through the partner's link: the guest typed the name, not the partner.
      await db.query(`update public.bookings set organisation_id = $2, source = 'website' where id = $1`, [
        made[1]!.bookingId,
        partner.id,
      ]);
    }
    for (const [which, company] of [
      ['sharing', sharing],
      ['silent', unshared],
    ] as const)
      // prettier-ignore
      ids[`${which}.own`] = String((await book(partner.agent, company))['booking_id']);
  });
  afterAll(() => db?.close());
  beforeEach(async () => {
    await share(sharing, true);
    await share(unshared, false);
  });

  const ALL = ['sharing.linked', 'sharing.own', 'sharing.stranger', 'silent.linked', 'silent.own', 'silent.stranger'];
  const SENT = ['sharing.linked', 'sharing.own', 'silent.linked', 'silent.own'];
  const PERSONAL = /Søren|Kirsten|Lone|Secret|post\.test|\+45|nuts|VOUCHER/;

  test('a partner admin sees all bookings of its companies, an agent those they sent, others none', async () => {
    expect(await findNames(partner.admin)).toEqual(ALL);
    expect(await findNames(partner.agent)).toEqual(SENT);
    expect(await findNames(partner.admin, { companies: among(unshared, foreign) })).toEqual(ALL.slice(3));
    const guide = await makePerson(db, { role: 'guide', company: sharing.id });
    for (const [as, status] of [
      [other.admin, 'not_permitted'],
      [other.agent, 'not_permitted'],
      [sharing.people.owner, 'not_permitted'],
      [sharing.people.office, 'not_permitted'],
      [guide, 'not_permitted'],
    ] as const)
      for (const [rpc, input] of [
        ['find_partner_bookings', {}],
        ['read_partner_booking_totals', {}],
        ['read_partner_booking_choices', {}],
        ['read_partner_booking', { booking: ids['silent.own'] }],
        ['read_partner_availability', { tour: unshared.tourId, month: inDays(3).slice(0, 7) }],
        ['book_as_partner', { request: randomUUID(), departure: departures.get(unshared), booking: { guests: [] } }],
      ] as const)
        expect(await call(as, rpc, { organisation: partner.id, ...input })).toEqual({ status });
    await expect(call('anon', 'find_partner_bookings', { organisation: partner.id })).rejects.toThrow(
      /permission denied/,
    );
  });

  describe.each(['admin', 'agent'] as const)('an %s', (role) => {
    const me = () => partner[role];
    test('sees names with data sharing or of own bookings, and else only the reference', async () => {
      const masked = (await find(me())).filter(({ is_masked }) => is_masked);
      expect(masked.map(({ id }) => nameOf(id)).sort()).toEqual(
        role === 'admin' ? ['silent.linked', 'silent.stranger'] : ['silent.linked'],
      );
      for (const card of masked) expect(card.contact.name).toBe(card.reference);
      expect(JSON.stringify(masked)).not.toMatch(PERSONAL);
      const named = (await find(me())).filter(({ is_masked }) => !is_masked);
      expect(named.map(({ contact }) => contact.name).sort()).toEqual(
        ['Lone Linked', 'Olga Ownsdatter', 'Olga Ownsdatter', ...(role === 'admin' ? ['Søren Secret'] : [])].sort(),
      );
      // The company's internal fields are in no booking.
      expect(JSON.stringify(await find(me()))).not.toMatch(/vip|guides/);
    });

    test('finds masked bookings by reference only, not by name, contact, note or voucher number', async () => {
      for (const search of ['secret', 'lone', 'linked', 'nuts', '20304050', 'post test', 'VOUCHER-77', 'kirsten', 'l'])
        expect(await findNames(me(), { search, companies: among(unshared) })).toEqual([]);
      for (const filters of [
        { field: 'name', has: 'secret' },
        { field: 'guest', has: 'kirsten' },
        { field: 'email', has: 'post' },
        { field: 'phone', has: '20304050' },
        { field: 'note', has: 'nuts' },
        { field: 'voucher', has: '77' },
      ])
        expect(await findNames(me(), { filters, companies: among(unshared) })).toEqual([]);
      const { reference } = (await find(me())).find(({ id }) => id === ids['silent.linked'])!;
      expect(await findNames(me(), { search: reference })).toEqual(['silent.linked']);
      expect(await findNames(me(), { search: 'linked' })).toEqual(['sharing.linked']);
      expect(await findNames(me(), { search: 'CP-1234-9' })).toEqual(['sharing.own', 'silent.own']);
      expect(await findNames(me(), { search: 'olga' })).toEqual(['sharing.own', 'silent.own']);
      const sums = (await call(me(), 'read_partner_booking_totals', { organisation: partner.id, search: 'linked' }))[
        'sums'
      ];
      expect(sums).toMatchObject([{ company: sharing.id, count: 1, guests: 1 }]);
      // Filters on the company's internal fields are rejected.
      for (const field of ['tag', 'guide', 'code', 'referral', 'reason'])
        for (const rpc of ['find_partner_bookings', 'read_partner_booking_totals'])
          expect(
            await call(me(), rpc, {
              organisation: partner.id,
              filters: { all: [{ any: [{ field, in: ['vip'] }] }] },
            }),
          ).toEqual({ status: 'invalid' });
    });

    test('opens the bookings of their list, masked alike, and no others', async () => {
      const read = async (which: string) => {
        const input = { organisation: partner.id, booking: ids[which] ?? randomUUID() };
        return call(me(), 'read_partner_booking', input);
      };
      for (const name of role === 'admin' ? ALL : SENT) {
        const result = await read(name);
        expect(result).toMatchObject({ status: 'ok', booking: { id: ids[name] } });
        const isMasked = name.startsWith('silent') && name !== 'silent.own';
        expect(result['booking']).toMatchObject({ is_masked: isMasked });
        if (isMasked) expect(JSON.stringify(result)).not.toMatch(PERSONAL);
        else expect((result['guests'] as { name: string }[]).length).toBeGreaterThan(0);
      }
      expect(await read('sharing.own')).toMatchObject({
        booking: { voucher_number: 'CP-1234-9', source: 'partner', note: 'Own words' },
      });
      for (const name of [
        'foreign.linked',
        'none',
        ...(role === 'agent' ? ['sharing.stranger', 'silent.stranger'] : []),
      ])
        expect(await read(name)).toEqual({ status: 'not_found' });
    });

    test('loses names with the next response when sharing is revoked, and everything with the agreement', async () => {
      const before = (await find(me(), { companies: among(sharing) })).filter(({ is_masked }) => is_masked);
      expect(before).toEqual([]);
      await share(sharing, false);
      const after = await find(me(), { companies: among(sharing) });
      expect(after.filter(({ is_masked }) => !is_masked).map(({ id }) => nameOf(id))).toEqual(['sharing.own']);
      expect(JSON.stringify(after)).not.toMatch(PERSONAL);
      expect(await findNames(me(), { search: 'linked' })).toEqual([]);
      const sets = (status: string) =>
        db.query(`update public.organisation_companies set status = $3 where organisation_id = $1 and company_id = $2`, [partner.id, sharing.id, status]); // prettier-ignore
      await sets('ended');
      expect(await findNames(me(), { companies: among(sharing) })).toEqual([]);
      expect(
        await call(me(), 'read_partner_booking', { organisation: partner.id, booking: ids['sharing.own'] }),
      ).toEqual({ status: 'not_found' });
      expect(await book(me(), sharing)).toEqual({ status: 'not_found' });
      await sets('active');
    });
  });

  test.each(['upcoming', 'name', '-name', '-created', '-departure', 'reference', 'due'])(
    'pages by %s list each booking once, and their cursors contain no masked name',
    async (sort) => {
      const seen: string[] = [];
      let after: unknown = null;
      for (;;) {
        const result = await call(partner.admin, 'find_partner_bookings', {
          organisation: partner.id,
          sort,
          after,
          page_size: 1,
        });
        seen.push(...(result['bookings'] as Card[]).map(({ id }) => nameOf(id)));
        const { is_masked: isMasked } = (result['bookings'] as Card[])[0]!;
        if (isMasked) expect(JSON.stringify(result['next'])).not.toMatch(/secret|linked/i);
        if (result['next'] === null) break;
        after = result['next'];
      }
      expect(seen.toSorted()).toEqual(ALL);
      const whole = await find(partner.admin, { sort });
      expect(whole.map(({ id }) => nameOf(id))).toEqual(seen);
    },
  );

  test('totals equal the list’s sums by company', async () => {
    const { sums } = await call(partner.admin, 'read_partner_booking_totals', { organisation: partner.id });
    expect(
      (sums as Record<string, unknown>[]).map(({ company, count, guests }) => ({ company, count, guests })),
    ).toEqual(
      expect.arrayContaining([
        { company: sharing.id, count: 3, guests: 5 },
        { company: unshared.id, count: 3, guests: 5 },
      ]),
    );
    const agents = await call(partner.agent, 'read_partner_booking_totals', { organisation: partner.id });
    expect((agents['sums'] as { count: number }[]).map(({ count }) => count)).toEqual([2, 2]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['an unknown sort order', { sort: 'shoe_size' }],
    ['an invalid filter', { filters: { field: 'status', in: ['LOST'] } }],
    ['a page size of zero', { page_size: 0 }],
    ['a cursor of another order', { sort: 'due', after: { part: 1, values: ['Anna', 'x'] } }],
    ['a cursor whose part is text', { after: { part: 'first', values: [] } }],
    ['a cursor whose part is too large', { after: { part: 99_999_999_999, values: [] } }],
  ])('rejects a query with %s', async (_what, more) => {
    expect(await call(partner.admin, 'find_partner_bookings', { organisation: partner.id, ...more })).toEqual({
      status: 'invalid',
    });
  });

  describe('booking for own guests', () => {
    const at = (hours: number, capacity: number) =>
      makeDeparture(db, unshared, { startsAt: new Date(Date.now() + hours * 3_600_000), capacity });
    const stored = async (booking: unknown) =>
      (
        await db.query<Record<string, unknown>>(
          `select status, source, organisation_id, voucher_number, contact_name, total_amount::int as total from public.bookings where id = $1`,
          [booking],
        )
      )[0]!;

    test('confirms at once with partner and voucher number, and is idempotent', async () => {
      const departure = await at(48, 10);
      const request = randomUUID();
      const made = await book(partner.agent, unshared, {}, request, departure);
      expect(made).toMatchObject({ status: 'ok', state: 'CONFIRMED' });
      expect(made).not.toHaveProperty('token');
      expect(await book(partner.agent, unshared, {}, request, departure)).toEqual(made);
      expect(await stored(made['booking_id'])).toMatchObject({ status: 'CONFIRMED', source: 'partner', organisation_id: partner.id, voucher_number: 'CP-1234-9' }); // prettier-ignore
      // The company's log names the agent, and its scanner finds the voucher number.
      const { booking } = await call(unshared.people.office, 'read_booking', { booking: made['booking_id'] });
      expect(
        (booking as { history: { actor: { id: string } | null }[] }).history.map(({ actor }) => actor?.id),
      ).toContain(partner.agent);
      const looked = await call(unshared.people.owner, 'check_in_look_up', { company: unshared.id, departure: null, code: { kind: 'voucher', value: 'cp-1234-9' } }); // prettier-ignore
      expect(looked['match']).toMatchObject({ contact_name: 'Olga Ownsdatter' });
    });

    test('previews without taking a seat', async () => {
      const departure = await at(48, 2);
      expect(await book(partner.agent, unshared, { preview: true, contact: null }, randomUUID(), departure)).toMatchObject({ status: 'ok', preview: true }); // prettier-ignore
      expect(await db.query(`select id from public.bookings where departure_id = $1`, [departure])).toEqual([]);
    });

    test('never oversells, and ignores an override, price or state in the request', async () => {
      const departure = await at(48, 3);
      const sent = { override: 'please', state: 'PENDING', source: 'office', organisation_id: other.id };
      expect((await book(partner.agent, unshared, sent, randomUUID(), departure)).status).toBe('ok');
      expect((await book(partner.agent, unshared, sent, randomUUID(), departure)).status).toBe('sold_out');
      const [booking] = await db.query<Record<string, unknown>>(
        `select * from public.bookings where departure_id = $1`,
        [departure],
      );
      expect(booking).toMatchObject({ status: 'CONFIRMED', source: 'partner', organisation_id: partner.id });
    });

    test('follows the rules for guests (cut-off, closed departures, names) at agreed companies', async () => {
      const soon = await at(-1, 10);
      expect((await book(partner.agent, unshared, {}, randomUUID(), soon)).status).toBe('too_late');
      const departure = await at(48, 10);
      const setClosed = (is: boolean) =>
        db.query(`update public.departures set is_closed = $2 where id = $1`, [departure, is]);
      await setClosed(true);
      expect((await book(partner.agent, unshared, {}, randomUUID(), departure)).status).toBe('closed');
      await setClosed(false);
      expect(await book(partner.agent, unshared, { contact: { name: ' ' } }, randomUUID(), departure)).toEqual({ status: 'no_contact' }); // prettier-ignore
      await db.query(`update public.tours set asks_names = true where id = $1`, [unshared.tourId]);
      expect(await book(partner.agent, unshared, {}, randomUUID(), departure)).toEqual({ status: 'no_names' });
      expect(await db.query(`select id from public.bookings where departure_id = $1`, [departure])).toEqual([]);
      const guests = ['Olga', 'Per'].map((name) => ({ name, price_category_id: unshared.priceCategoryId }));
      expect((await book(partner.agent, unshared, { guests }, randomUUID(), departure)).status).toBe('ok');
      await db.query(`update public.tours set asks_names = false where id = $1`, [unshared.tourId]);
      await db.query(`update public.companies set has_active_subscription = false where id = $1`, [unshared.id]);
      expect(await book(partner.agent, unshared, {}, randomUUID(), departure)).toEqual({ status: 'not_found' });
      await db.query(`update public.companies set has_active_subscription = true where id = $1`, [unshared.id]);
      expect(await book(partner.agent, foreign)).toEqual({ status: 'not_found' });
      for (const guests of ['x', [], [{ price_category_id: 'x' }], Array.from({ length: 101 }, () => ({}))])
        expect(await book(partner.agent, unshared, { guests }, randomUUID(), departure)).toEqual({ status: 'invalid' });
    });

    test('reads the days with seats left, and the prices', async () => {
      const departure = await at(72, 9);
      await book(partner.agent, unshared, {}, randomUUID(), departure);
      const [{ local_date: day }] = (await db.query(`select local_date::text from public.departures where id = $1`, [departure])) as [{ local_date: string }]; // prettier-ignore
      const result = await call(partner.agent, 'read_partner_availability', { organisation: partner.id, tour: unshared.tourId, month: day.slice(0, 7) }); // prettier-ignore
      expect(result).toMatchObject({ status: 'ok', asks_names: false, prices: [{ id: unshared.priceCategoryId }] });
      const times = (result['days'] as { date: string; times: { id: string; left: number }[] }[]).flatMap(
        (day) => day.times,
      );
      expect(times.find(({ id }) => id === departure)).toMatchObject({ left: 7 });
      for (const [input, status] of [
        [{ tour: foreign.tourId }, 'not_found'],
        [{ month: '2026-13' }, 'invalid'],
      ] as const)
        expect((await call(partner.agent, 'read_partner_availability', { organisation: partner.id, tour: unshared.tourId, month: '2027-01', ...(input as object) })).status).toBe(status); // prettier-ignore
    });

    test('a booking merged with a stranger’s is masked like any other', async () => {
      const departure = await at(48, 20);
      const made = await book(partner.agent, unshared, {}, randomUUID(), departure);
      const [stranger] = await makeBookings(db, unshared, {
        departureId: departure,
        requests: [{ names: ['Vera Stranger'] }],
      });
      const merged = await call(unshared.people.owner, 'merge_bookings', {
        request: randomUUID(),
        booking: made['booking_id'],
        change: { other: stranger!.bookingId, confirm: true },
      });
      expect(merged.status).toBe('ok');
      const result = await call(partner.agent, 'read_partner_booking', {
        organisation: partner.id,
        booking: made['booking_id'],
      });
      expect(result).toMatchObject({ status: 'ok', booking: { is_masked: true } });
      expect(JSON.stringify(result)).not.toMatch(/Vera|Olga/);
    });
  });
});
