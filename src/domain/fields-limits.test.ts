/** Limits of each field: the last valid value and the first invalid one. */
import { describe, expect, test } from 'vitest';
import * as fields from './fields.ts';
import { readForm } from './testing/read-form.ts';

const codeOf = (schema: Parameters<typeof readForm>[0], input: unknown) => {
  const read = readForm(schema, input);
  return 'issues' in read ? read.issues[''] : 'ok';
};

describe('optionalUrl', () => {
  test.each([
    ['', 'ok'],
    [' ', 'ok'],
    ['https://example.com/terms', 'ok'],
    ['http://example.com', 'ok'],
    ['ftp://example.com', 'url'],
    ['mailto:a@example.com', 'url'],
    ['https://localhost', 'url'],
    ['example.com', 'url'],
  ])('validates %s: %s', (input, code) => expect(codeOf(fields.optionalUrl(), input)).toBe(code));

  test('accepts 500 characters but not 501', () => {
    const url = (length: number) => 'https://example.com/'.padEnd(length, 'a');
    expect(codeOf(fields.optionalUrl(), url(500))).toBe('ok');
    expect(codeOf(fields.optionalUrl(), url(501))).toBe('too_long');
  });
});

test.each([
  ['Europe/Copenhagen', true],
  ['UTC', true],
  ['EST', false],
  ['CET', false],
  ['Europe/Atlantis', false],
  ['', false],
])('%s is a time zone: %s', (name, is) => expect(fields.isTimeZone(name)).toBe(is));

test.each([
  ['https://example.com', true],
  ['https://example.com:8443', true],
  ['https://example.com/', false],
  ['https://example.com/a', false],
  ['http://example.com', false],
  ['http://localhost', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['ftp://localhost', false],
  ['null', false],
  ['example.com', false],
])('%s is an origin: %s', (text, is) => expect(fields.isOrigin(text)).toBe(is));

test('reads origins from lines or commas, without duplicates and trailing slashes', () => {
  const read = (input: string) => readForm(fields.origins(2), input);
  expect(read(' https://A.example.com/ ,\nhttps://a.example.com\n\nhttps://b.example.com')).toEqual({
    output: ['https://a.example.com', 'https://b.example.com'],
  });
  expect(read('')).toEqual({ output: [] });
  expect(read('https://a.test https://b.test https://c.test')).toEqual({ issues: { '': 'too_large' } });
  expect(read('https://a.test http://b.test')).toEqual({ issues: { '': 'origin' } });
});

test.each([
  ['7', 7],
  [' 7 ', 7],
  [7, 7],
  ['10', 10],
  ['0', 'too_small'],
  ['11', 'too_large'],
  ['1234567890', 'whole_number'],
  ['1.5', 'whole_number'],
  ['-1', 'whole_number'],
  ['x1', 'whole_number'],
  ['1x', 'whole_number'],
  [' ', 'required'],
  [null, 'required'],
])('a whole number from 1 to 10 reads %j as %j', (input, expected) => {
  const read = readForm(fields.wholeNumber({ min: 1, max: 10 }), input);
  expect('output' in read ? read.output : read.issues['']).toBe(expected);
});

test.each([
  ['0', 0],
  ['00', 0],
  ['0.00', 0],
  ['0,', 0],
  ['0.000', 'money_unclear'],
  ['0x', 'money'],
  ['1', 100],
  ['1.234', 'money_unclear'],
  ['', 'required'],
  ['1'.repeat(21), 'too_long'],
])('an amount that may be zero reads %j as %j', (input, expected) => {
  const read = readForm(fields.money('EUR', { free: true }), input);
  expect('output' in read ? read.output : read.issues['']).toBe(expected);
});

test('an amount that must be positive refuses zero', () => {
  expect(codeOf(fields.money('EUR'), '0')).toBe('money');
  expect(readForm(fields.money('EUR', { locale: 'en' }), '1,234')).toEqual({ output: 1234_00 });
});

test.each([
  ['+4512345678', 'ok'],
  ['+1234567', 'ok'],
  ['+123456', 'phone'],
  [`+${'1'.repeat(15)}`, 'ok'],
  [`+${'1'.repeat(16)}`, 'phone'],
  ['+0123456789', 'phone'],
  ['4512345678', 'phone'],
  [' ', 'ok'],
])('validates the phone number %j: %s', (input, code) => expect(codeOf(fields.optionalPhone(), input)).toBe(code));

test('maps unknown issues to not_valid', () => {
  expect(fields.fieldErrorOf('too_long')).toBe('too_long');
  expect(fields.fieldErrorOf('Invalid type')).toBe('not_valid');
  expect(fields.fieldErrorOf(undefined)).toBe('not_valid');
});

test.each([
  ['31/12/1899', 'date'],
  ['1/1/1900', 'ok'],
  ['31/12/2199', 'ok'],
  ['1/1/2200', 'date'],
  ['2026-02-30', 'date'],
  ['', 'required'],
])('validates the date %s: %s', (input, code) => expect(codeOf(fields.date(), input)).toBe(code));

test('refuses amounts above the server’s limit', () => {
  expect(codeOf(fields.money('EUR', { max: 500 }), '5')).toBe('ok');
  expect(codeOf(fields.money('EUR', { max: 500 }), '5.01')).toBe('too_large');
  expect(codeOf(fields.money('EUR'), '90000000000')).toBe('ok');
});

test.each([
  ['aaa', 3, false],
  ['aaaa', 3, true],
  ['😀😀😀', 3, false],
  ['😀😀😀😀', 3, true],
])('%s is longer than %d characters: %s', (text, longest, is) => expect(fields.isLongerThan(text, longest)).toBe(is));
