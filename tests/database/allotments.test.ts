/**
 * Seats that a company reserves for a partner: who may book them, until when, who sets them; and no seat is oversold.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCompany, makeDeparture, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { setPersona, type Database, type Persona, type Session } from '../support/database.ts';
import { randomCheckOptions } from '../../src/lib/testing/random-cases.ts';

type RpcResult = { status: string } & Record<string, unknown>;
type Partner = Awaited<ReturnType<typeof makeOrganisation>>;
interface Allotment {
  tour: string;
  seats: number;
  release_hours: number;
}

const HOUR_MS = 3_600_000;

describe('allotments', () => {
  let db: Database & { url?: string };
  let company: Company;
  let partner: Partner;
  let other: Partner;
  const call = (as: Persona, rpc: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, rpc, input);
  const linkOf = async (organisation: Partner, of: Company = company) =>
    (
      await db.query<{ id: string }>(
        `select id from public.organisation_companies where organisation_id = $1 and company_id = $2`,
        [organisation.id, of.id],
      )
    )[0]!.id;
  const allotmentsOf = async (organisation: Partner) =>
    (
      await db.query<{ kept: Allotment[] }>(`select private.agreement_allotments($1) as kept`, [
        await linkOf(organisation),
      ])
    )[0]!.kept;
  const set = async (
    organisation: Partner,
    allotments: unknown,
    as: Persona = company.people.owner,
    expected?: unknown,
  ) =>
    call(as, 'set_allotments', {
      agreement: await linkOf(organisation),
      allotments: JSON.stringify(allotments),
      expected: JSON.stringify(expected ?? (await allotmentsOf(organisation))),
    });
  const allotmentOf = (seats: number, releaseHours = 24) => [
    { tour: company.tourId, seats, release_hours: releaseHours },
  ];
  const party = (count: number) =>
    Array.from({ length: count }, () => ({ price_category_id: company.priceCategoryId }));
  const at = (hours: number, capacity: number) =>
    makeDeparture(db, company, { startsAt: new Date(Date.now() + hours * HOUR_MS), capacity });
  const asPartner = (who: Partner, departure: string, count: number) =>
    call(who.agent, 'book_as_partner', {
      request: randomUUID(),
      organisation: who.id,
      departure,
      booking: { guests: party(count), contact: { name: 'Olga' } },
    });
  const asOffice = (departure: string, count: number, more: object = {}) =>
    call(company.people.office, 'hold_booking', {
      request: randomUUID(),
      departure,
      booking: { guests: party(count), contact: { name: 'Per' }, state: 'CONFIRMED', ...more },
    });
  const asGuest = (departure: string, count: number) =>
    call('anon', 'guest_hold', {
      request: randomUUID(),
      departure,
      token: randomUUID().replaceAll('-', '').repeat(2).slice(0, 44),
      booking: { guests: party(count), locale: 'en' },
    });
  const takenSeats = async (departure: string) =>
    Number((await db.query<{ n: string }>(`select private.seats_taken($1) as n`, [departure]))[0]!.n);
  /** Returns what the month of a guest, or of a partner, shows of a departure. */
  const publicSeats = async (departure: string, who?: Partner) => {
    const [{ month, slug }] = await db.query<{ month: string; slug: string }>(
      `select to_char(d.local_date, 'YYYY-MM') as month, c.slug
       from public.departures as d join public.companies as c on c.id = d.company_id where d.id = $1`,
      [departure],
    ) as [{ month: string; slug: string }]; // prettier-ignore
    const result = who
      ? await call(who.agent, 'read_partner_availability', { organisation: who.id, tour: company.tourId, month })
      : await call('anon', 'guest_read_availability', { operator: slug, tour: company.tourId, month });
    expect(result.status).toBe('ok');
    return (
      result['days'] as { times: { id: string; left: number; own?: { seats: number; until: string } | null }[] }[]
    )
      .flatMap(({ times }) => times)
      .find(({ id }) => id === departure)!;
  };

  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
    partner = await makeOrganisation(db, [company]);
    other = await makeOrganisation(db, [company]);
  });
  afterAll(() => db?.close());
  beforeEach(async () => {
    await db.query(`delete from private.allotments`);
    await db.query(`update public.organisation_companies set status = 'active'`);
  });

  test('count as taken for everybody else, and the partner’s own bookings use them first', async () => {
    const departure = await at(72, 10);
    expect(await set(partner, allotmentOf(4))).toEqual({ status: 'ok' });
    expect(await publicSeats(departure)).toMatchObject({ left: 6 });
    expect(await publicSeats(departure)).not.toHaveProperty('own');
    expect(await publicSeats(departure, other)).toMatchObject({ left: 6, own: null });
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 10, own: { seats: 4 } });
    expect((await asPartner(partner, departure, 3)).status).toBe('ok');
    // Three of the partner's own seats are used; nothing changes for others.
    expect(await publicSeats(departure)).toMatchObject({ left: 6 });
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 7, own: { seats: 1 } });
    expect((await asPartner(partner, departure, 3)).status).toBe('ok');
    expect(await publicSeats(departure)).toMatchObject({ left: 4 });
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 4, own: null });
  });

  test('are not sold to guests or other partners, nor to the office without an override', async () => {
    const departure = await at(72, 5);
    await set(partner, allotmentOf(3));
    expect(await asGuest(departure, 3)).toMatchObject({ status: 'sold_out', left: 2 });
    expect(await asGuest(departure, 3)).not.toHaveProperty('allotted_seats');
    const refused = await asPartner(other, departure, 3);
    expect(refused).toMatchObject({ status: 'sold_out', left: 2 });
    expect(refused).not.toHaveProperty('allotted_seats');
    const [{ name }] = (await db.query(`select name from public.organisations where id = $1`, [partner.id])) as [
      { name: string },
    ];
    expect(await asOffice(departure, 3)).toMatchObject({ status: 'sold_out', left: 2, allotted_seats: [{ name, seats: 3 }] }); // prettier-ignore
    expect(await asGuest(departure, 2)).toMatchObject({ status: 'ok' });
    expect(await asGuest(departure, 1)).toMatchObject({ status: 'sold_out', left: 0 });
    expect((await asPartner(partner, departure, 3)).status).toBe('ok');
    expect(await takenSeats(departure)).toBe(5);
  });

  test('the office can override them, logged as allotted_seats and not as capacity', async () => {
    const departure = await at(72, 5);
    await set(partner, allotmentOf(3));
    const passed = await asOffice(departure, 4, { override: 'the partner said so on the telephone' });
    expect(passed).toMatchObject({ status: 'ok', overridden_rules: ['allotted_seats'] });
    // The partner's remaining seats are those left on the departure.
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 1, own: { seats: 1 } });
    expect(await asPartner(partner, departure, 2)).toMatchObject({ status: 'sold_out', left: 1 });
    expect(await asOffice(departure, 2, { override: 'squeeze in' })).toMatchObject({ status: 'ok', overridden_rules: ['capacity'] }); // prettier-ignore
  });

  test('bookings that the office makes for the partner use them; bookings by its link do not', async () => {
    const departure = await at(72, 6);
    await set(partner, allotmentOf(3));
    expect((await asOffice(departure, 2, { organisation_id: partner.id })).status).toBe('ok');
    expect(await publicSeats(departure)).toMatchObject({ left: 3 });
    expect((await asOffice(departure, 1, { organisation_id: partner.id, source: 'website' })).status).toBe('ok');
    expect(await publicSeats(departure)).toMatchObject({ left: 2 });
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 3, own: { seats: 1 } });
  });

  test('are subtracted in the office’s calendar, except when it books for that partner', async () => {
    const departure = await at(72, 6);
    await set(partner, allotmentOf(3));
    await set(other, allotmentOf(1));
    await asPartner(partner, departure, 1);
    const [{ day }] = (await db.query(`select local_date::text as day from public.departures where id = $1`, [
      departure,
    ])) as [{ day: string }];
    const months = async (who: string, filters: object = {}) => {
      const result = await call(who, 'read_calendar', { company: company.id, from_date: day, to_date: day, filters });
      const row = (result['departures'] as unknown[][]).find(([id]) => id === departure);
      return row && { booked: row[5], allottedSeats: row[12] };
    };
    expect(await months(company.people.office)).toEqual({ booked: 1, allottedSeats: 3 });
    expect(await months(company.people.office, { allotment_partner: partner.id })).toEqual({
      booked: 1,
      allottedSeats: 1,
    });
    expect(await asOffice(departure, 3)).toMatchObject({ status: 'sold_out', left: 2 });
    // A guide does not see allotments.
    expect(await months(company.people.guide)).toEqual({ booked: 1, allottedSeats: 0 });
  });

  test('changing or moving a booking of the partner uses them, too', async () => {
    const [departure, target] = [await at(72, 4), await at(96, 4)];
    await set(partner, allotmentOf(4));
    const made = await asPartner(partner, departure, 2);
    const change = (rpc: string, input: object) =>
      call(company.people.office, rpc, { request: randomUUID(), booking: made['booking_id'], change: input });
    expect((await change('change_party', { add: party(2) })).status).toBe('ok');
    expect((await change('move_booking', { departure_id: target })).status).toBe('ok');
    expect(await takenSeats(target)).toBe(4);
    // After a cancellation they are reserved for the partner again.
    expect((await change('cancel_booking', { refund: 'none' })).status).toBe('ok');
    expect(await publicSeats(target)).toMatchObject({ left: 0 });
    expect((await change('restore_booking', {})).status).toBe('ok');
  });

  test('become free for everybody at the release hour, by the clock and not by a job', async () => {
    const departure = await at(24 + 1 / 60, 3);
    await set(partner, allotmentOf(3, 24));
    expect(await publicSeats(departure)).toMatchObject({ left: 0 });
    expect((await asGuest(departure, 1)).status).toBe('sold_out');
    const { own } = await publicSeats(departure, partner);
    const [{ starts_at: startsAt }] = (await db.query(`select starts_at::text from public.departures where id = $1`, [departure])) as [{ starts_at: string }]; // prettier-ignore
    expect(Date.parse(own!.until)).toBe(new Date(startsAt).getTime() - 24 * HOUR_MS);
    await db.query(
      `update public.departures set starts_at = now() + interval '24 hours', ends_at = now() + interval '26 hours' where id = $1`,
      [departure],
    );
    expect(await publicSeats(departure)).toMatchObject({ left: 3 });
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 3, own: null });
    expect((await asGuest(departure, 3)).status).toBe('ok');
    expect((await asPartner(partner, departure, 1)).status).toBe('sold_out');
  });

  test('on a departure that is almost sold out reserve only what is left', async () => {
    const departure = await at(72, 4);
    expect((await asOffice(departure, 3)).status).toBe('ok');
    await set(partner, allotmentOf(4));
    expect(await publicSeats(departure)).toMatchObject({ left: 0 });
    expect(await publicSeats(departure, partner)).toMatchObject({ left: 1, own: { seats: 1 } });
    expect((await asPartner(partner, departure, 2)).status).toBe('sold_out');
    expect((await asPartner(partner, departure, 1)).status).toBe('ok');
  });

  test('end with the agreement, and do not return with a later one', async () => {
    const departure = await at(72, 4);
    await set(partner, allotmentOf(4));
    const agreement = await linkOf(partner);
    expect(await call(company.people.owner, 'end_agreement', { agreement })).toEqual({ status: 'ok' });
    expect(await publicSeats(departure)).toMatchObject({ left: 4 });
    expect(await set(partner, allotmentOf(4))).toEqual({ status: 'ended' });
    await db.query(`update public.organisation_companies set status = 'active' where id = $1`, [agreement]);
    expect(await publicSeats(departure)).toMatchObject({ left: 4 });
    await set(partner, allotmentOf(4));
    for (const status of ['invited', 'ended']) {
      await db.query(`update public.organisation_companies set status = $2 where id = $1`, [agreement, status]);
      expect(await publicSeats(departure)).toMatchObject({ left: 4 });
    }
  });

  test('are set by the company’s owner alone, and read by both sides and nobody else', async () => {
    const stranger = await makeCompany(db);
    await call(partner.admin, 'impersonate', { company: company.id });
    for (const who of [
      partner.admin,
      partner.agent,
      other.admin,
      company.people.office,
      company.people.guide,
      stranger.people.owner,
    ])
      expect([who, await set(partner, allotmentOf(2), who)]).toEqual([who, { status: 'not_permitted' }]);
    await expect(set(partner, allotmentOf(2), 'anon')).rejects.toThrow(/permission denied/);
    expect(await call(company.people.owner, 'set_allotments', { agreement: randomUUID(), allotments: '[]', expected: '[]' })).toEqual({ status: 'not_permitted' }); // prettier-ignore
    expect(await allotmentsOf(partner)).toEqual([]);
    await set(partner, allotmentOf(2));
    const read = async (as: Persona, of: object) =>
      ((await call(as, 'read_agreements', { ...of }))['agreements'] as { allotments: Allotment[] }[]).map((agreement) => agreement.allotments); // prettier-ignore
    expect(await read(partner.admin, { organisation: partner.id })).toEqual([allotmentOf(2)]);
    expect(await read(other.admin, { organisation: other.id })).toEqual([[]]);
    expect(await read(company.people.owner, { company: company.id })).toContainEqual(allotmentOf(2));
    await expect(db.as(company.people.owner, (query) => query('select * from private.allotments'))).rejects.toThrow(
      /permission denied/,
    );
    const day = async (as: Persona, departure: string) => {
      const [row] = await db.query<{ day: string }>(
        `select local_date::text as day from public.departures where id = $1`,
        [departure],
      );
      const result = await call(as, 'read_day', { company: company.id, day: row!.day });
      return (result['departures'] as { id: string; allotted_seats: unknown[] }[]).find(({ id }) => id === departure);
    };
    const departure = await at(72, 8);
    expect(await day(company.people.office, departure)).toMatchObject({ allotted_seats: [{ seats: 2 }] });
    expect(await day(company.people.guide, departure)).toMatchObject({ allotted_seats: [] });
  });

  test('returns the current value on a concurrent edit, and is idempotent', async () => {
    const log = () =>
      db.query(`select before, after from public.audit_events where company_id = $1 and action = 'set_allotments'`, [
        company.id,
      ]);
    const before = (await log()).length;
    expect(await set(partner, allotmentOf(2))).toEqual({ status: 'ok' });
    expect(await set(partner, allotmentOf(3), company.people.owner, [])).toEqual({
      status: 'stale',
      allotments: allotmentOf(2),
    });
    expect(await set(partner, allotmentOf(2), company.people.owner, [])).toEqual({ status: 'ok' });
    expect(await allotmentsOf(partner)).toEqual(allotmentOf(2));
    expect(await set(partner, [])).toEqual({ status: 'ok' });
    expect((await log()).slice(before)).toEqual([
      { before: { allotments: [] }, after: { allotments: allotmentOf(2) } },
      { before: { allotments: allotmentOf(2) }, after: { allotments: [] } },
    ]);
  });

  test('rejects invalid allotments and stores nothing', async () => {
    const stranger = await makeCompany(db);
    const [allotment] = allotmentOf(2) as [Allotment];
    for (const wrong of [
      null,
      {},
      'x',
      [null],
      [{}],
      [allotment, allotment],
      [{ ...allotment, more: 1 }],
      [{ ...allotment, tour: stranger.tourId }],
      [{ ...allotment, tour: 'x' }],
      ...[0, -1, 1001, 1.5, '2e3', null, '9'.repeat(5000)].map((seats) => [{ ...allotment, seats }]),
      ...[-1, 8761, 0.5, null, {}].map((release) => [{ ...allotment, release_hours: release }]),
      Array.from({ length: 501 }, () => allotment),
    ])
      expect([wrong, await set(partner, wrong)]).toEqual([wrong, { status: 'invalid' }]);
    expect(await allotmentsOf(partner)).toEqual([]);
  });

  test('in any order of bookings, guests see what is left for them, and both ways of counting agree', async () => {
    const who = fc.constantFrom('guest', 'office', 'partner', 'other', 'link', 'cancel') as fc.Arbitrary<
      'guest' | 'office' | 'partner' | 'other' | 'link' | 'cancel'
    >;
    const step = fc.record({ who, count: fc.integer({ min: 1, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          capacity: fc.integer({ min: 4, max: 14 }),
          mine: fc.integer({ min: 0, max: 6 }),
          theirs: fc.integer({ min: 0, max: 6 }),
          steps: fc.array(step, { maxLength: 8 }),
        }),
        async ({ capacity, mine, theirs, steps }) => {
          await db.query(`delete from private.allotments`);
          if (mine > 0) await set(partner, allotmentOf(mine));
          if (theirs > 0) await set(other, allotmentOf(theirs));
          const departure = await at(72, capacity);
          const made: { by: string; count: number; id: unknown }[] = [];
          const sum = (by?: string) =>
            made.filter((entry) => by === undefined || entry.by === by).reduce((all, { count }) => all + count, 0);
          const unusedSeats = (by: 'partner' | 'other') => Math.max((by === 'partner' ? mine : theirs) - sum(by), 0);
          const free = (by: string) =>
            capacity -
            sum() -
            (by === 'partner' ? 0 : unusedSeats('partner')) -
            (by === 'other' ? 0 : unusedSeats('other'));
          for (const { who: by, count } of steps) {
            if (by === 'cancel') {
              const gone = made.shift();
              if (gone) await db.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [gone.id]);
              continue;
            }
            const result =
              by === 'partner'
                ? await asPartner(partner, departure, count)
                : by === 'other'
                  ? await asPartner(other, departure, count)
                  : by === 'link'
                    ? await asOffice(departure, count, { organisation_id: partner.id, source: 'website' })
                    : await asOffice(departure, count);
            const fits = count <= free(by);
            expect(result).toMatchObject(fits ? { status: 'ok' } : { status: 'sold_out', left: Math.max(free(by), 0) }); // prettier-ignore
            if (fits) made.push({ by, count, id: result['booking_id'] });
          }
          expect(await takenSeats(departure)).toBe(sum());
          for (const [drawing, by] of [
            [null, 'guest'],
            [partner.id, 'partner'],
            [other.id, 'other'],
          ] as const) {
            const [counted] = await db.query<{ one: number; many: number }>(
              `select private.free_seats_of_departure(d, $2)::int as one, free.seats as many
               from public.departures as d, private.free_seats(array[d.id], $2) as free where d.id = $1`,
              [departure, drawing],
            );
            expect(counted).toEqual({ one: free(by), many: free(by) });
          }
        },
      ),
      randomCheckOptions(60),
    );
  });
});

describe('two connections at once', () => {
  let db: Awaited<ReturnType<typeof openPostgres>>;
  let left: Session & { close(): Promise<void> };
  let right: Session & { close(): Promise<void> };
  let company: Company;
  let partner: Partner;
  beforeAll(async () => {
    db = await openPostgres();
    [left, right] = [await db.connect(), await db.connect()];
    company = await makeCompany(db);
    partner = await makeOrganisation(db, [company]);
    await db.query(
      `insert into private.allotments (tour_id, agreement_id, seats, release_hours)
       select $1, id, 3, 24 from public.organisation_companies where organisation_id = $2`,
      [company.tourId, partner.id],
    );
  });
  afterAll(async () => {
    await left?.close();
    await right?.close();
    await db?.close();
  });
  const bookingArgs = (departure: string, count: number) => ({
    request: randomUUID(),
    departure,
    booking: {
      guests: Array.from({ length: count }, () => ({ price_category_id: company.priceCategoryId })),
      contact: { name: 'Olga' },
    },
  });

  test.each([
    ['two agents of one partner', true],
    ['an agent and the office', false],
  ])('%s want the last seats: the second learns how many are left', async (_who, isAgent) => {
    const departure = await makeDeparture(db, company, { startsAt: new Date(Date.now() + 72 * HOUR_MS), capacity: 3 });
    const first = { organisation: partner.id, ...bookingArgs(departure, 2) };
    await left.exec('begin');
    await setPersona(left.query, partner.agent);
    const [row] = await left.query<{ result: RpcResult }>(`select public.book_as_partner($1, $2, $3, $4) as result`, [
      first.request,
      partner.id,
      departure,
      JSON.stringify(first.booking),
    ]);
    expect(row!.result.status).toBe('ok');
    const second = isAgent
      ? right.rpc<RpcResult>(partner.admin, 'book_as_partner', {
          organisation: partner.id,
          ...bookingArgs(departure, 2),
        })
      : right.rpc<RpcResult>(company.people.office, 'hold_booking', bookingArgs(departure, 1));
    await waitsForLock(db);
    await left.exec('commit');
    expect(await second).toMatchObject({ status: 'sold_out', left: isAgent ? 1 : 0 });
    const [{ n }] = (await db.query(`select private.seats_taken($1)::int as n`, [departure])) as [{ n: number }];
    expect(n).toBe(2);
  });

  test('a crowd of agents, guests and staff on one departure never oversells it or the allotment', async () => {
    const crowd = await Promise.all(Array.from({ length: 16 }, () => db.connect()));
    try {
      for (let round = 0; round < 4; round += 1) {
        const departure = await makeDeparture(db, company, {
          startsAt: new Date(Date.now() + (72 + round) * HOUR_MS),
          capacity: 10,
        });
        const results = await Promise.all(
          crowd.map(async (session, at) => {
            const mine = at % 4 === 0;
            const result = mine
              ? await session.rpc<RpcResult>(partner.agent, 'book_as_partner', { organisation: partner.id, ...bookingArgs(departure, 1) }) // prettier-ignore
              : await session.rpc<RpcResult>(company.people.office, 'hold_booking', bookingArgs(departure, 1));
            return { mine, status: result.status };
          }),
        );
        const countBooked = (mine: boolean) =>
          results.filter((result) => result.mine === mine && result.status === 'ok').length;
        expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['ok', 'sold_out']));
        // Twelve want seats outside the allotment; four want its three seats and the rest.
        expect(countBooked(true)).toBeGreaterThanOrEqual(3);
        expect(countBooked(true) + countBooked(false)).toBe(10);
      }
    } finally {
      await Promise.all(crowd.map((session) => session.close()));
    }
  });
});
