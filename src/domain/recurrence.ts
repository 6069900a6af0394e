/**
 * Recurrence rules as form values and as RFC 5545 text. Supports exactly the rules that the database accepts
 * (`private.is_rrule`). Only the server expands rules to dates (ADR 023).
 */
import type { LocalDate } from './ids.ts';
import { isLocalDate } from '../lib/local-date.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The second Saturday is `{nth: 2, day: 'SA'}`, the last one `{nth: -1, …}`; null means every one of the month. */
export interface NthWeekday {
  nth: number | null;
  day: Weekday;
}

export type RecurrenceEnd =
  | { kind: 'never' }
  /** The last possible day. */
  | { kind: 'until'; date: LocalDate }
  | { kind: 'count'; count: number };

/**
 * With an empty list of days, the rule uses the weekday or month day of the first date. `months`: 1 is January; empty
 * means all.
 */
export type Recurrence = { interval: number; months: readonly number[]; end: RecurrenceEnd } & (
  | { frequency: 'daily' }
  | { frequency: 'weekly'; days: readonly Weekday[] }
  | { frequency: 'monthly'; by: 'weekday'; weekdays: readonly NthWeekday[] }
  /** Negative days count from the end of the month: -1 is the last. */
  | { frequency: 'monthly'; by: 'day'; days: readonly number[] }
);

export const MAX_INTERVAL = 99;
export const MAX_COUNT = 999;

const compact = (date: LocalDate) => date.replaceAll('-', '');

function listed(rule: Recurrence): string {
  switch (rule.frequency) {
    case 'daily':
      return '';
    case 'weekly':
      return rule.days.length > 0 ? `;BYDAY=${rule.days.join(',')}` : '';
    case 'monthly':
      if (rule.by === 'day') return rule.days.length > 0 ? `;BYMONTHDAY=${rule.days.join(',')}` : '';
      return rule.weekdays.length > 0
        ? `;BYDAY=${rule.weekdays.map(({ nth, day }) => `${nth ?? ''}${day}`).join(',')}`
        : '';
  }
}

function ending(end: RecurrenceEnd): string {
  if (end.kind === 'until') return `;UNTIL=${compact(end.date)}`;
  return end.kind === 'count' ? `;COUNT=${end.count}` : '';
}

export const weekdayOf = (date: LocalDate): Weekday =>
  WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/** Replaces a weekday of a weekly rule; null if the rule does not include it. `first`: the rule's first date. */
export function moveToWeekday(
  rule: Recurrence,
  { from, to, first }: { from: Weekday; to: Weekday; first: LocalDate },
): Recurrence | null {
  if (rule.frequency !== 'weekly') return null;
  const days = rule.days.length > 0 ? rule.days : [weekdayOf(first)];
  if (!days.includes(from)) return null;
  return { ...rule, days: WEEKDAYS.filter((day) => day === to || (day !== from && days.includes(day))) };
}

/** Formats the rule as RFC 5545 text, with its parts in the order that the database requires. */
export function formatRrule(rule: Recurrence): string {
  const interval = rule.interval > 1 ? `;INTERVAL=${rule.interval}` : '';
  const months = rule.months.length > 0 ? `;BYMONTH=${rule.months.join(',')}` : '';
  return `FREQ=${rule.frequency.toUpperCase()}${interval}${months}${listed(rule)}${ending(rule.end)}`;
}

const RULE =
  /^FREQ=(DAILY|WEEKLY|MONTHLY)(?:;INTERVAL=([1-9]\d?))?(?:;BYMONTH=([\d,]+))?(?:;BY(DAY|MONTHDAY)=([-\dA-Z,]+))?(?:;UNTIL=(\d{8})|;COUNT=([1-9]\d{0,2}))?$/;
const NTH_WEEKDAY = /^(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/;
const MONTH = /^(?:[1-9]|1[0-2])$/;
const MONTH_DAY = /^-?(?:[1-9]|[12]\d|3[01])$/;

function readEnd(until: string | undefined, count: string | undefined): RecurrenceEnd | null {
  if (count !== undefined) return { kind: 'count', count: Number(count) };
  if (until === undefined) return { kind: 'never' };
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}`;
  return isLocalDate(date) ? { kind: 'until', date } : null;
}

function readWeekdays(parts: readonly string[]): NthWeekday[] | null {
  const found = parts.map((part) => NTH_WEEKDAY.exec(part));
  if (!found.every((match) => match !== null)) return null;
  return found.map(([, nth, day]) => ({ nth: nth === undefined ? null : Number(nth), day: day as Weekday }));
}

/** Parses a rule's text; null for one that the database does not accept. */
export function parseRrule(text: string): Recurrence | null {
  const match = RULE.exec(text);
  if (!match) return null;
  const [, frequency, interval, monthList, by, list, until, count] = match;
  const parts = list?.split(',') ?? [];
  const months = monthList?.split(',') ?? [];
  const end = readEnd(until, count);
  if (!end || new Set(parts).size < parts.length || new Set(months).size < months.length) return null;
  if (!months.every((month) => MONTH.test(month))) return null;
  const rule = { interval: Number(interval ?? 1), months: months.map(Number), end };
  if (frequency === 'DAILY') return by === undefined ? { ...rule, frequency: 'daily' } : null;
  if (by === 'MONTHDAY') {
    if (frequency !== 'MONTHLY' || !parts.every((part) => MONTH_DAY.test(part))) return null;
    return { ...rule, frequency: 'monthly', by: 'day', days: parts.map(Number) };
  }
  const weekdays = readWeekdays(parts);
  if (!weekdays) return null;
  if (frequency === 'WEEKLY')
    return weekdays.every(({ nth }) => nth === null)
      ? { ...rule, frequency: 'weekly', days: weekdays.map(({ day }) => day) }
      : null;
  return by === undefined
    ? { ...rule, frequency: 'monthly', by: 'day', days: [] }
    : { ...rule, frequency: 'monthly', by: 'weekday', weekdays };
}
