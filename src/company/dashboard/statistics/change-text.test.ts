import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import texts from '../../../../locales/dashboard/en.json' with { type: 'json' };
import { changeText } from './change-text.ts';

const intl = createIntl({ locale: 'en-GB', messages: texts as never });

test.each([
  [112, 100, '12% more than before'],
  [997, 1000, '0.3% less than before'],
  [100, 100, 'Same as before'],
  [1100, 100, '1,000% more than before'],
  [1101, 100, null],
  [5, 0, null],
])('compares %d with %d before', (now, before, text) => {
  expect(changeText(intl, now, before)).toBe(text);
});
