/** Partners' links: which click a booking is credited to, and the ledger of commission owed. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCompany, makeDeparture, makeOrganisation } from '../support/database-fixtures.ts';
import type { Persona } from '../support/database.ts';
import { callAsGuest, holdAsGuest } from '../support/guest-requests.ts';
import {
  HOUR_MS,
  act,
  adults,
  ago,
  agree,
  bookedBy,
  call,
  checkIn,
  company,
  db,
  departureIn,
  guestsOf,
  link,
  linesOf,
  monthBefore,
  openScene,
  other,
  partner,
  referrals,
  setScene,
  slugOf,
  sums,
  terms,
  type Partner,
} from './referral-scene.ts';
import { caseCount, runUntilCovered, randomCheckOptions } from '../../src/lib/testing/random-cases.ts';

beforeAll(() => openScene());
afterAll(() => db?.close());
beforeEach(setScene);

describe('a link', () => {
  test('is made by the partner’s people for agreed companies, and counts clicks by day only', async () => {
    const strange = await makeCompany(db);
    const input = { link: randomUUID(), organisation: partner.id, company: company.id, tour: company.tourId, name: ' Lobby ' }; // prettier-ignore
    for (const who of [other.admin, other.agent, company.people.owner])
      expect(await call(who, 'create_referral_link', input)).toEqual({ status: 'not_permitted' });
    for (const wrong of [{ company: strange.id, tour: null }, { tour: strange.tourId }, { name: ' ' }])
      expect(await call(partner.agent, 'create_referral_link', { ...input, ...wrong })).toEqual({ status: 'invalid' });
    const made = await call(partner.agent, 'create_referral_link', input);
    expect(made).toMatchObject({ status: 'ok', code: expect.stringMatching(/^[2-9A-Z]{8}$/) });
    expect(await call(partner.admin, 'create_referral_link', input)).toEqual(made);
    const code = String(made['code']);
    const click = (value: string) => callAsGuest(db, 'record_click', { code: value });
    for (const variant of [code, code.toLowerCase()]) expect(await click(variant)).toEqual({ status: 'ok', days: 30 });
    expect(await click('NOTACODE')).toEqual({ status: 'ok', days: 0 });
    const [shown] = (await referrals())['links'] as Record<string, unknown>[];
    expect(shown).toMatchObject({ name: 'Lobby', clicks: 2, recent: 2, bookings: 0, tour: { slug: 'walk' } });
    const columns = await db.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'private' and table_name = 'link_clicks' order by 1`,
    );
    expect(columns.map(({ column_name }) => column_name)).toEqual(['clicks', 'day', 'link_id']);
    // Without an active agreement nothing is counted.
    await db.query(`update public.organisation_companies set status = 'ended' where organisation_id = $1`, [
      partner.id,
    ]);
    expect(await click(code)).toEqual({ status: 'ok', days: 0 });
    expect(((await referrals())['links'] as object[])[0]).toMatchObject({ clicks: 2, is_active: false });
  });

  test('credits its partner with a booking, but not on another partner’s page', async () => {
    const [mine, theirs] = [await link(partner), await link(other)];
    const departure = await departureIn(48);
    const makeHold = async (more: object) => {
      const result = await holdAsGuest(db, { departure, guests: adults(1), more: more as Record<string, unknown> });
      const [row] = await db.query<{ organisation_id: string | null; referral: string | null }>(
        'select organisation_id, referral from public.bookings where id = $1',
        [result.booking.id],
      );
      return [row!.organisation_id, row!.referral];
    };
    expect(await makeHold({})).toEqual([null, null]);
    expect(await makeHold({ referral: 'newsletter' })).toEqual([null, 'newsletter']);
    expect(await makeHold({ referral: mine.toLowerCase() })).toEqual([partner.id, mine]);
    expect(await makeHold({ organisation: await slugOf(other) })).toEqual([other.id, null]);
    expect(await makeHold({ organisation: await slugOf(other), referral: theirs })).toEqual([other.id, theirs]);
    expect(await makeHold({ organisation: await slugOf(other), referral: mine })).toEqual([other.id, mine]);
    const day = new Date().toISOString().slice(0, 10);
    expect(await makeHold({ clicks: [{ ref: mine, day }] })).toEqual([partner.id, mine]);
    for (const wrong of [
      'x',
      [{ ref: mine, day: 'x' }],
      [{ ref: 5, day }],
      [{}],
      Array.from({ length: 21 }, () => ({ ref: mine, day })),
    ])
      expect(await makeHold({ clicks: wrong })).toEqual([null, null]);
  });

  test('credits the partner that the contracts choose, over 300 random paths', async () => {
    const partners = [partner, other, await makeOrganisation(db, [company])];
    const codes: string[] = [];
    for (const linkPartner of partners) codes.push(await link(linkPartner));
    const today = new Date(new Date().toLocaleString('sv', { timeZone: 'Europe/Copenhagen' }).slice(0, 10));
    const dayOf = (age: number) => new Date(today.getTime() - age * 24 * HOUR_MS).toISOString().slice(0, 10);
    const contract = fc.record({
      click: fc.constantFrom('first' as const, 'last' as const),
      window_days: fc.constantFrom(0, 1, 7, 30),
    });
    const path = fc.record({
      contracts: fc.tuple(contract, contract, contract),
      ages: fc.array(fc.record({ of: fc.nat({ max: 3 }), age: fc.constantFrom(0, 1, 2, 7, 8, 30, 31) }), {
        maxLength: 6,
      }),
      page: fc.option(fc.nat({ max: 2 })),
      ref: fc.option(fc.nat({ max: 2 })),
    });
    for (const journey of fc.sample(path, randomCheckOptions(300))) {
      const clicks = journey.ages.toSorted((a, b) => b.age - a.age);
      // The obvious rule: the first who counts stays until another one with last click.
      let credited: number | null = null;
      const take = (of: number) => {
        if (credited === null || journey.contracts[credited]!.click === 'last') credited = of;
      };
      for (const { of, age } of clicks) {
        const known = journey.contracts[of];
        if (known && known.window_days > 0 && age <= known.window_days) take(of);
      }
      if (journey.page !== null) take(journey.page);
      else if (journey.ref !== null) take(journey.ref);
      for (const [at, of] of partners.entries()) await agree(of, terms(journey.contracts[at]));
      const [row] = await db.query<{ organisation: string | null }>(
        'select organisation from private.referring_partner($1, $2, $3, $4)',
        [
          company.id,
          journey.page === null ? null : partners[journey.page]!.id,
          journey.ref === null ? null : codes[journey.ref]!,
          JSON.stringify(clicks.map(({ of, age }) => ({ ref: codes[of] ?? 'NOBODYS2', day: dayOf(age) }))),
        ],
      );
      expect([journey, row!.organisation]).toEqual([journey, credited === null ? null : partners[credited]!.id]);
    }
  });
});

describe('a commission', () => {
  test('is pending, follows the party, is earned after the tour, and is corrected by new lines', async () => {
    const departure = await departureIn(48);
    const booking = await bookedBy(partner, departure, 2);
    expect(await linesOf(booking)).toEqual([{ state: 'pending', amount: 1000 }]);
    await act('change_party', booking, { add: adults(1) });
    expect(await linesOf(booking)).toEqual([{ state: 'pending', amount: 1000 }, { state: 'pending', amount: 500 }]); // prettier-ignore
    // Later terms do not apply to existing bookings.
    await agree(partner, terms({ percent: 50 }));
    await ago(departure, 13);
    expect(await sums()).toMatchObject({ pending: 1500, earned: 0 });
    await ago(departure, 14);
    expect(await sums()).toMatchObject({ pending: 0, earned: 1500, settled: 0 });
    expect(await act('mark_no_show', booking)).toMatchObject({ status: 'ok' });
    expect(await sums()).toMatchObject({ pending: 0, earned: 0 });
    expect(await linesOf(booking)).toEqual([
      { state: 'pending', amount: 1000 },
      { state: 'pending', amount: 500 },
      { state: 'pending', amount: -1500 },
      { state: 'earned', amount: 1500 },
      { state: 'earned', amount: -1500 },
    ]);
  });

  test('is zero for cancelled bookings and departures, and after a change of partner', async () => {
    const sum = async (booking: string) => (await linesOf(booking)).reduce((all, { amount }) => all + amount, 0);
    const [departure, off] = [await departureIn(48), await departureIn(72)];
    const [cancelled, input, called, held] = [
      await bookedBy(partner, departure),
      await bookedBy(partner, departure),
      await bookedBy(partner, off),
      await bookedBy(partner, departure, 2, { state: 'ON_HOLD' }),
    ];
    expect(await sum(cancelled)).toBe(1000);
    await act('cancel_booking', cancelled);
    expect(await sum(cancelled)).toBe(0);
    await act('restore_booking', cancelled);
    expect(await sum(cancelled)).toBe(1000);
    await agree(other, terms({ percent: 20 }));
    await act('assign_partner', input, { organisation_id: other.id });
    expect(await linesOf(input)).toEqual([
      { state: 'pending', amount: 1000 },
      { state: 'pending', amount: -1000 },
      { state: 'pending', amount: 2000 },
    ]);
    await db.query(`update public.departures set status = 'cancelled' where id = $1`, [off]);
    expect(await sum(called)).toBe(0);
    expect(await linesOf(held)).toEqual([]);
    expect(await linesOf(await bookedBy(null, departure))).toEqual([]);
  });

  test('cannot be assigned by a partner to itself while acting for the company', async () => {
    const booking = await bookedBy(null, await departureIn(48));
    await db.query('update public.users set impersonated_company_id = $2 where id = $1', [partner.admin, company.id]);
    const callAsPartner = (name: string, input: object) =>
      call(partner.admin, name, { request: randomUUID(), ...input });
    const change = { organisation_id: partner.id };
    expect(await callAsPartner('assign_partner', { booking, change })).toEqual({ status: 'not_permitted' });
    const departure = await departureIn(49);
    const of = { guests: adults(1), state: 'CONFIRMED', contact: { name: 'Anna Holm' }, override: 'asked', ...change };
    expect(await callAsPartner('hold_booking', { departure, booking: of })).toEqual({ status: 'not_permitted' });
    // Other changes of the booking are allowed.
    expect(await callAsPartner('tag_booking', { booking, change: { add: ['vip'] } })).toMatchObject({ status: 'ok' });
    expect(await linesOf(booking)).toEqual([]);
  });

  test('of a split-off booking keeps the rate of the original, also after new terms', async () => {
    const booking = await bookedBy(partner, await departureIn(48), 2);
    await agree(partner, terms({ percent: 50 }));
    const guests = await db.query<{ id: string }>('select id from public.guests where booking_id = $1 limit 1', [
      booking,
    ]);
    const made = await act('split_booking', booking, { guests: guests.map(({ id }) => id) });
    expect(made).toMatchObject({ status: 'ok' });
    const rates = await db.query(`select rate from private.referrals where booking_id = any($1) group by rate`, [
      [booking, made['new_booking_id']],
    ]);
    expect(rates).toEqual([{ rate: { percent: 10 } }]);
    const lines = [...(await linesOf(booking)), ...(await linesOf(String(made['new_booking_id'])))];
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000);
  });

  test('is earned by the job scheduler without a read', async () => {
    const departure = await departureIn(48);
    const booking = await bookedBy(partner, departure);
    // The passing of time runs no trigger.
    await db.query(`set session_replication_role = replica`);
    await ago(departure, 20);
    await db.query(`update private.referrals set due_at = now() - interval '1 minute', updated_at = now() - interval '1 hour' where booking_id = $1`, [booking]); // prettier-ignore
    await db.query(`set session_replication_role = origin`);
    expect((await linesOf(booking)).map(({ state }) => state)).toEqual(['pending']);
    await db.query('select public.begin_job_run()');
    const earned = (await linesOf(booking)).filter(({ state }) => state === 'earned');
    expect(earned).toEqual([{ state: 'earned', amount: 1000 }]);
  });

  test('follows the tour’s rate, a rate per attending guest, or tiers by guests a month', async () => {
    const departure = await departureIn(48);
    const first = async (booking: string) => (await linesOf(booking))[0]!.amount;
    await agree(partner, terms({ percent: 12.25 }));
    expect(await first(await bookedBy(partner, departure, 1))).toBe(613);
    await agree(partner, terms({ tours: [{ tour: company.tourId, percent: 4 }] }));
    expect(await first(await bookedBy(partner, departure, 1))).toBe(200);
    await agree(partner, terms({ kind: 'per_guest', amount: 700 }));
    const each = await bookedBy(partner, departure, 3);
    expect(await first(each)).toBe(2100);
    await agree(partner, terms({ kind: 'tiers', tiers: [{ from: 1, percent: 10 }, { from: 6, percent: 20 }] })); // prettier-ignore
    // The partner has five guests this month; this is the sixth.
    expect(await first(await bookedBy(partner, departure, 2))).toBe(2000);
    await db.query(`update public.companies set attendance_rule = 'check_ins_count' where id = $1`, [company.id]);
    await ago(departure, 15);
    expect(await sums()).toMatchObject({ pending: 0, earned: 0 });
    const [guest] = await db.query<{ id: string }>('select id from public.guests where booking_id = $1 order by id', [each]); // prettier-ignore
    await checkIn(departure, each, guest!.id);
    expect(await sums()).toMatchObject({ pending: 0, earned: 700 });
  });

  test('is paid per attending guest where the tour has such a rate', async () => {
    const departure = await departureIn(48);
    await agree(partner, terms({ tours: [{ tour: company.tourId, amount: 1500 }] }));
    const booking = await bookedBy(partner, departure, 3);
    // Later terms apply to later bookings.
    await agree(partner, terms({ tours: [{ tour: company.tourId, percent: 50 }] }));
    expect(await linesOf(booking)).toEqual([{ state: 'pending', amount: 4500 }]);
    await db.query(`update public.companies set attendance_rule = 'check_ins_count' where id = $1`, [company.id]);
    const [first, second] = await guestsOf(booking);
    for (const guest of [first!, second!]) await checkIn(departure, booking, guest);
    await ago(departure, 100 * 24);
    expect(await sums()).toMatchObject({ pending: 0, earned: 3000 });
    await call(partner.admin, 'create_statement', { organisation: partner.id, company: company.id, month: monthBefore(3) }); // prettier-ignore
    const [made] = (await referrals())['statements'] as { id: string }[];
    const read = await call(company.people.owner, 'read_statement', { statement: made!.id });
    expect(read['lines']).toMatchObject([{ amount: 3000, guests: 3, rate: { amount: 1500 } }]);
  });

  test('equals a slow calculation on random terms, tours and parties', async () => {
    const ride = { ...company, tourId: randomUUID(), priceCategoryId: randomUUID() };
    await db.query(`insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, 'ride', 90, 500, 'live')`, [ride.tourId, company.id]); // prettier-ignore
    await db.query(`insert into public.price_categories (id, tour_id, company_id, type, amount) values ($1, $2, $3, 'ADULT', 12345)`, [ride.priceCategoryId, ride.tourId, company.id]); // prettier-ignore
    const at = new Date(Date.now() + 48 * HOUR_MS);
    const tours = [
      { ...company, price: 5000, departure: await departureIn(48, 500) },
      { ...ride, price: 12_345, departure: await makeDeparture(db, ride, { startsAt: at, capacity: 500 }) },
    ];
    type Rate = { percent: number } | { amount: number };
    const percent = fc.nat({ max: 10_000 }).map((hundredths) => hundredths / 100);
    const rate: fc.Arbitrary<Rate> = fc.oneof(fc.record({ percent }), fc.record({ amount: fc.nat({ max: 3000 }) }));
    const general = fc.oneof(
      percent.map((of) => ({ kind: 'percent' as const, percent: of })),
      fc.nat({ max: 3000 }).map((amount) => ({ kind: 'per_guest' as const, amount })),
      fc.tuple(percent, percent, fc.integer({ min: 2, max: 20 })).map(([low, high, from]) => ({
        kind: 'tiers' as const,
        tiers: [
          { from: 1, percent: low },
          { from, percent: high },
        ],
      })),
    );
    const step = fc.record({
      general,
      own: fc.tuple(fc.option(rate), fc.option(rate)),
      tour: fc.constantFrom(0, 1),
      guests: fc.integer({ min: 1, max: 4 }),
    });
    const seen = new Set<string>();
    let sent = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      for (const { general: of, own, tour, guests } of steps) {
        const { departure, price, priceCategoryId } = tours[tour]!;
        const agreed = own.flatMap((terms, place) => (terms ? [{ tour: tours[place]!.tourId, ...terms }] : []));
        await agree(partner, terms({ percent: undefined, ...of, tours: agreed }));
        const party = Array.from({ length: guests }, () => ({ price_category_id: priceCategoryId }));
        const booking = await bookedBy(partner, departure, guests, { guests: party });
        const rate: Rate =
          own[tour] ??
          (of.kind === 'percent'
            ? { percent: of.percent }
            : of.kind === 'per_guest'
              ? { amount: of.amount }
              : { percent: of.tiers.findLast(({ from }) => from <= sent + 1)!.percent });
        seen.add(own[tour] ? `of the tour: ${Object.keys(rate).join('')}` : of.kind);
        sent += guests;
        const amount =
          'amount' in rate
            ? rate.amount * guests
            : Math.round((price * guests * Math.round(rate.percent * 100)) / 10_000);
        expect(await linesOf(booking)).toEqual(amount === 0 ? [] : [{ state: 'pending', amount }]);
      }
    });
    await runUntilCovered(
      () => seen.size === 5,
      (from) => fc.assert(property, { numRuns: caseCount(4), seed: from }),
    );
    expect([...seen].sort()).toEqual(['of the tour: amount', 'of the tour: percent', 'per_guest', 'percent', 'tiers']);
  });

  test('is settled by a statement of a past month, which the company agrees to or disputes', async () => {
    const { owner, office } = company.people;
    const departure = await departureIn(48);
    const booking = await bookedBy(partner, departure);
    await ago(departure, 40 * 24);
    const month = monthBefore(0);
    const state = (input: object = {}, as: Persona = partner.admin) =>
      call(as, 'create_statement', { organisation: partner.id, company: company.id, month: monthBefore(1), ...input });
    for (const who of [partner.agent, other.admin, owner]) expect((await state({}, who)).status).toBe('not_permitted');
    expect((await state({ month })).status).toBe('month_not_ended');
    expect((await state({ month: '2026-01-15' })).status).toBe('invalid');
    expect(await state()).toEqual({ status: 'ok', created: 1 });
    expect(await state()).toEqual({ status: 'nothing' });
    const [made] = (await referrals())['statements'] as { id: string; amount: number; state: string }[];
    expect(made).toMatchObject({ amount: 1000, state: 'issued' });
    const read = await call(owner, 'read_statement', { statement: made!.id });
    expect(read['lines']).toMatchObject([{ amount: 1000, price: 10000, rate: { percent: 10 } }]);
    expect(JSON.stringify(read)).not.toContain('Anna');
    expect((await call(other.admin, 'read_statement', { statement: made!.id })).status).toBe('not_permitted');
    /** Returns the mails about this statement. */
    const mails = () =>
      db.query<{ recipient: string; state: string; reason: string; amount: number }>(
        `select recipient, data ->> 'state' as state, data ->> 'reason' as reason, (data ->> 'amount')::integer as amount
         from private.outbox_messages where template = 'commission-statement' and data ->> 'month' = $1 order by created_at, recipient`,
        [monthBefore(1).slice(0, 7)],
      );
    const addressOf = async (person: string) =>
      (await db.query<{ email: string }>('select email::text from auth.users where id = $1', [person]))[0]!.email;
    expect(await mails()).toEqual([{ recipient: await addressOf(owner), state: 'issued', reason: '', amount: 1000 }]);
    const reply = (as: Persona, agrees: boolean | null, reason?: string) =>
      call(as, 'answer_statement', { statement: made!.id, agrees, ...(reason === undefined ? {} : { reason }) });
    await db.rpc(partner.admin, 'impersonate', { company: company.id });
    for (const who of [partner.admin, office, other.admin])
      expect((await reply(who, true)).status).toBe('not_permitted');
    expect((await reply(owner, false, ' ')).status).toBe('invalid');
    expect(await reply(owner, false, 'They never came')).toEqual({ status: 'ok' });
    expect(await sums()).toMatchObject({ earned: 1000, settled: 0 });
    expect((await referrals(owner, { company: company.id }))['statements']).toMatchObject([{ state: 'disputed', dispute_reason: 'They never came' }]); // prettier-ignore
    expect(await reply(owner, true)).toEqual({ status: 'ok' });
    expect(await reply(owner, true)).toEqual({ status: 'ok' });
    const admin = await addressOf(partner.admin);
    expect((await mails()).slice(1)).toEqual([
      { recipient: admin, state: 'disputed', reason: 'They never came', amount: 1000 },
      { recipient: admin, state: 'agreed', reason: '', amount: 1000 },
    ]);
    expect(await reply(owner, false, 'No')).toEqual({ status: 'agreed' });
    expect(await sums()).toMatchObject({ earned: 0, settled: 1000 });
    // A later correction is a new line, for the next statement.
    await act('mark_no_show', booking);
    expect(await sums()).toMatchObject({ earned: -1000, settled: 1000 });
    expect((await call(owner, 'read_statement', { statement: made!.id }))['amount']).toBe(1000);
  });

  test('lines cannot be changed, not even by the database’s owner', async () => {
    const booking = await bookedBy(partner, await departureIn(48));
    for (const sql of [
      'update private.commission_lines set amount = 1',
      'delete from private.commission_lines',
      'truncate private.commission_lines cascade',
      'update private.statement_lines set statement_id = statement_id',
      'delete from private.statement_lines',
    ])
      await expect(db.query(sql)).rejects.toThrow(/cannot be changed/);
    expect(await linesOf(booking)).toHaveLength(1);
  });

  test('exists at most once per booking, and statements equal their lines, over random histories', async () => {
    const at = fc.nat({ max: 30 });
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ does: fc.constant('book' as const), at, guests: fc.integer({ min: 1, max: 4 }) }),
      },
      ...(
        [
          'cancel',
          'restore',
          'grow',
          'give',
          'noShow',
          'attended',
          'pass',
          'state',
          'answer',
          'terms',
          'callOff',
          'merge',
          'merge',
          'split',
          'withdraw',
        ] as const
      ).map((does) => ({
        weight: 1,
        arbitrary: fc.record({ does: fc.constant(does), at, guests: fc.integer({ min: 1, max: 4 }) }),
      })),
    );
    const histories = fc.sample(fc.array(step, { minLength: 15, maxLength: 30 }), {
      numRuns: caseCount(12, 6),
      seed: 11,
    });
    let [lines, stated] = [0, 0];
    for (const history of histories) {
      await setScene();
      const departures = [await departureIn(40), await departureIn(60), await departureIn(90)];
      const bookings: string[] = [];
      const both = [partner, other];
      const state = async (of: Partner, month: string) =>
        call(of.admin, 'create_statement', { organisation: of.id, company: company.id, month });
      let before: Record<string, string> = {};
      for (const { does, at: place, guests } of history) {
        const booking = bookings[place % Math.max(bookings.length, 1)];
        const departure = departures[place % 3]!;
        const of = both[place % 2]!;
        if (does === 'book') {
          const made = await bookedBy(place % 5 === 0 ? null : of, departure, guests);
          // Past and cancelled departures take no bookings.
          if (made !== 'undefined') bookings.push(made);
        }
        if (does === 'pass') await ago(departure, place % 2 === 0 ? 20 : 24 * 75);
        if (does === 'terms')
          await agree(of, [
            terms({ kind: 'per_guest', amount: 900 }),
            terms({ percent: place }),
            terms({ tours: [{ tour: company.tourId, amount: 700 }] }),
          ][place % 3]!); // prettier-ignore
        if (does === 'callOff' && place % 4 === 0) await db.query(`update public.departures set status = 'cancelled' where id = $1`, [departure]); // prettier-ignore
        if (does === 'state') await state(of, monthBefore(2 + (place % 2)));
        if (does === 'answer')
          for (const statement of (await referrals(of.admin, { organisation: of.id }))['statements'] as { id: string }[])
            await call(company.people.owner, 'answer_statement', { statement: statement.id, agrees: place % 2 === 0, reason: 'no' }); // prettier-ignore
        if (does === 'withdraw')
          for (const statement of (await referrals(of.admin, { organisation: of.id }))['statements'] as {
            id: string;
          }[])
            await call(of.admin, 'withdraw_statement', { statement: statement.id });
        if (booking !== undefined) {
          if (does === 'merge')
            await act('merge_bookings', booking, {
              other: bookings[(place + guests) % bookings.length],
              confirm: true,
            });
          if (does === 'split') {
            const made = await act('split_booking', booking, { guests: (await guestsOf(booking)).slice(1), override: 'asked' }); // prettier-ignore
            if (made.status === 'ok') bookings.push(String(made['new_booking_id']));
          }
          if (does === 'cancel') await act('cancel_booking', booking);
          if (does === 'restore') await act('restore_booking', booking);
          if (does === 'grow') await act('change_party', booking, { add: adults(guests), override: 'asked' });
          if (does === 'give')
            await act('assign_partner', booking, { organisation_id: place % 3 === 0 ? null : of.id });
          if (does === 'noShow') await act('mark_no_show', booking);
          if (does === 'attended') await act('mark_attended', booking);
        }
        const now = Object.fromEntries(
          (
            await db.query<{ id: string; line: string }>(
              `select l.id, l::text as line from private.commission_lines as l join private.referrals as r on r.id = l.referral_id where r.company_id = $1`,
              [company.id],
            )
          ).map(({ id, line }) => [id, line]),
        );
        expect(now).toMatchObject(before);
        before = now;
        const [wrong] = await db.query<{ twice: number; untrue: number; amounts: number }>(
          `with each as (
             select r.booking_id, r.id, coalesce(sum(l.amount), 0) as amount from private.referrals as r
             left join private.commission_lines as l on l.referral_id = r.id where r.company_id = $1 group by r.id)
           select
             (select count(*)::integer from (select from each where amount <> 0 group by booking_id having count(*) > 1) as many) as twice,
             (select count(*)::integer from private.referrals as r join public.bookings as b on b.id = r.booking_id
               where r.company_id = $1 and (not private.is_booking_honoured(b) or b.organisation_id is distinct from r.organisation_id)
                 and exists (select from each where each.id = r.id and each.amount <> 0)) as untrue,
             (select count(*)::integer from private.commission_statements as s
               where s.company_id = $1 and s.amount is distinct from (
                 select sum(l.amount) from private.statement_lines as t join private.commission_lines as l on l.id = t.line_id where t.statement_id = s.id)) as amounts,
             (select count(*)::integer from (
               select t.line_id from private.statement_lines as t join private.commission_statements as s on s.id = t.statement_id
               where s.company_id = $1 and s.state <> 'withdrawn' group by t.line_id having count(*) > 1) as many) as settled_twice,
             -- What all who brought somebody have of a booking is its price.
             (select count(*)::integer from public.bookings as b
               where b.company_id = $1 and b.status = 'CONFIRMED' and b.total_amount is distinct from (
                 select round(sum(part.price)) from (select distinct brought_by from private.guest_price_shares(b.id)) as each
                 cross join lateral private.booking_fragments(each.brought_by) as part where part.booking_id = b.id)) as parts`,
          [company.id],
        );
        expect([does, wrong]).toEqual([does, { twice: 0, untrue: 0, amounts: 0, settled_twice: 0, parts: 0 }]);
      }
      // Months later everything is earned or zero, and all earned commission is in statements.
      for (const departure of departures) await ago(departure, 24 * 62);
      for (const of of both) await state(of, monthBefore(1));
      const [all] = await db.query<{ pending: number; earned: number; stated: number; due: number }>(
        `select coalesce(sum(l.amount) filter (where l.state = 'pending'), 0)::integer as pending,
           coalesce(sum(l.amount) filter (where l.state = 'earned'), 0)::integer as earned,
           (select coalesce(sum(s.amount), 0)::integer from private.commission_statements as s where s.company_id = $1 and s.state <> 'withdrawn') as stated,
           (select coalesce(sum(due.earned), 0)::integer from private.referrals as r cross join lateral private.referral_commission(r) as due where r.company_id = $1) as due
         from private.commission_lines as l join private.referrals as r on r.id = l.referral_id where r.company_id = $1`,
        [company.id],
      );
      expect(all).toMatchObject({ pending: 0, earned: all!.due });
      lines += Object.keys(before).length;
      expect(all!.stated).toBe(all!.earned);
      stated += all!.stated;
    }
    expect(lines).toBeGreaterThan(6 * histories.length);
    expect(stated).toBeGreaterThan(0);
  }, 120_000);
});
