import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCheckOptions } from '../lib/testing/random-cases.ts';
import { formatMoney, fractionDigits } from './money.ts';
import { formatMoneyInput, parsePositiveMoney, parseMoneyInput } from './parse-money.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('shows decimals only if they are not zero', () => {
  expect(plain(formatMoney(45000, { currency: 'DKK', locale: 'da' }))).toBe('450 kr.');
  expect(plain(formatMoney(1250, { currency: 'EUR', locale: 'it' }))).toBe('12,50 €');
  expect(plain(formatMoney(1250, { currency: 'JPY', locale: 'en' }))).toBe('¥1,250');
});

test('writes a minus sign, not a hyphen', () => {
  for (const locale of ['en', 'es', 'da', 'it'])
    expect(formatMoney(-12550, { currency: 'DKK', locale })).toMatch(/^−[^-]+$/);
});

test('formats amounts of an unknown currency without failing', () => {
  expect(plain(formatMoney(100, { currency: 'nope', locale: 'en' }))).toBe('1');
});

test.each([
  ['450', 'DKK', 45000],
  ['450,5', 'DKK', 45050],
  ['1.234,50', 'EUR', 123450],
  ['1,234.50', 'EUR', 123450],
  ['1 234', 'EUR', 123400],
  ['1.234', 'EUR', null],
  ['1234', 'EUR', 123400],
  ['1.234.567', 'EUR', 123456700],
  ['1.234,567', 'EUR', null],
  ['1.234.50', 'EUR', null],
  ['1200', 'JPY', 1200],
  ['12,5', 'JPY', null],
  ['12,345', 'EUR', null],
  ['1.234', 'JPY', 1234],
  ['12.3456', 'EUR', null],
  ['0', 'EUR', null],
  ['-5', 'EUR', null],
  ['', 'EUR', null],
  ['ten', 'EUR', null],
  ['1.2.3', 'EUR', null],
])('reads %j as an amount in %s', (text, currency, amount) => {
  expect(parsePositiveMoney(text, currency)).toBe(amount);
});

test.each([
  ['1,234', 'en', 123400],
  ['1.234', 'en', 'unclear'],
  ['1.234', 'da', 123400],
  ['1,234', 'da', 'unclear'],
  ['1.234', 'es', 123400],
  ['12,345', 'it', 'unclear'],
  ['0,500', 'da', 'unclear'],
  ['ten', 'da', 'none'],
] as const)('a single separator before three digits, %j, is read as %s writes it or refused', (text, locale, read) => {
  expect(parseMoneyInput(text, { currency: 'EUR', locale })).toBe(read);
});

const LOCALES = ['en', 'es', 'da', 'it'] as const;
const CURRENCIES = ['DKK', 'EUR', 'JPY', 'KWD'] as const;
const money = fc.record({
  amount: fc.integer({ min: 1, max: 10 ** 12 }),
  locale: fc.constantFrom(...LOCALES),
  currency: fc.constantFrom(...CURRENCIES),
});

test('what a field shows is read back, in every language and currency', () => {
  fc.assert(
    fc.property(money, ({ amount, locale, currency }) => {
      expect(parsePositiveMoney(formatMoneyInput(amount, { currency, locale }), currency, locale)).toBe(amount);
    }),
    randomCheckOptions(1000),
  );
});

test('what a list shows, with thousands separators, is read back', () => {
  fc.assert(
    fc.property(money, ({ amount, locale, currency }) => {
      const digits = fractionDigits(currency);
      const text = new Intl.NumberFormat(locale, {
        useGrouping: true,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(amount / 10 ** digits);
      expect(parsePositiveMoney(text, currency, locale)).toBe(amount);
    }),
    randomCheckOptions(1000),
  );
});

test('what is read has only one possible meaning', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('0', '1', '5', '.', ',', ' ', "'"), maxLength: 12 }),
      fc.constantFrom(...CURRENCIES),
      (text, currency) => {
        const read = parsePositiveMoney(text, currency);
        if (read === null) return;
        const digits = fractionDigits(currency);
        const bare = text.replace(/[ ']/g, '');
        // Either separator may be the decimal one, with the other between groups of three: all possible meanings.
        const meanings = (['.', ','] as const).flatMap((decimal) => {
          const group = decimal === '.' ? ',' : '.';
          const [units = '', decimals, ...rest] = bare.split(decimal);
          const grouped = new RegExp(`^(\\d+|[1-9]\\d{0,2}(\\${group}\\d{3})+)$`);
          if (rest.length > 0 || !grouped.test(units) || (decimals !== undefined && !/^\d+$/.test(decimals))) return [];
          if ((decimals ?? '').length > digits) return [];
          return [
            Number(units.replaceAll(group, '')) * 10 ** digits + Number((decimals ?? '').padEnd(digits, '0') || '0'),
          ];
        });
        expect(meanings).toContain(read);
        // Amounts with two possible meanings are refused.
        expect(new Set(meanings).size).toBe(1);
      },
    ),
    randomCheckOptions(2000),
  );
});

test('a currency with three decimals is read as it is shown', () => {
  for (const locale of LOCALES) {
    expect(parsePositiveMoney(formatMoneyInput(12_345, { currency: 'KWD', locale }), 'KWD', locale)).toBe(12_345);
    expect(parsePositiveMoney(formatMoneyInput(12_345_000, { currency: 'KWD', locale }), 'KWD', locale)).toBe(
      12_345_000,
    );
  }
});
