import type { IntlShape } from 'react-intl';
import type { Weekday } from '../../../domain/recurrence.ts';
import type { ScheduleFormValues } from '../../../domain/schedule-form.ts';
import { monthName, formatNthWeekday, weekdayName } from './format-schedule.ts';

type FieldValue = {
  [Name in keyof ScheduleFormValues]: [name: Name, value: ScheduleFormValues[Name]];
}[keyof ScheduleFormValues];

/** `tourLanguage` is the default. Returns undefined if the value is shown as typed, or is empty. */
export function formatScheduleField(
  { intl, language, tourLanguage }: { intl: IntlShape; language(code: string): string; tourLanguage: string },
  field: keyof ScheduleFormValues,
  fieldValue: unknown,
): string | undefined {
  const [name, value] = [field, fieldValue] as FieldValue;
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
