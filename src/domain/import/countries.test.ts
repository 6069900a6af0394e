import { describe, expect, test } from 'vitest';
import { parseCountry } from './countries.ts';

describe('parseCountry', () => {
  test.each([
    ['dk', 'DK'],
    ['DNK', 'DK'],
    ['208', 'DK'],
    ['840', 'US'],
    ['uk', 'GB'],
    ['eng', 'GB'],
    ['  Italia  ', 'IT'],
    ['UNITED STATES', 'US'],
    ['Österreich', 'AT'],
    ['Côte d’Ivoire', 'CI'],
    ['Korea', 'KR'],
    ['Holland', 'NL'],
    ['Espagne', 'ES'],
    ['スペイン', 'ES'],
    ['Guinea-Bissau', 'GW'],
  ])('reads %j as %s', (cell, country) => expect(parseCountry(cell)).toBe(country));

  test.each([
    ['U.S.A.', 'US'],
    ['E E U U', 'US'],
    ['U S', 'US'],
    ['🇩🇰', 'DK'],
    ['🇩🇰 Denmark', 'DK'],
    ['Denmark 🇩🇰', 'DK'],
    ['Denmark (+45)', 'DK'],
    ['Denmark +45', 'DK'],
    ['+45 Denmark', 'DK'],
    ['Denmark (45)', 'DK'],
    ['DK (+45 20-30)', 'DK'],
    ['Germany (DE)', 'DE'],
    ['(DE)', 'DE'],
    ['DE - Germany', 'DE'],
    ['DE–Germany', 'DE'],
    ['de: Tyskland', 'DE'],
    ['ESP/Spain', 'ES'],
    ['IT|Italia', 'IT'],
    ['Germany-DE', 'DE'],
    ['Germany_DE', 'DE'],
  ])('reads a name with more around it: %j', (cell, country) => expect(parseCountry(cell)).toBe(country));

  test.each([
    ['Xland (DE)', 'DE'],
    ['Germany (xyz)', 'DE'],
    ['ITA - Klingon', 'IT'],
    ['XX - Italy', 'IT'],
    ['Xland-DE', 'DE'],
  ])('takes the known part of %j', (cell, country) => expect(parseCountry(cell)).toBe(country));

  test.each([
    ['en-GB', 'GB'],
    ['en_GB', 'GB'],
    ['da-DK', 'DK'],
    ['es-MX', 'MX'],
  ])('takes the region of the language tag %s', (cell, country) => expect(parseCountry(cell)).toBe(country));

  test.each([
    '',
    '   ',
    '000',
    '2080',
    'Ⅸ',
    '🇽🇽',
    'a b',
    '(+45)',
    '+45',
    'DK-GB',
    'Germany (Fr)',
    'Germany-FR',
    'Germany (DE) x',
    'A - Austria',
    `Denmark${' '.repeat(5000)}`,
  ])('does not guess at %j', (cell) => expect(parseCountry(cell)).toBeNull());
});
