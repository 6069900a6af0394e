import { describe, expect, test } from 'vitest';
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
