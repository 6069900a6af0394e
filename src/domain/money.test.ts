import { expect, test } from 'vitest';
import { formatMoney, moneyForField, parseMoney } from './money.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('shows decimals only when there are some', () => {
  expect(plain(formatMoney(45000, { currency: 'DKK', locale: 'da' }))).toBe('450 kr.');
  expect(plain(formatMoney(1250, { currency: 'EUR', locale: 'it' }))).toBe('12,50 €');
  expect(plain(formatMoney(1250, { currency: 'JPY', locale: 'en' }))).toBe('¥1,250');
});

test('survives a currency code that nobody knows', () => {
  expect(plain(formatMoney(100, { currency: 'nope', locale: 'en' }))).toBe('1');
});

test.each([
  ['450', 'DKK', 45000],
  ['450,5', 'DKK', 45050],
  ['1.234,50', 'EUR', 123450],
  ['1,234.50', 'EUR', 123450],
  ['1 234', 'EUR', 123400],
  ['1.234', 'EUR', 123400],
  ['1200', 'JPY', 1200],
  ['12,5', 'JPY', null],
  ['12,345', 'EUR', 1234500],
  ['12.3456', 'EUR', null],
  ['0', 'EUR', null],
  ['-5', 'EUR', null],
  ['', 'EUR', null],
  ['ten', 'EUR', null],
  ['1.2.3', 'EUR', null],
])('reads %j as an amount in %s', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount);
});

test('what the field shows is read back as the same amount', () => {
  for (const amount of [5, 100, 45000, 123456, 99999999]) {
    for (const locale of ['en', 'es', 'da', 'it']) {
      expect(parseMoney(moneyForField(amount, { currency: 'EUR', locale }), 'EUR')).toBe(amount);
    }
  }
});

test('a currency with three decimals is read as it is shown', () => {
  for (const locale of ['en', 'da', 'es', 'it']) {
    expect(parseMoney(moneyForField(12_345, { currency: 'KWD', locale }), 'KWD')).toBe(12_345);
    expect(parseMoney(moneyForField(12_345_000, { currency: 'KWD', locale }), 'KWD')).toBe(12_345_000);
  }
});
