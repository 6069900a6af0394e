/** Model of the occurrence dialog: initial values, and the change that results from the input. */
import type { ScheduleChange } from '../../../data/schedules.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { formatRrule, moveToWeekday, parseRrule, weekdayOf, type Weekday } from '../../../domain/recurrence.ts';
import type { ScheduleForm } from '../../../domain/schedules.ts';
import { SCOPES, type Occurrence, type Scope } from '../../../domain/date-forms.ts';
import type { LoadedSchedule } from './use-schedules.ts';

/** A version of a schedule with its exceptions. */
export type DatedSchedule = Pick<LoadedSchedule, 'id' | 'version' | 'schedule' | 'exceptions'>;

/** Returns the rule moved to another weekday; null if it is not weekly. */
function ruleOn({ rrule, startsOn }: ScheduleForm, date: LocalDate, to: Weekday): string | null {
  const rule = parseRrule(rrule);
  const moved = rule && moveToWeekday(rule, { from: weekdayOf(date), to, first: startsOn });
  return moved && formatRrule(moved);
}

/** Whether the rule produces the date; an extra date can only be changed on its own. */
export const isRegularDate = ({ exceptions }: DatedSchedule, date: LocalDate | null): date is LocalDate =>
  date !== null && !exceptions.some(({ localDate, kind }) => localDate === date && kind === 'added');

/** "This and following" is not offered for a rule with a count, which would start over and produce too many dates. */
export const scopesOf = ({ schedule }: DatedSchedule): Scope[] =>
  SCOPES.filter((option) => option !== 'following' || parseRrule(schedule.rrule)?.end.kind !== 'count');

/** Returns the current values of a date; null stands for a new one. */
export function occurrenceOf({ schedule, exceptions }: DatedSchedule, date: LocalDate | null): Occurrence {
  const exception = exceptions.find(({ localDate }) => localDate === date);
  return {
    scope: 'one',
    localDate: exception?.movedTo ?? date ?? '',
    weekday: date && ruleOn(schedule, date, weekdayOf(date)) ? weekdayOf(date) : '',
    localTime: exception?.localTime ?? schedule.localTime,
    capacity: exception?.capacity ?? null,
    language: exception?.language ?? '',
    note: exception?.note ?? '',
  };
}

/** Returns the change that implements the input. */
export function toScheduleChange(
  { tour, schedule, date }: { tour: Uuid; schedule: DatedSchedule; date: LocalDate | null },
  occurrence: Occurrence,
): ScheduleChange {
  const { id, version, schedule: form } = schedule;
  const overrides = {
    localTime: occurrence.localTime,
    capacity: occurrence.capacity,
    language: occurrence.language || null,
  };
  // Empty fields keep the schedule's values.
  const mergedForm = {
    ...form,
    ...overrides,
    capacity: overrides.capacity ?? form.capacity,
    language: overrides.language ?? form.language,
  };
  const note = occurrence.note || null;
  if (!isRegularDate(schedule, date))
    return {
      kind: 'save_exception',
      schedule: id,
      version,
      input: { localDate: date ?? occurrence.localDate, kind: 'added', movedTo: null, ...overrides, note },
    };
  const rrule =
    (occurrence.weekday !== '' && occurrence.weekday !== weekdayOf(date) && ruleOn(form, date, occurrence.weekday)) ||
    form.rrule;
  switch (occurrence.scope) {
    case 'one':
      return {
        kind: 'save_exception',
        schedule: id,
        version,
        input: {
          localDate: date,
          kind: 'changed',
          movedTo: occurrence.localDate === date ? null : occurrence.localDate,
          ...overrides,
          localTime: occurrence.localTime === form.localTime ? null : occurrence.localTime,
          note,
        },
      };
    case 'following':
      return {
        kind: 'split_schedule',
        schedule: id,
        version,
        fromDate: date,
        newSchedule: crypto.randomUUID(),
        input: { ...mergedForm, rrule, startsOn: date },
      };
    case 'all':
      return { kind: 'save_schedule', schedule: id, tour, version, input: { ...mergedForm, rrule } };
  }
}
