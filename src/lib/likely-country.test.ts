import { expect, test } from 'vitest';
import { likelyCountry } from './likely-country.ts';

test.each([
  ['by the clock, whatever the language', ['en-US'], 'Europe/Copenhagen', 'DK'],
  ['by the first language with a country', ['en', 'es-419', 'pt-BR', 'en-GB'], 'America/Bogota', 'BR'],
  ['of nobody’s language', ['en'], 'UTC', undefined],
  ['past what is no language', ['C', '', 'en_US.UTF-8', 'da-DK'], 'UTC', 'DK'],
])('a country is guessed %s', (_, languages, timeZone, country) => {
  expect(likelyCountry(languages, timeZone)).toBe(country);
});
