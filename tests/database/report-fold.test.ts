/**
 * The report of a departure is the same in TypeScript and SQL, on random sets of actions, in random order, with
 * repeats.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Action } from '../../src/domain/actions.ts';
import { ATTENDANCE_RULES } from '../../src/domain/company-settings.ts';
import { toCanonicalReport, requiresReport, prefillReport, type ReportInput } from '../../src/domain/tour-report.ts';
import { toWire } from '../../src/data/wire.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

// Small pools, so that reports replace each other, locks are undone and undos hit.
const id = (family: number, n: number) =>
  `${String(family).repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const oneOf = (family: number, count: number) => fc.integer({ min: 0, max: count - 1 }).map((n) => id(family, n));
const [guestId, bookingId, actionId] = [oneOf(1, 6), oneOf(2, 4), oneOf(3, 30)];
/** Few ids, so that requests and locks refer to existing reports. */
const reportId = oneOf(3, 6);
const named = fc.uniqueArray(actionId, { minLength: 1, maxLength: 4 });
const instant = fc.integer({ min: 0, max: 5 }).map((n) => new Date(1_767_225_600_000 + n * 500).toISOString());
const type = fc.constantFrom('ADULT' as const, 'CHILD' as const, 'OTHER' as const);

const payload = {
  check_in: fc.constantFrom({ method: 'tap' as const }, { method: 'signed' as const, ticket: 'AQ' }),
  no_show: fc.constant({}),
  walk_in: fc.record({
    guests: fc
      .uniqueArray(oneOf(1, 9), { minLength: 1, maxLength: 3 })
      .map((ids) => ids.map((guest) => ({ id: guest }))),
  }),
  payment: fc.record({
    amount: fc.integer({ min: 1, max: 100_000 }),
    currency: fc.constantFrom('EUR', 'EUR', 'DKK'),
    method: fc.constantFrom('cash', 'cash', 'card'),
  }),
  depart: fc.record({ headCount: fc.nat(20) }),
  undo: fc.record({ actions: named }),
  report_submit: fc.record({ replaces: fc.uniqueArray(fc.oneof(reportId, actionId), { maxLength: 2 }) }),
  report_return: fc.record({ report: reportId, question: fc.constant('?') }),
  report_lock: fc.record({ report: reportId }),
  report_unlock: fc.record({ locks: named, reason: fc.constant('!') }),
};
type Kind = keyof typeof payload;
const weights: Record<Kind, number> = {
  check_in: 5,
  no_show: 1,
  walk_in: 2,
  payment: 3,
  depart: 1,
  undo: 3,
  report_submit: 6,
  report_return: 5,
  report_lock: 2,
  report_unlock: 2,
};
const kinds = fc.oneof(
  ...(Object.keys(weights) as Kind[]).map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
);
const isOfAGuest = (kind: Kind) => kind === 'check_in' || kind === 'no_show';
const action = kinds.chain((kind) =>
  fc.record({
    id: kind === 'report_submit' ? reportId : actionId,
    kind: fc.constant(kind),
    payload: payload[kind] as fc.Arbitrary<unknown>,
    bookingId: isOfAGuest(kind) || kind === 'payment' || kind === 'walk_in' ? bookingId : fc.constant(null),
    guestId: isOfAGuest(kind) ? guestId : fc.constant(null),
    deviceId: oneOf(4, 3),
    occurredAt: instant,
    userId: oneOf(7, 2),
  }),
) as fc.Arbitrary<Action>;
const scenario = fc
  .record({
    guests: fc.uniqueArray(fc.record({ id: guestId, bookingId, cancelled: fc.boolean(), type }), {
      selector: (guest) => guest.id,
    }),
    set: fc.uniqueArray(action, { selector: (a) => a.id, maxLength: 22 }),
    rule: fc.constantFrom(...ATTENDANCE_RULES),
  })
  .chain(({ guests, set, rule }) =>
    fc.record({
      known: fc.constant({ guests, actions: set, rule, currency: 'EUR' } satisfies ReportInput),
      delivery: fc
        .tuple(fc.shuffledSubarray(set, { minLength: set.length }), fc.subarray(set))
        .map(([all, again]) => all.concat(again)),
    }),
  );

test('reports and whether one is required agree on random sets', async () => {
  const total = caseCount(10_000);
  const seen = {
    circle: 0,
    submitted: 0,
    returned: 0,
    locked: 0,
    conflicting: 0,
    unmarked: 0,
    walkIns: 0,
    cash: 0,
    required: 0,
  };
  const play = async (seed: number, count: number) => {
    const scenarios = fc.sample(scenario, { seed, numRuns: count });
    const rows = await db.query<{ report: unknown; must: boolean }>(
      `select report, private.is_report_required(rule, report) as must from (
         select place, (one ->> 'rule')::public.attendance_rule as rule, private.fold_report(one -> 'guests', one -> 'actions',
           (one ->> 'rule')::public.attendance_rule, 'EUR') as report
         from jsonb_array_elements($1::jsonb) with ordinality as input (one, place)) as folded
       order by place`,
      [JSON.stringify(toWire(scenarios.map(({ known, delivery }) => ({ ...known, actions: delivery }))))],
    );
    scenarios.forEach(({ known, delivery }, place) => {
      const where = `MUSTER_SEED=${seed}, set ${place}`;
      const report = toCanonicalReport(known) as {
        state: keyof typeof seen;
        report: string | null;
        conflicting: string[];
        questions: string[];
      };
      const must = requiresReport(known.rule, prefillReport(known));
      const delivered = toCanonicalReport({ ...known, actions: delivery });
      expect({ where, delivered, ...rows[place] }).toEqual({ where, delivered: report, report, must });
      const { walkIns, cash } = prefillReport(known);
      if (report.state in seen) seen[report.state] += 1;
      const submitted = known.actions.filter((action) => action.kind === 'report_submit');
      const replaced = new Set(submitted.flatMap(({ payload }) => payload.replaces));
      const isCircle = submitted.length > 0 && submitted.every(({ id: actionId }) => replaced.has(actionId));
      // However reports replace each other, one of them is shown.
      expect({ where, isShown: report.report !== null }).toEqual({ where, isShown: submitted.length > 0 });
      seen.circle += Number(isCircle);
      seen.conflicting += Number(report.conflicting.length > 0);
      seen.walkIns += Number(walkIns > 0);
      seen.cash += Number(cash > 0);
      seen.required += Number(must);
      const other = known.rule === 'check_ins_count' ? 'report_always' : 'check_ins_count';
      const prefillWith = (rule: typeof known.rule) => JSON.stringify(prefillReport({ ...known, rule }));
      seen.unmarked += Number(prefillWith(known.rule) !== prefillWith(other));
    });
  };
  // Batches of at most 500 scenarios, one query each.
  const batches = Math.ceil(total / 500);
  const isCovered = () => Object.values(seen).every((count) => count >= 10);
  await runUntilCovered(isCovered, (seed) => play(seed, Math.ceil(total / batches)), batches);
  expect(seen).toSatisfy(isCovered);
});
