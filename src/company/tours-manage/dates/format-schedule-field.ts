/** What the fields of a schedule hold, in the reader's words. */
import type { IntlShape } from 'react-intl';
import type { Weekday } from '../../../domain/recurrence.ts';
import type { ScheduleFormValues } from '../../../domain/schedule-form.ts';
import { monthName, formatNthWeekday, weekdayName } from './format-schedule.ts';

type Held = {
  [Name in keyof ScheduleFormValues]: [name: Name, value: ScheduleFormValues[Name]];
}[keyof ScheduleFormValues];

/** `tourLanguage`: what holds where the schedule says none. Undefined: as it is typed, or nothing. */
export function formatScheduleField(
  { intl, language, tourLanguage }: { intl: IntlShape; language(code: string): string; tourLanguage: string },
  field: keyof ScheduleFormValues,
  held: unknown,
): string | undefined {
  const [name, value] = [field, held] as Held;
  switch (name) {
    case 'pattern':
      return intl.formatMessage({ id: `manage.schedule.pattern.${value}` });
    case 'weekdays':
      return intl.formatList(value.map((day: Weekday) => weekdayName(intl, day))) || undefined;
    case 'monthWeekdays':
      return (
        intl.formatList(value.map(({ nth, day }) => formatNthWeekday(intl, { nth: Number(nth), day }))) || undefined
      );
    case 'monthDays':
      return (
        intl.formatList(
          value.map((day) =>
            day === '-1' ? intl.formatMessage({ id: 'manage.schedule.lastDay' }) : intl.formatNumber(Number(day)),
          ),
        ) || undefined
      );
    case 'months':
      return intl.formatList(value.map((month) => monthName(intl, Number(month)))) || undefined;
    case 'ends':
      return intl.formatMessage({ id: `manage.schedule.ends.${value}` });
    case 'language':
      return value
        ? language(value)
        : intl.formatMessage({ id: 'manage.schedule.tourLanguage' }, { language: language(tourLanguage) });
    default:
      return undefined;
  }
}
