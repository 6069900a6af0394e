/**
 * Tour reports, folded from the SET of a departure's actions, like the roll-call. Rule pair of `private.fold_report`; a
 * property test checks that both agree (ADR 040).
 */
import type { Action, ActionOf, ActionPayloads } from './actions.ts';
import { compareByTime, foldCheckIn, type FoldGuest } from './check-in.ts';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from './enums.ts';
import type { AttendanceRule } from './company-settings.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';

export const REPORT_STATES = ['open', 'submitted', 'returned', 'locked'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export type SubmittedReport = ActionPayloads['report_submit'];

/** A guest as the report's fold needs it. */
export interface ReportGuest extends FoldGuest {
  type: PriceCategoryType;
}

export interface ReportLine {
  type: PriceCategoryType;
  /** Guests who are not cancelled, or who attended anyway; without walk-ins. */
  booked: number;
  attended: number;
}

/** The figures from the check-ins; the company's rule decides how unmarked guests count. */
export interface PrefilledReport {
  lines: ReportLine[];
  /** Guests who attended without a booking. */
  walkIns: number;
  /** Cash collected at the meeting point. */
  cash: MinorUnits;
}

export interface ReportStatus {
  state: ReportState;
  /** The locked report, else the latest that no other replaces, else (if reports replace each other) the latest. */
  report: ActionOf<'report_submit'> | null;
  /** Reports that do not replace the shown one, earliest first. */
  conflicting: ActionOf<'report_submit'>[];
  /** The office's questions about the shown report, earliest first. */
  questions: ActionOf<'report_return'>[];
  /** Locks that were not opened, earliest first. */
  locks: ActionOf<'report_lock'>[];
}

export interface ReportInput {
  guests: readonly ReportGuest[];
  actions: readonly Action[];
  rule: AttendanceRule;
  currency: string;
}

/**
 * Returns whether unmarked guests count as present. Where guides report, they mark who was missing; where check-ins
 * count, only checked-in guests came.
 */
export const countsUnmarkedAsPresent = (rule: AttendanceRule): boolean => rule !== 'check_ins_count';

/** Returns the actions by id; of duplicates the first counts, as in the roll-call. */
const firstById = (actions: readonly Action[]) => new Map(actions.toReversed().map((action) => [action.id, action]));

export function prefillReport({ guests, actions, rule, currency }: ReportInput): PrefilledReport {
  const rollCall = foldCheckIn(guests, actions);
  const typeOf = new Map(guests.map(({ id, type }) => [id, type]));
  const walkedIn = new Set<Uuid>();
  let cash = 0;
  const undone = new Set<Uuid>();
  const byId = firstById(actions);
  for (const action of byId.values()) {
    if (action.kind === 'undo') for (const id of action.payload.actions) undone.add(id);
    if (action.kind === 'walk_in') for (const { id } of action.payload.guests) walkedIn.add(id);
  }
  for (const action of byId.values()) {
    if (action.kind !== 'payment' || undone.has(action.id)) continue;
    if (action.payload.method === 'cash' && action.payload.currency === currency) cash += action.payload.amount;
  }
  const counts = new Map<PriceCategoryType, ReportLine>();
  let walkIns = 0;
  for (const [id, { status }] of rollCall.guests) {
    const isPresent = status === 'checked_in' || (status === 'expected' && countsUnmarkedAsPresent(rule));
    if (walkedIn.has(id)) {
      if (isPresent) walkIns += 1;
    } else if (status !== 'cancelled') {
      const type = typeOf.get(id) ?? 'OTHER';
      const line = counts.get(type) ?? { type, booked: 0, attended: 0 };
      counts.set(type, { type, booked: line.booked + 1, attended: line.attended + Number(isPresent) });
    }
  }
  return { lines: PRICE_CATEGORY_TYPES.flatMap((type) => counts.get(type) ?? []), walkIns, cash };
}

/** Folds the report's status from the departure's actions; actions of other kinds are ignored. */
export function foldReport(actions: readonly Action[]): ReportStatus {
  const sorted = [...firstById(actions).values()].sort(compareByTime);
  const ofKind = <K extends Action['kind']>(kind: K) =>
    sorted.filter((action): action is Extract<Action, ActionOf<K>> => action.kind === kind);
  const submitted = ofKind('report_submit');
  const replaced = new Set(submitted.flatMap(({ payload }) => payload.replaces));
  const opened = new Set(ofKind('report_unlock').flatMap(({ payload }) => payload.locks));
  const locks = ofKind('report_lock').filter(({ id }) => !opened.has(id));
  const heads = submitted.filter(({ id }) => !replaced.has(id));
  const locked = locks[0] && submitted.find(({ id }) => id === locks[0]?.payload.report);
  const report = locked ?? heads.at(-1) ?? submitted.at(-1) ?? null;
  const questions = ofKind('report_return').filter(({ payload }) => payload.report === report?.id);
  return {
    state: locks.length > 0 ? 'locked' : !report ? 'open' : questions.length > 0 ? 'returned' : 'submitted',
    report,
    conflicting: heads.filter(({ id }) => id !== report?.id),
    questions,
    locks,
  };
}

/** Returns both in the JSON form of the SQL function, to compare them. */
export function toCanonicalReport(input: ReportInput): unknown {
  const { state, report, conflicting, questions, locks } = foldReport(input.actions);
  const { lines, walkIns, cash } = prefillReport(input);
  const ids = (actions: readonly Action[]) => actions.map(({ id }) => id);
  return {
    state,
    report: report?.id ?? null,
    conflicting: ids(conflicting),
    questions: ids(questions),
    locks: ids(locks),
    lines,
    walk_ins: walkIns,
    cash,
  };
}

export interface CountedLine extends ReportLine {
  /** The reported number. */
  reported: number;
}

/** Compares the prefilled and the reported lines; each type of either is included. */
export function compareLines(prefilled: PrefilledReport, report: Pick<SubmittedReport, 'lines'>): CountedLine[] {
  const prefilledByType = new Map(prefilled.lines.map((line) => [line.type, line]));
  const reportedByType = new Map(report.lines.map((line) => [line.type, line.attended]));
  return PRICE_CATEGORY_TYPES.flatMap((type) => {
    const line = prefilledByType.get(type);
    const reported = reportedByType.get(type);
    if (!line && !reported) return [];
    return [{ type, booked: line?.booked ?? 0, attended: line?.attended ?? 0, reported: reported ?? 0 }];
  });
}

/** Counts the figures of a report that differ from the check-ins and the collected cash. */
export function countDifferences(prefilled: PrefilledReport, report: SubmittedReport): number {
  const lines = compareLines(prefilled, report).filter(({ attended, reported }) => attended !== reported).length;
  return lines + Number(report.walkIns !== prefilled.walkIns) + Number(report.handedOver !== prefilled.cash);
}

/**
 * Returns whether the rule requires a report: always if there were people, only if check-ins and bookings differ, or
 * never if check-ins count.
 */
export function requiresReport(rule: AttendanceRule, { lines, walkIns }: PrefilledReport): boolean {
  if (rule === 'report_always') return lines.length > 0 || walkIns > 0;
  return rule === 'report_differences' && (walkIns > 0 || lines.some(({ booked, attended }) => booked !== attended));
}

/** Hours after a departure's end until its report is due. As `private.report_due_at`. */
const REPORT_HOURS = 12;

export function isOverdue(
  {
    endsAt,
    state,
    rule,
    prefilled,
  }: { endsAt: Instant; state: ReportState; rule: AttendanceRule; prefilled: PrefilledReport },
  now: number,
): boolean {
  if (state !== 'open' && state !== 'returned') return false;
  return (
    Date.parse(endsAt) + REPORT_HOURS * 3_600_000 < now && (state === 'returned' || requiresReport(rule, prefilled))
  );
}
