import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumber } from 'react-phone-number-input';
import { describe, expect, test } from 'vitest';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';
import { parsePhone } from './phone.ts';

describe('parsePhone', () => {
  test.each([
    ['+4532123456', 'DK', '+4532123456'],
    ['  +45 32 12 34 56  ', undefined, '+4532123456'],
    ['0045 32123456', undefined, '+4532123456'],
    ['+45 (0)32123456', undefined, '+4532123456'],
    ['DK+45 20304050', undefined, '+4520304050'],
    ['4532123456', undefined, '+4532123456'],
    ['3331234567', 'IT', '+393331234567'],
  ])('reads %j in %s as %s', (cell, country, number) => expect(parsePhone(cell, country)).toBe(number));

  test.each([
    ['a leading zero', '236618300', 'IT', '+390236618300'],
    ['decimals', '393331234567.0', 'IT', '+393331234567'],
    ['decimals after a comma', '393331234567,00', undefined, '+393331234567'],
    ['thousands separators', '393,331,234,567.00', 'IT', '+393331234567'],
    ['thousands separators of other languages', '393.331.234.567', 'IT', '+393331234567'],
    ['scientific notation', '4.532123456E+9', 'DK', '+4532123456'],
    ['scientific notation with a comma and final zeros', '3,9333123456700E+11', 'IT', '+393331234567'],
    ['scientific notation without signs', '3.2123456e7', 'DK', '+4532123456'],
    ['scientific notation after a plus', '+4.532123456e9', undefined, '+4532123456'],
    ['scientific notation of a round number', '3.2000000E+07', 'DK', '+4532000000'],
    ['a formula around text', '="+4532123456"', 'DK', '+4532123456'],
    ['a formula', '=32123456', 'DK', '+4532123456'],
    ['apostrophes', "''32123456", 'DK', '+4532123456'],
    ['a label', 'Tel.: 32 12 34 56', 'DK', '+4532123456'],
    ['a label without a space', 'tlf:32123456', 'DK', '+4532123456'],
    ['Arabic digits', '٣٢١٢٣٤٥٦', 'DK', '+4532123456'],
    ['dashes of every kind', '32‑12–34—56', 'DK', '+4532123456'],
    ['invisible characters', '\u200b\u200b+45\u20683212\u20693456', undefined, '+4532123456'],
  ])('repairs %s', (_, cell, country, number) => expect(parsePhone(cell, country)).toBe(number));

  test.each(['4,53E+09', '3.20E+07', '12E+8', '5E+5', '12.5E+10', '+4,53e9'])(
    'refuses %s, whose digits are lost',
    (cell) => expect(parsePhone(cell, 'DK')).toBeNull(),
  );

  test.each([
    'call me',
    '1.5e+10x',
    'x1.5e+10',
    '+45 99',
    '32 12 34 56 ext. 12',
    '32123456x12',
    '32123456 / 40123456',
    '32123456 or 40123456',
    '32123456+40123456',
    '+4532123456\n40123456',
    `32123456${' '.repeat(5000)}`,
  ])('returns %j unchanged', (cell) => expect(parsePhone(cell, 'DK')).toBe(cell));

  test('returns a national number without its country unchanged', () =>
    expect(parsePhone('32123456', undefined)).toBe('32123456'));
});

describe('phone numbers', () => {
  test.each([
    ['20 30 40 50', 'DK', '+4520304050'],
    ['4520304050', 'DK', '+4520304050'],
    ['004520304050', 'DK', '+4520304050'],
    ['+45 20-30-40-50', 'IT', '+4520304050'],
    ['7911123456', 'GB', '+447911123456'],
    ['447911123456', 'DK', '+447911123456'],
    ['0612345678', 'IT', '+390612345678'],
    ['612345678', 'ES', '+34612345678'],
    ['4,53E+09', 'DK', null],
    ['ask at reception', 'DK', 'ask at reception'],
    // The library drops more than a leading zero, or the number is too short.
    ['+114036455829', 'DK', '+14036455829'],
    ['+370848851602', 'DK', '+37048851602'],
    ['+783448292836', 'DK', '+73448292836'],
    ['+8612347719680442', 'DK', '+86719680442'],
    ['+4407911123456', 'DK', '+447911123456'],
    ['+4520', 'DK', '+4520'],
  ])('%j in %s is %j', (cell, country, number) => expect(parsePhone(cell, country)).toBe(number));

  test('numbers that skip the library are those that it would not change', () => {
    const code = fc.constantFrom(...new Set(getCountries().map((country) => getCountryCallingCode(country))));
    const digits = fc.stringMatching(/^\d{3,14}$/);
    fc.assert(
      fc.property(code, digits, fc.constantFrom('DK', 'IT', 'US', undefined), (first, last, country) => {
        const cell = `+${first}${last}`;
        const number = parsePhoneNumber(cell, country);
        expect(parsePhone(cell, country)).toBe(number?.isValid() ? number.number : cell);
      }),
      randomCheckOptions(3000),
    );
  });
});
