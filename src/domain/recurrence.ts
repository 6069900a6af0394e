/**
 * When a tour runs, as a form has it, and the same as RFC 5545 text. Exactly the rules that the database expands
 * (`private.is_rrule`); nothing is expanded here: what dates a rule comes to is asked of the server (ADR 023).
 */
import type { LocalDate } from './ids.ts';
import { isLocalDate } from '../lib/local-date.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The second Saturday is `{nth: 2, day: 'SA'}`, the last one `{nth: -1, …}`; null: every one of the month. */
export interface NthWeekday {
  nth: number | null;
  day: Weekday;
}

export type RecurrenceEnd =
  | { kind: 'never' }
  /** The last day on which it may run. */
  | { kind: 'until'; date: LocalDate }
  | { kind: 'count'; count: number };

/**
 * Empty lists of days: the weekday, or the day of the month, of the first date. `months`: those of each year in which it runs, 1 is
 * January; none named: all.
 */
export type Recurrence = { interval: number; months: readonly number[]; end: RecurrenceEnd } & (
  | { frequency: 'daily' }
  | { frequency: 'weekly'; days: readonly Weekday[] }
  | { frequency: 'monthly'; by: 'weekday'; weekdays: readonly NthWeekday[] }
  /** Counted from the end where negative: -1 is the last day. */
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

/** The weekday of a date. */
export const weekdayOf = (date: LocalDate): Weekday =>
  WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/** A weekly rule with one weekday in the place of another; null for one that does not run on it by the week. `first`: its first date. */
export function moveToWeekday(
  rule: Recurrence,
  { from, to, first }: { from: Weekday; to: Weekday; first: LocalDate },
): Recurrence | null {
  if (rule.frequency !== 'weekly') return null;
  const days = rule.days.length > 0 ? rule.days : [weekdayOf(first)];
  if (!days.includes(from)) return null;
  return { ...rule, days: WEEKDAYS.filter((day) => day === to || (day !== from && days.includes(day))) };
}

/** The rule as RFC 5545 text, its parts in the order that the database takes. */
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

/** What a rule's text says; null for one that no form of ours makes. */
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
