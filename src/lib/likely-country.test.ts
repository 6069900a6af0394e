import { expect, test } from 'vitest';
import { likelyCountry } from './likely-country.ts';

test.each([
  ['by the time zone, whatever the language', ['en-US'], 'Europe/Copenhagen', 'DK'],
  ['by the first language with a region', ['en', 'es-419', 'pt-BR', 'en-GB'], 'America/Bogota', 'BR'],
  ['as unknown without either', ['en'], 'UTC', undefined],
  ['despite invalid language tags', ['C', '', 'en_US.UTF-8', 'da-DK'], 'UTC', 'DK'],
])('a country is guessed %s', (_, languages, timeZone, country) => {
  expect(likelyCountry(languages, timeZone)).toBe(country);
});
