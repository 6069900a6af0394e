import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { languageInText, languageName } from './language-name.ts';

const danish = createIntl({ locale: 'da-DK' });

test.each([
  ['da', 'dansk', 'Dansk'],
  ['nb', 'norsk', 'Norsk'],
  ['it', 'italiensk', 'Italiensk'],
])('names %s inside a text and on its own', (code, inText, alone) => {
  expect(languageInText(danish, code)).toBe(inText);
  expect(languageName(danish, code)).toBe(alone);
});
