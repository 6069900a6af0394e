import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import type { ScheduleFormValues } from '../../../domain/schedule-form.ts';
import { formatScheduleField } from './format-schedule-field.ts';

const messages = JSON.parse(
  readFileSync(new URL('../../../../locales/tours-manage/en.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const intl = createIntl({ locale: 'en', messages });
const language = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;

test.each<[keyof ScheduleFormValues, unknown, string | undefined]>([
  ['pattern', 'month_weekday', 'Monthly, such as the second Saturday'],
  ['weekdays', ['MO', 'TU'], 'Monday and Tuesday'],
  ['weekdays', [], undefined],
  [
    'monthWeekdays',
    [
      { nth: '2', day: 'SA' },
      { nth: '0', day: 'MO' },
      { nth: '-1', day: 'SU' },
    ],
    'the second Saturday, every Monday, and the last Sunday',
  ],
  ['monthDays', ['15', '-1'], '15 and Last day'],
  ['months', ['5', '6'], 'May and June'],
  ['ends', 'until', 'On a date'],
  ['language', 'de', 'German'],
  ['language', '', 'Danish (default)'],
  ['localTime', '10:00', undefined],
  ['isActive', true, undefined],
])('formats %s %j as $2', (name, value, words) => {
  expect(formatScheduleField({ intl, language, tourLanguage: 'da' }, name, value)).toBe(words);
});
