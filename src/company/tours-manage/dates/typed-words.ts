/** What the fields of a schedule hold, in the reader's words. */
import type { IntlShape } from 'react-intl';
import type { Weekday } from '../../../domain/recurrence.ts';
import type { TypedSchedule } from '../../../domain/typed-schedule.ts';
import { monthName, nthName, weekdayName } from './rule-words.ts';

type Held = { [Name in keyof TypedSchedule]: [name: Name, value: TypedSchedule[Name]] }[keyof TypedSchedule];

/** `tourLanguage`: what holds where the schedule says none. Undefined: as it is typed, or nothing. */
export function typedWords(
  { intl, language, tourLanguage }: { intl: IntlShape; language(code: string): string; tourLanguage: string },
  field: keyof TypedSchedule,
  held: unknown,
): string | undefined {
  const [name, value] = [field, held] as Held;
  switch (name) {
    case 'pattern':
      return intl.formatMessage({ id: `manage.schedule.pattern.${value}` });
    case 'weekdays':
      return intl.formatList(value.map((day: Weekday) => weekdayName(intl, day))) || undefined;
    case 'monthWeekdays':
      return intl.formatList(value.map(({ nth, day }) => nthName(intl, { nth: Number(nth), day }))) || undefined;
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
