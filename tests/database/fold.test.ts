/** The folds in TypeScript and SQL agree on random sets of actions, in random order, with repeats. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Action } from '../../src/domain/actions.ts';
import { toCanonicalJson, foldCheckIn } from '../../src/domain/check-in.ts';
import type { FoldGuest } from '../../src/domain/check-in.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

// Small pools, so that undos hit, ids repeat and devices meet at the same guest.
const id = (family: number, n: number) =>
  `${String(family).repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const oneOf = (family: number, count: number) => fc.integer({ min: 0, max: count - 1 }).map((n) => id(family, n));
const guestId = oneOf(1, 6);
const bookingId = oneOf(2, 4);
const actionId = oneOf(3, 30);
const instant = fc.integer({ min: 0, max: 5 }).map((n) => new Date(1_767_225_600_000 + n * 500).toISOString());

const payload = {
  check_in: fc.constantFrom({ method: 'tap' as const }, { method: 'signed' as const, ticket: 'AQ' }),
  no_show: fc.constant({}),
  walk_in: fc.record({
    reference: fc.constant('ABC234'),
    contactName: fc.constant('Ana'),
    contactPhone: fc.constant(null),
    contactEmail: fc.constant(null),
    totalAmount: fc.nat(10_000),
    currency: fc.constant('EUR'),
    guests: fc
      .uniqueArray(oneOf(1, 9), { minLength: 1, maxLength: 3 })
      .map((ids) => ids.map((guest) => ({ id: guest, priceCategoryId: null, name: null, ticketCode: '' }))),
  }),
  payment: fc.record({
    amount: fc.integer({ min: 1, max: 100_000 }),
    currency: fc.constant('EUR'),
    method: fc.constant('cash' as const),
  }),
  note: fc.record({ text: fc.string({ maxLength: 5 }) }),
  count: fc.record({ present: fc.nat(20), missing: fc.array(guestId, { maxLength: 2 }), stop: fc.constant(null) }),
  depart: fc.record({ headCount: fc.nat(20) }),
  undo: fc.record({ actions: fc.uniqueArray(actionId, { minLength: 1, maxLength: 4 }) }),
};
const kinds = fc.oneof(
  { weight: 6, arbitrary: fc.constant('check_in' as const) },
  { weight: 2, arbitrary: fc.constant('no_show' as const) },
  { weight: 2, arbitrary: fc.constant('walk_in' as const) },
  { weight: 2, arbitrary: fc.constant('payment' as const) },
  { weight: 1, arbitrary: fc.constant('note' as const) },
  { weight: 1, arbitrary: fc.constant('count' as const) },
  { weight: 1, arbitrary: fc.constant('depart' as const) },
  { weight: 4, arbitrary: fc.constant('undo' as const) },
);
const action = kinds.chain((kind) =>
  fc.record({
    id: actionId,
    kind: fc.constant(kind),
    payload: payload[kind] as fc.Arbitrary<unknown>,
    schemaVersion: fc.constant(1),
    companyId: fc.constant(id(5, 0)),
    departureId: fc.constant(id(6, 0)),
    bookingId: kind === 'count' || kind === 'depart' || kind === 'undo' ? fc.constant(null) : bookingId,
    guestId: kind === 'check_in' || kind === 'no_show' ? guestId : fc.constant(null),
    deviceId: oneOf(4, 3),
    deviceSequence: fc.nat(99),
    occurredAt: instant,
    deviceTime: instant,
    userId: oneOf(7, 2),
  }),
) as fc.Arbitrary<Action>;
const guests: fc.Arbitrary<FoldGuest[]> = fc.uniqueArray(
  fc.record({ id: guestId, bookingId, cancelled: fc.boolean() }),
  {
    selector: (guest) => guest.id,
  },
);
/** A set with one body per id, and a delivery of it: shuffled, some of it twice. */
const scenario = fc
  .record({ guests, set: fc.uniqueArray(action, { selector: (a) => a.id, maxLength: 22 }) })
  .chain(({ guests: known, set }) =>
    fc.record({
      guests: fc.constant(known),
      set: fc.constant(set),
      delivery: fc
        .tuple(fc.shuffledSubarray(set, { minLength: set.length }), fc.subarray(set))
        .map(([all, again]) => all.concat(again)),
    }),
  );

const snake = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(snake)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            key.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
            snake(inner),
          ]),
        )
      : value;

interface Scenario {
  guests: FoldGuest[];
  set: Action[];
  delivery: Action[];
}

async function inSql(scenarios: readonly Scenario[]): Promise<unknown[]> {
  const body = scenarios.map((scenario) => snake({ guests: scenario.guests, actions: scenario.delivery }));
  const rows = await db.query<{ state: unknown }>(
    `select private.fold_check_in(one -> 'guests', one -> 'actions') as state
     from jsonb_array_elements($1::jsonb) with ordinality as input (one, place) order by place`,
    [JSON.stringify(body)],
  );
  return rows.map((row) => row.state);
}

test('random sets fold to the same state in both', async () => {
  const total = caseCount(10_000);
  const seen = { undone: 0, conflict: 0, noShow: 0, cancelledWalkIn: 0, onlySigned: 0 };
  const play = async (seed: number, count: number) => {
    const scenarios = fc.sample(scenario, { seed, numRuns: count }) as Scenario[];
    const states = await inSql(scenarios);
    scenarios.forEach((scenario, place) => {
      const expected = toCanonicalJson(foldCheckIn(scenario.guests, scenario.set)) as {
        guests: Record<string, { conflict: boolean; status: string }>;
        tally: { no_show: number };
      };
      const where = `MUSTER_SEED=${seed}, set ${place}`;
      const delivered = toCanonicalJson(foldCheckIn(scenario.guests, scenario.delivery));
      expect({ where, delivered, sql: states[place] }).toEqual({ where, delivered: expected, sql: expected });
      const target = new Set(scenario.set.flatMap((a) => (a.kind === 'undo' ? a.payload.actions : [])));
      if (scenario.set.some((a) => a.kind !== 'undo' && target.has(a.id))) seen.undone += 1;
      if (Object.values(expected.guests).some((guest) => guest.conflict)) seen.conflict += 1;
      if (expected.tally.no_show > 0) seen.noShow += 1;
      if (scenario.set.some((a) => a.kind === 'walk_in' && target.has(a.id))) seen.cancelledWalkIn += 1;
      const listed = new Set(scenario.guests.map((guest) => guest.id));
      const isSigned = (a: Action) => a.kind === 'check_in' && a.payload.method === 'signed';
      if (scenario.set.some((a) => isSigned(a) && !listed.has(a.guestId!) && expected.guests[a.guestId!]))
        seen.onlySigned += 1;
    });
  };
  // Batches of at most 500 scenarios, one query each.
  const batches = Math.ceil(total / 500);
  const isCovered = () => Object.values(seen).every((count) => count >= 10);
  await runUntilCovered(isCovered, (seed) => play(seed, Math.ceil(total / batches)), batches);
  expect(seen).toSatisfy(isCovered);
});

test('folding stored rows equals folding the rows of a pull', async () => {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId, guests: 3 });
  await makeBooking(db, company, { departureId, status: 'CANCELLED' });
  const tablet = makeDevice();
  const phone = makeDevice();
  const checkIn = (device: typeof tablet, n: number) =>
    device.action('check_in', {
      company,
      departureId,
      bookingId: party.bookingId,
      guestId: party.guests[n]!.id,
      payload: { method: 'tap' },
    });
  const first = checkIn(tablet, 0);
  const sent = [
    first,
    checkIn(tablet, 1),
    tablet.action('undo', { company, departureId, payload: { actions: [first.id] } }),
    tablet.action('depart', { company, departureId, payload: { head_count: 1 } }),
  ];
  await db.rpc(company.people.office, 'check_in_push', { device: tablet.header(), actions: sent });
  await db.rpc(company.people.office, 'check_in_push', { device: phone.header(), actions: [checkIn(phone, 1)] });
  const day = new Date().toISOString().slice(0, 10);
  const { rows } = await db.rpc<{ rows: Record<string, Record<string, unknown>[]> }>(
    company.people.office,
    'check_in_pull',
    {
      company: company.id,
      from_date: day,
      to_date: day,
      cursor: null,
      page_size: 5000,
    },
  );
  const camel = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(camel)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [
              key.replace(/_([a-z])/g, (_, sign: string) => sign.toUpperCase()),
              camel(inner),
            ]),
          )
        : value;
  const state = toCanonicalJson(foldCheckIn(camel(rows['guests']) as FoldGuest[], camel(rows['actions']) as Action[]));
  const [row] = await db.query<{ state: unknown }>(`select private.departure_roll_call($1) as state`, [departureId]);
  expect(row!.state).toEqual(state);
  expect(state).toMatchObject({ tally: { checked_in: 1, no_show: 2, cancelled: 1, expected: 0 } });
});
