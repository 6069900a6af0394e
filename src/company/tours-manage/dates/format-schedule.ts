/** Formats a recurrence rule, such as "Every Tuesday and Saturday at 10:00, until 31 August 2027". */
import type { IntlShape } from 'react-intl';
import type { LocalDate } from '../../../domain/ids.ts';
import {
  parseRrule,
  weekdayOf,
  WEEKDAYS,
  type NthWeekday,
  type Recurrence,
  type Weekday,
} from '../../../domain/recurrence.ts';
import type { ScheduleForm } from '../../../domain/schedules.ts';
import { formatLocalTime } from '../../../ui/format/format-local-time.ts';

/** Returns the name of a weekday; 1 January 2024 was a Monday. */
export const weekdayName = (intl: IntlShape, day: Weekday, style: 'long' | 'short' = 'long'): string =>
  intl.formatDate(`2024-01-0${String(WEEKDAYS.indexOf(day) + 1)}T12:00:00Z`, { weekday: style, timeZone: 'UTC' });

export const formatRuleDate = (intl: IntlShape, date: LocalDate): string =>
  intl.formatDate(`${date}T12:00:00Z`, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export const formatNthWeekday = (intl: IntlShape, { nth, day }: NthWeekday): string =>
  intl.formatMessage({ id: 'manage.rule.nth' }, { nth: String(nth ?? 0), name: weekdayName(intl, day), day });

/** Returns the name of a month; the year is arbitrary. */
export const monthName = (intl: IntlShape, month: number, style: 'long' | 'short' = 'long'): string =>
  intl.formatDate(`2024-${String(month).padStart(2, '0')}-15T12:00:00Z`, { month: style, timeZone: 'UTC' });

/**
 * Returns the first and last month of a continuous season, which may wrap around the new year; null if there are gaps.
 */
function seasonOf(months: readonly number[]): [first: number, last: number] | null {
  const before = (month: number) => (month === 1 ? 12 : month - 1);
  const firsts = months.filter((month) => !months.includes(before(month)));
  const [first] = firsts;
  // A single first month implies a single last month.
  const last = months.find((month) => !months.includes((month % 12) + 1));
  return months.length > 1 && firsts.length === 1 && first && last ? [first, last] : null;
}

function repeats(intl: IntlShape, rule: Recurrence): string {
  const { interval } = rule;
  switch (rule.frequency) {
    case 'daily':
      return intl.formatMessage({ id: 'manage.rule.daily' }, { interval });
    case 'weekly':
      if (rule.days.length === WEEKDAYS.length && interval === 1)
        return intl.formatMessage({ id: 'manage.rule.daily' }, { interval });
      return intl.formatMessage(
        { id: 'manage.rule.weekly' },
        { interval, days: intl.formatList(rule.days.map((day) => weekdayName(intl, day))) },
      );
    case 'monthly': {
      const everyWeek = rule.by === 'weekday' && rule.weekdays.filter(({ nth }) => nth === null);
      // Every Saturday of every month is the same as weekly on Saturday.
      if (everyWeek && everyWeek.length === rule.weekdays.length && interval === 1)
        return repeats(intl, { ...rule, frequency: 'weekly', days: everyWeek.map(({ day }) => day) });
      const dayNames =
        rule.by === 'weekday'
          ? rule.weekdays.map((weekday) => formatNthWeekday(intl, weekday))
          : rule.days.map((day) => intl.formatMessage({ id: 'manage.rule.monthDay' }, { day, back: -day }));
      return intl.formatMessage(
        { id: everyWeek && everyWeek.length > 0 ? 'manage.rule.monthlyEvery' : 'manage.rule.monthly' },
        { interval, days: intl.formatList(dayNames) },
      );
    }
  }
}

/** Formats a schedule; a rule that the form cannot represent is returned unchanged. */
export function formatSchedule(intl: IntlShape, { rrule, startsOn, localTime }: ScheduleForm): string {
  const rule = parseRrule(rrule);
  if (!rule) return rrule;
  // A rule without days repeats on the day of its first date.
  const explicitRule =
    rule.frequency === 'weekly' && rule.days.length === 0
      ? { ...rule, days: [weekdayOf(startsOn)] }
      : rule.frequency === 'monthly' && rule.by === 'day' && rule.days.length === 0
        ? { ...rule, days: [Number(startsOn.slice(8))] }
        : rule;
  const { end, months } = rule;
  const season = seasonOf(months);
  return intl.formatMessage(
    { id: 'manage.rule' },
    {
      repeats: repeats(intl, explicitRule),
      time: formatLocalTime(intl, localTime),
      season: season ? 'range' : months.length > 0 ? 'list' : 'none',
      first: season ? monthName(intl, season[0]) : '',
      last: season ? monthName(intl, season[1]) : '',
      months: intl.formatList(months.map((month) => monthName(intl, month))),
      ends: end.kind,
      until: end.kind === 'until' ? formatRuleDate(intl, end.date) : '',
      count: end.kind === 'count' ? end.count : 0,
    },
  );
}
