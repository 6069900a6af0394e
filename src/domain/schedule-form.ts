/** The form of a schedule, with a field for each part of its recurrence rule. */
import * as v from 'valibot';
import { date, fieldError, fieldErrorOf, time, wholeNumber, type FieldError } from './fields.ts';
import type { LocalDate } from './ids.ts';
import {
  formatRrule,
  MAX_COUNT,
  MAX_INTERVAL,
  parseRrule,
  weekdayOf,
  WEEKDAYS,
  type NthWeekday,
  type Recurrence,
  type RecurrenceEnd,
} from './recurrence.ts';
import type { ScheduleForm } from './schedules.ts';
import { parseDateInput, formatDateInput } from './parse-date-time.ts';

/** `month_weekday`: the second Saturday; `month_day`: the 15th. */
export const PATTERNS = ['weekly', 'daily', 'month_weekday', 'month_day'] as const;
/** '1' is January. */
export const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;
export const ENDS = ['never', 'until', 'count'] as const;
/** In the order of the options; '0' is every one of the month. */
export const NTH_WEEKDAYS = ['1', '2', '3', '4', '5', '-1', '0'] as const;

/** Converts '' to null, which inherits from the tour or schedule. */
export const emptyToNull = <T>(read: v.GenericSchema<string, T>) =>
  v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      read,
    ],
    (issue) => issue.issues?.at(-1)?.message ?? 'not_valid',
  );
/** A whole number in a text field. */
export const countField = (limits: { min: number; max: number }) =>
  wholeNumber(limits) as v.GenericSchema<string, number>;

const FIELDS = v.object({
  pattern: v.picklist(PATTERNS),
  interval: countField({ min: 1, max: MAX_INTERVAL }),
  weekdays: v.array(v.picklist(WEEKDAYS)),
  monthWeekdays: v.array(v.object({ nth: v.picklist(NTH_WEEKDAYS), day: v.picklist(WEEKDAYS) })),
  /** '-1' is the last day; the form offers no other negative one. */
  monthDays: v.array(
    v.pipe(
      v.string(),
      v.check((day) => day === '-1' || Number(day) > 0, fieldError('not_valid')),
    ),
  ),
  /** Months of each year; empty means all. */
  months: v.array(v.picklist(MONTHS)),
  startsOn: date(),
  ends: v.picklist(ENDS),
  until: v.string(),
  count: v.string(),
  localTime: time(),
  capacity: emptyToNull(countField({ min: 0, max: 10_000 })),
  /** '' inherits the tour's. */
  language: v.string(),
  isActive: v.boolean(),
});
export type ScheduleFormValues = v.InferInput<typeof FIELDS>;
type ReadFields = v.InferOutput<typeof FIELDS>;

const END_COUNT = countField({ min: 1, max: MAX_COUNT });

/** Returns the rule's end, or the invalid field and its error. */
function readEnd({ ends, until, count: times, startsOn }: ReadFields): RecurrenceEnd | ['until' | 'count', FieldError] {
  if (ends === 'never') return { kind: 'never' };
  if (ends === 'count') {
    const read = v.safeParse(END_COUNT, times);
    return read.success ? { kind: 'count', count: read.output } : ['count', fieldErrorOf(read.issues[0].message)];
  }
  if (until.trim() === '') return ['until', 'required'];
  const last = parseDateInput(until);
  if (last === null) return ['until', 'date'];
  return last < startsOn ? ['until', 'before_start'] : { kind: 'until', date: last };
}

const nthOf = ({ nth, day }: ScheduleFormValues['monthWeekdays'][number]): NthWeekday => ({
  nth: nth === '0' ? null : Number(nth),
  day,
});

function ruleOf(read: ReadFields, end: RecurrenceEnd): Recurrence {
  const { pattern, interval, weekdays, monthWeekdays, monthDays } = read;
  const named = MONTHS.filter((month) => read.months.includes(month)).map(Number);
  // All months are the same as no restriction.
  const common = { interval, months: named.length < MONTHS.length ? named : [], end };
  switch (pattern) {
    case 'daily':
      return { ...common, frequency: 'daily' };
    case 'weekly':
      return { ...common, frequency: 'weekly', days: WEEKDAYS.filter((day) => weekdays.includes(day)) };
    case 'month_weekday':
      return { ...common, frequency: 'monthly', by: 'weekday', weekdays: monthWeekdays.map(nthOf) };
    case 'month_day':
      return { ...common, frequency: 'monthly', by: 'day', days: monthDays.map(Number) };
  }
}

const LISTS = { weekly: 'weekdays', month_weekday: 'monthWeekdays', month_day: 'monthDays' } as const;

/** Validates the fields and converts them to a schedule. */
export const scheduleFormSchema = v.pipe(
  FIELDS,
  v.rawTransform(({ dataset, addIssue, NEVER }): ScheduleForm => {
    const read = dataset.value;
    const addProblem = (key: keyof ReadFields, message: FieldError) => {
      const value = read[key];
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: { ...read }, key, value }] });
      return NEVER;
    };
    const list = read.pattern === 'daily' ? null : LISTS[read.pattern];
    if (list && read[list].length === 0) return addProblem(list, 'required');
    const named = read.monthWeekdays.map(({ nth, day }) => nth + day);
    if (list === 'monthWeekdays' && new Set(named).size < named.length) return addProblem(list, 'twice');
    const end = readEnd(read);
    if (Array.isArray(end)) return addProblem(...end);
    return {
      rrule: formatRrule(ruleOf(read, end)),
      startsOn: read.startsOn,
      localTime: read.localTime,
      capacity: read.capacity,
      language: read.language || null,
      isActive: read.isActive,
    };
  }),
);

/** Returns the fields of a new schedule. */
export const newScheduleFormValues = (startsOn: LocalDate): ScheduleFormValues => ({
  pattern: 'weekly',
  interval: '1',
  weekdays: [],
  monthWeekdays: [{ nth: '1', day: 'SA' }],
  monthDays: [],
  months: [],
  startsOn: formatDateInput(startsOn),
  ends: 'never',
  until: '',
  count: '',
  localTime: '10:00',
  capacity: '',
  language: '',
  isActive: true,
});

/** Returns the fields of the rule's days; a rule without days has that of its first date. */
function dayFields(rule: Recurrence, startsOn: LocalDate): Partial<ScheduleFormValues> {
  const startWeekday = weekdayOf(startsOn);
  switch (rule.frequency) {
    case 'daily':
      return { pattern: 'daily' };
    case 'weekly':
      return { pattern: 'weekly', weekdays: rule.days.length > 0 ? [...rule.days] : [startWeekday] };
    case 'monthly':
      if (rule.by === 'day')
        return {
          pattern: 'month_day',
          monthDays: rule.days.length > 0 ? rule.days.map(String) : [String(Number(startsOn.slice(8)))],
        };
      return {
        pattern: 'month_weekday',
        monthWeekdays: rule.weekdays.map(({ nth, day }) => ({
          nth: String(nth ?? 0) as (typeof NTH_WEEKDAYS)[number],
          day,
        })),
      };
  }
}

/**
 * Formats a schedule for the form. Returns null for a rule that the form does not support, such as the last but one
 * Friday.
 */
export function toScheduleFormValues(schedule: ScheduleForm): ScheduleFormValues | null {
  const rule = parseRrule(schedule.rrule);
  if (!rule) return null;
  const values = {
    ...newScheduleFormValues(schedule.startsOn),
    ...dayFields(rule, schedule.startsOn),
    interval: String(rule.interval),
    months: MONTHS.filter((month) => rule.months.includes(Number(month))),
    ends: rule.end.kind,
    until: rule.end.kind === 'until' ? formatDateInput(rule.end.date) : '',
    count: rule.end.kind === 'count' ? String(rule.end.count) : '',
    localTime: schedule.localTime,
    capacity: String(schedule.capacity ?? ''),
    language: schedule.language ?? '',
    isActive: schedule.isActive,
  };
  return v.is(FIELDS, values) ? values : null;
}
