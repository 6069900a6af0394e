/** Guide pay: a slow, obvious calculation beside the SQL, who reads which statement, and what settling preserves. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromWire } from '../../src/data/wire.ts';
import type { Action } from '../../src/domain/actions.ts';
import { ATTENDANCE_RULES } from '../../src/domain/company-settings.ts';
import { PAY_KINDS, type PayKind } from '../../src/domain/guide-pay.ts';
import { requiresReport, prefillReport, foldReport, type ReportGuest } from '../../src/domain/tour-report.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { insertRows } from '../../supabase/seed/insert.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

const ZONE = 'Europe/Copenhagen';

let db: Database;
let company: Company;
let mette: string;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(async () => {
  company = await makeCompany(db);
  mette = await makePerson(db, { role: 'guide', company: company.id });
});

interface Line {
  user_id: string;
  departure_id: string;
  tours: number;
  minutes: number;
  guests: number;
  minutes_late: number;
  is_reported: boolean;
  is_correction: boolean;
  pay: { kind: PayKind; rate: number | null; amount: number; currency: string }[];
}
interface Statement {
  status: string;
  version: string;
  lines: Line[];
  open: { user_id: string | null; departure_id: string; reason: string }[];
  settled: { at: string; by: string } | null;
  may: { see_all: boolean; settle: boolean };
  people: { id: string; display_name: string }[];
}
const { guide, owner, office } = {
  guide: () => company.people.guide,
  owner: () => company.people.owner,
  office: () => company.people.office,
};
const read = (person: string, month: string, member: string | null = null) =>
  db.rpc<Statement>(person, 'read_guide_statement', { company: company.id, member, month: `${month}-01` });
const settle = (month: string, version: string, person = owner()) =>
  db.rpc<{ status: string }>(person, 'settle_guide_month', { company: company.id, month: `${month}-01`, version });

type Rule = Partial<Record<'min_guests' | 'from_time' | 'tour_id' | 'user_id' | 'last_day', unknown>>;
const addRule = (kind: PayKind, amount: number, first_day = '2025-01-01', more: Rule = {}) =>
  insertRows(db, {
    'private.pay_rules': [
      {
        id: randomUUID(),
        company_id: company.id,
        kind,
        amount,
        currency: 'DKK',
        first_day,
        min_guests: null,
        from_time: null,
        tour_id: null,
        user_id: null,
        last_day: null,
        ...more,
      },
    ],
  });
const at = (instant: string, more: Parameters<typeof makeDeparture>[2] = {}) =>
  makeDeparture(db, company, { startsAt: new Date(instant), ...more });
const lasting = (departure: string, minutes: number) =>
  db.query(`update public.departures set ends_at = starts_at + make_interval(mins => $2) where id = $1`, [
    departure,
    minutes,
  ]);
const setAttendanceRule = (rule: string) =>
  db.query(`update public.companies set attendance_rule = $2 where id = $1`, [company.id, rule]);

const device = makeDevice();
const push = async (...actions: unknown[]) => {
  const result = await db.rpc<{ outcomes: { code?: string }[] }>(owner(), 'check_in_push', {
    device: device.header(),
    actions,
  });
  expect(result.outcomes.flatMap(({ code }) => code ?? [])).toEqual([]);
};
interface ReportDetails {
  attended?: number;
  walkIns?: number;
  by?: string | null;
  late?: number;
  replaces?: string[];
}
const report = (
  departureId: string,
  { attended = 2, walkIns = 0, by = guide(), late = 0, replaces = [] }: ReportDetails = {},
) =>
  device.action('report_submit', {
    company,
    departureId,
    payload: {
      replaces,
      lines: [{ type: 'ADULT', attended }],
      walk_ins: walkIns,
      guide_id: by,
      minutes_late: late,
      incidents: null,
      note: null,
      handed_over: 0,
      currency: 'DKK',
    } as never,
  });
const lockOf = (departureId: string, of: { id: string }) =>
  device.action('report_lock', { company, departureId, payload: { report: of.id } });
/** Submits and locks a report. */
async function confirmed(departureId: string, details: ReportDetails = {}) {
  const input = report(departureId, details);
  const lock = lockOf(departureId, input);
  await push(input, lock);
  return { input, lock };
}
const unlock = (departureId: string, lock: { id: string }) =>
  push(
    device.action('report_unlock', { company, departureId, payload: { locks: [lock.id], reason: 'Counted wrongly' } }),
  );

const sum = ({ lines }: Pick<Statement, 'lines'>) =>
  lines.flatMap(({ pay }) => pay).reduce((total, { amount }) => total + amount, 0);
const facts = ({ lines }: Statement) =>
  lines.map(({ departure_id, user_id, tours, minutes, guests, pay }) => ({
    departure_id,
    user_id,
    tours,
    minutes,
    guests,
    pay: Object.fromEntries(pay.map(({ kind, amount }) => [kind, amount])),
  }));

describe('against a slow, obvious calculation', () => {
  interface Row {
    id: string;
    tour_id: string;
    starts_at: Date;
    ends_at: Date;
  }
  interface PayRule {
    kind: PayKind;
    amount: number;
    min_guests: number | null;
    from_time: string | null;
    tour_id: string | null;
    user_id: string | null;
    first_day: string;
    last_day: string | null;
  }

  /** Computes the statement of a month departure by departure and rule by rule, from the rows. */
  async function computeSlowly(month: string) {
    const rules = await db.query<PayRule>(
      `select kind, amount::int, min_guests, to_char(from_time, 'HH24:MI') as from_time, tour_id, user_id, first_day::text, last_day::text
       from private.pay_rules where company_id = $1`,
      [company.id],
    );
    const [settings] = await db.query<{ rule: (typeof ATTENDANCE_RULES)[number] }>(
      `select attendance_rule as rule from public.companies where id = $1`,
      [company.id],
    );
    const departures = await db.query<Row>(
      `select id, tour_id, starts_at, ends_at from public.departures where company_id = $1 and status <> 'cancelled'`,
      [company.id],
    );
    const lines: ReturnType<typeof facts> = [];
    const open: Statement['open'] = [];
    for (const departure of departures) {
      const day = localDateIn(ZONE, departure.starts_at.getTime());
      if (day.slice(0, 7) !== month || departure.ends_at.getTime() > Date.now()) continue;
      const guests = await db.query<ReportGuest>(
        `select id, booking_id as "bookingId", category_type as type, is_cancelled as cancelled from public.guests where departure_id = $1`,
        [departure.id],
      );
      const actions = (
        await db.query<{ row: object }>(
          `select to_jsonb(a) as row from public.check_in_actions a where departure_id = $1`,
          [departure.id],
        )
      ).map(({ row }) => fromWire(row) as unknown as Action);
      const on = await db.query<{ user_id: string; role: string }>(
        `select user_id, role from public.departure_guides where departure_id = $1 and status = 'accepted'`,
        [departure.id],
      );
      const { state, report: submitted } = foldReport(
        actions.map((action) => ({ ...action, occurredAt: new Date(action.occurredAt).toISOString() as never })),
      );
      const known = prefillReport({ guests, actions, rule: settings!.rule, currency: 'DKK' });
      const named = submitted?.payload.guideId ?? null;
      const people = named
        ? new Set([named, ...on.filter(({ role }) => role === 'assistant').map(({ user_id }) => user_id)])
        : new Set(on.map(({ user_id }) => user_id));
      const anybody = known.walkIns > 0 || known.lines.length > 0;
      const reason =
        state === 'locked'
          ? null
          : state !== 'open'
            ? state
            : requiresReport(settings!.rule, known)
              ? 'no_report'
              : anybody
                ? null
                : 'nobody_booked';
      const numbers = submitted ? submitted.payload : known;
      const attended = numbers.walkIns + numbers.lines.reduce((total, line) => total + line.attended, 0);
      const minutes = (departure.ends_at.getTime() - departure.starts_at.getTime()) / 60_000;
      if (people.size === 0 && reason !== 'nobody_booked')
        open.push({ user_id: null, departure_id: departure.id, reason: reason ?? 'no_guide' });
      for (const person of people) {
        if (reason) open.push({ user_id: person, departure_id: departure.id, reason });
        else
          lines.push({
            departure_id: departure.id,
            user_id: person,
            tours: 1,
            minutes,
            guests: attended,
            pay: payOf(rules, {
              person,
              tour: departure.tour_id,
              day,
              startsAt: departure.starts_at,
              minutes,
              attended,
            }),
          });
      }
    }
    return { lines, open };
  }

  function payOf(
    rules: PayRule[],
    on: { person: string; tour: string; day: string; startsAt: Date; minutes: number; attended: number },
  ): Record<string, number> {
    const pay: Record<string, number> = {};
    const time = on.startsAt.toLocaleTimeString('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
    for (const kind of PAY_KINDS) {
      const holding = rules.filter(
        (rule) =>
          rule.kind === kind &&
          (rule.user_id === null || rule.user_id === on.person) &&
          (rule.tour_id === null || rule.tour_id === on.tour) &&
          rule.first_day <= on.day &&
          (rule.last_day === null || rule.last_day >= on.day),
      );
      // The most specific rules win: person and tour, person, tour, all.
      const narrowest = [
        holding.filter((rule) => rule.user_id && rule.tour_id),
        holding.filter((rule) => rule.user_id && !rule.tour_id),
        holding.filter((rule) => !rule.user_id && rule.tour_id),
        holding.filter((rule) => !rule.user_id && !rule.tour_id),
      ].find((some) => some.length > 0);
      const latest = narrowest?.filter(
        (rule) =>
          !narrowest.some(
            (other) =>
              other.min_guests === rule.min_guests &&
              other.from_time === rule.from_time &&
              other.first_day > rule.first_day,
          ),
      );
      const reached = latest?.filter(
        ({ min_guests, from_time }) =>
          (min_guests === null || on.attended >= min_guests) &&
          (from_time === null || time >= from_time || time < '05:00') &&
          (kind !== 'weekend' || [0, 6].includes(new Date(`${on.day}T12:00:00Z`).getUTCDay())),
      );
      const [first] = (reached ?? []).toSorted(
        (a, b) => (b.min_guests ?? 0) - (a.min_guests ?? 0) || (b.from_time ?? '').localeCompare(a.from_time ?? ''),
      );
      if (!first) continue;
      const amount =
        kind === 'per_hour'
          ? Math.round((first.amount * on.minutes) / 60)
          : kind === 'per_guest'
            ? first.amount * on.attended
            : first.amount;
      if (amount > 0) pay[kind] = amount;
    }
    return pay;
  }

  const someOf = <T>(...values: T[]) => fc.constantFrom(...values);
  const drawnRule = fc.record({
    kind: someOf(...PAY_KINDS),
    amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 })),
    min: fc.integer({ min: 1, max: 5 }),
    from: someOf('17:00', '19:30'),
    tour: someOf(null, null, 0, 1),
    person: someOf(null, null, 0, 1),
    first: someOf('2025-01-01', '2025-09-15', '2025-10-12', '2025-10-26'),
    last: someOf(null, null, '2025-10-20', '2025-12-31'),
  });
  const drawnDeparture = fc.record({
    // From the end of September to the start of November, across the night in which clocks change.
    minute: fc.oneof(
      fc.integer({ min: -240, max: 46_000 }),
      someOf(35_940, 36_000, 36_100, -121, -120, -119, 44_579, 44_580),
    ),
    lasts: fc.integer({ min: 20, max: 480 }),
    tour: someOf(0, 1),
    guides: someOf([], [0], [1], [0, 1], [1, 0]),
    declines: fc.boolean(),
    booked: fc.nat(4),
    cancelled: fc.nat(1),
    checkedIn: fc.nat(4),
    outcome: someOf('none', 'none', 'submitted', 'locked', 'locked', 'locked', 'returned', 'unlocked', 'cancelled'),
    attended: fc.nat(6),
    walkIns: fc.nat(2),
    names: someOf(null, 0, 1, 1),
  });

  test('statements match on random tours, reports and rules', async () => {
    let [lines, waiting, paid] = [0, 0, 0];
    const play = (seed: number) =>
      fc.assert(
        fc.asyncProperty(
          someOf(...ATTENDANCE_RULES),
          fc.array(drawnRule, { maxLength: 14 }),
          fc.array(drawnDeparture, { minLength: 1, maxLength: 10 }),
          async (rule, rules, departures) => {
            company = await makeCompany(db);
            await setAttendanceRule(rule);
            const people = [guide(), await makePerson(db, { role: 'guide', company: company.id })];
            const second = randomUUID();
            await db.query(
              `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, 'two', 90, 20, 'live')`,
              [second, company.id],
            );
            const tours = [company.tourId, second];
            const taken = new Set<string>();
            for (const { kind, amount, min, from, tour, person, first, last } of rules) {
              const more = {
                min_guests: kind === 'many_guests' ? min : null,
                from_time: kind === 'evening' ? from : null,
                tour_id: tour === null ? null : tours[tour]!,
                user_id: person === null ? null : people[person]!,
                last_day: last !== null && last < first ? null : last,
              };
              const key = [kind, more.min_guests, more.from_time, tour, person, first].join();
              if (!taken.has(key)) await addRule(kind, amount, first, more);
              taken.add(key);
            }
            const start = Date.parse('2025-09-30T22:00:00Z');
            for (const departure of departures) {
              const guides = departure.guides.map((n) => people[n]!);
              const begins = new Date(start + departure.minute * 60_000);
              const id = await at(begins.toISOString(), {
                guides,
                status: departure.outcome === 'cancelled' ? 'cancelled' : 'scheduled',
              });
              await db.query(`update public.departures set tour_id = $2 where id = $1`, [id, tours[departure.tour]]);
              await lasting(id, departure.lasts);
              if (departure.declines)
                await db.query(
                  `update public.departure_guides set status = 'declined' where departure_id = $1 and role = 'lead'`,
                  [id],
                );
              if (departure.booked > 0) {
                const party = await makeBooking(db, company, { departureId: id, guests: departure.booked });
                if (departure.cancelled > 0)
                  await db.query(`update public.guests set is_cancelled = true where id = $1`, [party.guests[0]!.id]);
                const acts = party.guests.slice(0, departure.checkedIn).map((guest) =>
                  device.action('check_in', {
                    company,
                    departureId: id,
                    bookingId: party.bookingId,
                    guestId: guest.id,
                    payload: { method: 'tap' },
                    at: begins,
                  }),
                );
                if (departure.outcome !== 'cancelled' && acts.length > 0) await push(...acts);
              }
              if (departure.outcome === 'none' || departure.outcome === 'cancelled') continue;
              const details = {
                attended: departure.attended,
                walkIns: departure.walkIns,
                by: departure.names === null ? null : people[departure.names]!,
              };
              if (departure.outcome === 'locked') await confirmed(id, details);
              else if (departure.outcome === 'unlocked') await unlock(id, (await confirmed(id, details)).lock);
              else {
                const input = report(id, details);
                const returnReport = device.action('report_return', {
                  company,
                  departureId: id,
                  payload: { report: input.id, question: '?' },
                });
                await push(input, ...(departure.outcome === 'returned' ? [returnReport] : []));
              }
            }
            const key = (line: { departure_id: string; user_id: string | null }) => line.departure_id + line.user_id;
            const sorted = <T extends { departure_id: string; user_id: string | null }>(rows: T[]) =>
              rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
            for (const month of ['2025-09', '2025-10', '2025-11']) {
              const [statement, slow] = [await read(owner(), month), await computeSlowly(month)];
              expect(sorted(facts(statement))).toEqual(sorted(slow.lines));
              const waits = statement.open.map(({ user_id, departure_id, reason }) => ({
                user_id,
                departure_id,
                reason,
              }));
              expect(sorted(waits)).toEqual(sorted(slow.open));
              // One guide's statement is the same without the others.
              const ownStatement = await read(owner(), month, people[1]!);
              expect(facts(ownStatement)).toEqual(facts(statement).filter(({ user_id }) => user_id === people[1]));
              lines += statement.lines.length;
              waiting += statement.open.length;
              paid += sum(statement);
            }
          },
        ),
        { seed, numRuns: caseCount(12) },
      );
    await runUntilCovered(() => Math.min(lines, waiting, paid) > 10, play);
    // The sequences contained something to compare.
    expect(Math.min(lines, waiting, paid)).toBeGreaterThan(10);
  });
});

describe('counting', () => {
  test('counts a tour in the month in which it begins in the company’s time zone', async () => {
    // Midnight of 1 November 2025 in Copenhagen is 23:00 UTC on the day before.
    const [before, after] = [await at('2025-10-31T22:59:00Z'), await at('2025-10-31T23:00:00Z')];
    for (const id of [before, after]) await confirmed(id);
    expect(facts(await read(owner(), '2025-10')).map((line) => line.departure_id)).toEqual([before]);
    expect(facts(await read(owner(), '2025-11')).map((line) => line.departure_id)).toEqual([after]);
  });

  test('pays the real hours of a night with a clock change, and adds none for a late start', async () => {
    await addRule('per_hour', 20_000);
    // From one to four by the clock: four hours in October, two in March.
    const autumn = await at('2025-10-25T23:00:00Z');
    const spring = await at('2025-03-30T00:00:00Z');
    await lasting(autumn, 240);
    await lasting(spring, 120);
    await confirmed(autumn, { late: 25 });
    await confirmed(spring);
    const [october] = (await read(owner(), '2025-10')).lines;
    expect(october).toMatchObject({ minutes: 240, minutes_late: 25, pay: [{ kind: 'per_hour', amount: 80_000 }] });
    expect((await read(owner(), '2025-03')).lines[0]).toMatchObject({ minutes: 120, pay: [{ amount: 40_000 }] });
  });

  test('rounds an hour’s pay to the nearest minor unit, halves up', async () => {
    await addRule('per_hour', 101);
    const id = await at('2025-10-10T10:00:00Z');
    // 101 · 90 / 60 = 151.5
    await confirmed(id);
    expect(sum(await read(owner(), '2025-10'))).toBe(152);
  });

  test('pays the guide whom the report names instead of the lead, and assistants; ignores strangers', async () => {
    await addRule('per_tour', 1000);
    const helper = await makePerson(db, { role: 'guide', company: company.id });
    const stranger = await makePerson(db, {});
    const [first, second] = [
      await at('2025-10-10T10:00:00Z', { guides: [guide(), helper] }),
      await at('2025-10-11T10:00:00Z'),
    ];
    await confirmed(first, { by: mette });
    await confirmed(second, { by: stranger });
    const people = (await read(owner(), '2025-10')).lines.map(({ departure_id, user_id }) => [departure_id, user_id]);
    expect(people).toHaveLength(3);
    expect(people).toEqual(
      expect.arrayContaining([
        [first, mette],
        [first, helper],
        [second, guide()],
      ]),
    );
  });

  test('applies a raise from its first day and keeps earlier months as they were', async () => {
    await addRule('per_tour', 1000, '2025-01-01');
    await addRule('per_tour', 1200, '2025-10-16');
    await addRule('per_tour', 900, '2025-01-01', { user_id: mette, last_day: '2025-10-15' });
    for (const day of ['09-30', '10-15', '10-16']) {
      await confirmed(await at(`2025-${day}T10:00:00Z`));
      await confirmed(await at(`2025-${day}T10:00:00Z`), { by: mette });
    }
    expect(sum(await read(owner(), '2025-09', guide()))).toBe(1000);
    expect(sum(await read(owner(), '2025-10', guide()))).toBe(2200);
    expect(sum(await read(owner(), '2025-10', mette))).toBe(2100);
  });

  test('leaves out tours that are not over and cancelled ones', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const month = localDateIn(ZONE, soon.getTime()).slice(0, 7);
    const [ahead, off] = [
      await makeDeparture(db, company, { startsAt: soon }),
      await at('2025-10-10T10:00:00Z', { status: 'cancelled' }),
    ];
    for (const departureId of [ahead, off]) await makeBooking(db, company, { departureId });
    expect(await read(owner(), month)).toMatchObject({ lines: [], open: [] });
    expect(await read(owner(), '2025-10')).toMatchObject({ lines: [], open: [] });
  });
});

describe('reading statements', () => {
  test('guides read their own; people who see all reports read all', async () => {
    await confirmed(await at('2025-10-10T10:00:00Z'));
    await confirmed(await at('2025-10-11T10:00:00Z'), { by: mette });
    const statementPeople = async (person: string, member: string | null = null) => {
      const { status, lines, people } = await read(person, '2025-10', member);
      if (status !== 'ok') return status;
      expect(people.map(({ id }) => id).toSorted()).toEqual([...new Set(lines.map((line) => line.user_id))].toSorted());
      return lines.map((line) => line.user_id);
    };
    const { reservations, accountant, guide_manager } = company.people;
    for (const person of [owner(), office(), guide_manager, accountant])
      expect(await statementPeople(person)).toEqual([guide(), mette]);
    expect(await statementPeople(office(), mette)).toEqual([mette]);
    expect(await statementPeople(guide())).toEqual([guide()]);
    expect(await statementPeople(mette, mette)).toEqual([mette]);
    expect(await statementPeople(mette, guide())).toBe('not_permitted');
    expect(await statementPeople(reservations)).toBe('not_permitted');
    const other = await makeCompany(db);
    for (const person of [other.people.owner, other.people.guide])
      expect(await statementPeople(person)).toBe('not_permitted');
  });

  test('partners read no statement, acting or not, and cannot change its rules', async () => {
    const partner = await makeOrganisation(db, [company]);
    const rule = {
      company: company.id,
      rule_id: randomUUID(),
      version: 0,
      input: { kind: 'per_tour', amount: 1, first_day: '2200-01-01' },
    };
    for (const acts of [false, true]) {
      if (acts)
        await db.query(`update public.users set impersonated_company_id = $2 where id = $1`, [
          partner.admin,
          company.id,
        ]);
      for (const person of [partner.admin, partner.agent]) {
        expect((await read(person, '2025-10')).status).toBe('not_permitted');
        expect((await settle('2025-10', '', person)).status).toBe('not_permitted');
        for (const [name, args] of [
          ['read_pay_rules', { company: company.id }],
          ['save_pay_rule', rule],
        ] as const)
          expect(await db.rpc(person, name, args)).toEqual({ status: 'not_permitted' });
      }
    }
    for (const person of [office(), guide(), company.people.accountant]) {
      expect(await db.rpc(person, 'read_pay_rules', { company: company.id })).toEqual({ status: 'not_permitted' });
      expect(await db.rpc(person, 'save_pay_rule', rule)).toEqual({ status: 'not_permitted' });
      expect((await settle('2025-10', '', person)).status).toBe('not_permitted');
    }
  });
});

describe('settling', () => {
  const expectSettled = async (month: string) => {
    const { version } = await read(owner(), month);
    expect(await settle(month, version)).toEqual({ status: 'ok' });
  };

  test('keeps the lines as they were and puts each later difference on the next month once', async () => {
    await addRule('per_guest', 100);
    const [first, second] = [await at('2025-10-10T10:00:00Z'), await at('2025-10-11T10:00:00Z')];
    const { lock, input } = await confirmed(first, { attended: 3 });
    await makeBooking(db, company, { departureId: second });
    expect((await read(owner(), '2025-10')).may.settle).toBe(true);
    await expectSettled('2025-10');
    const before = await read(owner(), '2025-10');
    expect(before).toMatchObject({ settled: { by: 'owner' }, may: { settle: false }, open: [{ reason: 'no_report' }] });

    // An unlocked report takes nothing back and pays nothing until it is locked again.
    await unlock(first, lock);
    expect(await read(owner(), '2025-11')).toMatchObject({
      lines: [],
      open: [
        { departure_id: first, reason: 'submitted' },
        { departure_id: second, reason: 'no_report' },
      ],
    });
    await confirmed(first, { attended: 5, replaces: [input.id] });
    await confirmed(second, { attended: 1 });
    expect((await read(owner(), '2025-10')).lines).toEqual(before.lines);
    const november = await read(owner(), '2025-11');
    expect(november.lines).toMatchObject([
      { departure_id: first, is_correction: true, tours: 0, minutes: 0, guests: 2, pay: [{ amount: 200, rate: null }] },
      { departure_id: second, is_correction: true, tours: 1, minutes: 90, guests: 1, pay: [{ amount: 100 }] },
    ]);
    expect(november.open).toEqual([]);
    // The guide reads the same lines of their own.
    expect((await read(guide(), '2025-11')).lines).toEqual(november.lines);
    await expectSettled('2025-11');
    expect((await read(owner(), '2025-12')).lines).toEqual([]);
  });

  test('moves pay from one guide to another if the report names another later', async () => {
    await addRule('per_tour', 1000);
    const id = await at('2025-10-10T10:00:00Z');
    const { lock, input } = await confirmed(id);
    await expectSettled('2025-10');
    await unlock(id, lock);
    await confirmed(id, { by: mette, replaces: [input.id] });
    expect(sum(await read(owner(), '2025-11', guide()))).toBe(-1000);
    expect(sum(await read(guide(), '2025-11'))).toBe(-1000);
    expect(sum(await read(owner(), '2025-11', mette))).toBe(1000);
    // All statements together add up to the current value.
    expect(sum(await read(owner(), '2025-10')) + sum(await read(owner(), '2025-11'))).toBe(1000);
  });

  test('takes nothing back from an erased person, whose tours then belong to nobody', async () => {
    await addRule('per_tour', 1000);
    await confirmed(await at('2025-10-10T10:00:00Z'));
    await expectSettled('2025-10');
    await db.query('select public.erase_user($1)', [guide()]);
    expect((await read(owner(), '2025-11')).lines).toEqual([]);
    expect(sum(await read(owner(), '2025-10'))).toBe(1000);
  });

  test('covers what was read, of a past month only; is idempotent and logged', async () => {
    await addRule('per_tour', 1000);
    await confirmed(await at('2025-10-10T10:00:00Z'));
    const { version } = await read(owner(), '2025-10');
    await confirmed(await at('2025-10-11T10:00:00Z'));
    expect(await settle('2025-10', version)).toEqual({ status: 'stale' });
    await expectSettled('2025-10');
    expect(await settle('2025-10', 'any')).toEqual({ status: 'ok' });
    const now = localDateIn(ZONE, Date.now()).slice(0, 7);
    const { may, version: present } = await read(owner(), now);
    expect(may.settle).toBe(false);
    expect(await settle(now, present)).toEqual({ status: 'month_not_ended' });
    const events = await db.query(
      `select after from public.audit_events where company_id = $1 and action = 'settle_guide_month'`,
      [company.id],
    );
    expect(events).toEqual([{ after: { month: '2025-10-01', lines: 2 } }]);
    await expect(
      db.query(`update private.settled_lines set line = '{}' where company_id = $1`, [company.id]),
    ).rejects.toThrow('cannot be changed');
  });

  test('is erased with its company, and so are the pay rules', async () => {
    await addRule('per_tour', 1000);
    await confirmed(await at('2025-10-10T10:00:00Z'));
    await expectSettled('2025-10');
    const remainingRows = () =>
      db.query(
        `select (select count(*)::int from private.pay_rules where company_id = $1) as rules,
           (select count(*)::int from private.settled_lines where company_id = $1) as lines`,
        [company.id],
      );
    expect(await remainingRows()).toEqual([{ rules: 1, lines: 1 }]);
    await db.rpc('service_role', 'erase_company', { company: company.id });
    expect(await remainingRows()).toEqual([{ rules: 0, lines: 0 }]);
  });
});

describe('pay rules', () => {
  const monthStart = (by: number) => {
    const [year, month] = localDateIn(ZONE, Date.now()).split('-').map(Number);
    return new Date(Date.UTC(year!, month! - 1 + by, 1)).toISOString().slice(0, 10);
  };
  const save = (input: object | null, { id = randomUUID(), version = 0 } = {}) =>
    db
      .rpc<{ status: string; rules: { id: string; version: number; amount: number }[] }>(owner(), 'save_pay_rule', {
        company: company.id,
        rule_id: id,
        version,
        input,
      })
      .then((result) => ({ ...result, id }));
  const tour = (first_day: string, more: object = {}) => ({ kind: 'per_tour', amount: 1000, first_day, ...more });

  test('are added, changed with the current version, and deleted', async () => {
    const made = await save(tour(monthStart(0)));
    expect(made).toMatchObject({ status: 'ok', rules: [{ id: made.id, version: 1, amount: 1000 }] });
    const { id } = made;
    expect(await save(tour(monthStart(0), { amount: 1 }), { id })).toMatchObject({ status: 'stale', version: 1 });
    expect(await save(tour(monthStart(0), { amount: 1 }), { id, version: 1 })).toMatchObject({
      status: 'ok',
      rules: [{ version: 2, amount: 1 }],
    });
    expect((await save(tour(monthStart(0)))).status).toBe('rule_taken');
    expect(await save(null, { id, version: 2 })).toMatchObject({ status: 'ok', rules: [] });
  });

  test('cannot change what applied before last month, nor a settled month', async () => {
    expect((await save(tour(monthStart(-2)))).status).toBe('has_applied');
    const made = await save(tour(monthStart(-1)));
    expect(made.status).toBe('ok');
    expect((await save(tour(monthStart(-2)), { id: made.id, version: 1 })).status).toBe('has_applied');
    // Once last month is settled, its rule can only end, and not before the month's end.
    const { version } = await read(owner(), monthStart(-1).slice(0, 7));
    expect(await settle(monthStart(-1).slice(0, 7), version)).toEqual({ status: 'ok' });
    const change = (input: object | null, by = 1) => save(input, { id: made.id, version: by });
    expect((await change(tour(monthStart(-1), { amount: 2 }))).status).toBe('has_applied');
    expect((await change(null)).status).toBe('has_applied');
    expect((await change(tour(monthStart(-1), { last_day: monthStart(-1) }))).status).toBe('has_applied');
    expect((await change(tour(monthStart(-1), { last_day: monthStart(0) }))).status).toBe('ok');
    expect((await save(tour(monthStart(0), { amount: 2 }))).status).toBe('ok');
  });

  test.each([
    ['an unknown kind', { kind: 'per_smile' }],
    ['a negative amount', { amount: -1 }],
    ['no first day', { first_day: null }],
    ['an end before the start', { last_day: monthStart(-1) }],
    ['a rate for many guests without their number', { kind: 'many_guests' }],
    ['an evening rate without a time', { kind: 'evening' }],
    ['an evening rate that starts at night', { kind: 'evening', from_time: '03:00' }],
    ['another company’s tour', { tour_id: randomUUID() }],
    ['a person outside the company', { user_id: randomUUID() }],
  ])('with %s are invalid', async (_, more) => {
    expect((await save(tour(monthStart(0), more))).status).toBe('invalid');
  });
});
