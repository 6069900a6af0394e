import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as fields from './fields.ts';

const parseField = (schema: v.GenericSchema<unknown>, value: unknown) => {
  const read = v.safeParse(schema, value);
  return read.success ? { is: read.output } : { error: fields.fieldErrorOf(read.issues[0].message) };
};

describe('a field', () => {
  it.each([
    ['text', fields.requiredText(5), '  Ada ', { is: 'Ada' }],
    ['text', fields.requiredText(5), '   ', { error: 'required' }],
    ['text', fields.requiredText(5), undefined, { error: 'required' }],
    ['text', fields.requiredText(5), 'x'.repeat(6), { error: 'too_long' }],
    ['optional text', fields.optionalText(5), '', { is: '' }],
    ['email', fields.email(), ' ada@example.com ', { is: 'ada@example.com' }],
    ['email', fields.email(), 'ada@example', { error: 'email' }],
    ['email', fields.email(), '', { error: 'required' }],
    ['optional email', fields.optionalEmail(), '', { is: '' }],
    ['optional email', fields.optionalEmail(), 'x', { error: 'email' }],
    ['url', fields.optionalUrl(), 'https://example.com/a?b', { is: 'https://example.com/a?b' }],
    ['money', fields.money('DKK'), '1.234,50', { is: 123_450 }],
    ['money', fields.money('DKK'), '1,234.50', { is: 123_450 }],
    ['money', fields.money('DKK'), '1 234,50', { is: 123_450 }],
    ['money', fields.money('JPY'), '1234', { is: 1234 }],
    ['money', fields.money('JPY'), '12.50', { error: 'money' }],
    ['money', fields.money('DKK'), '12,5.0', { error: 'money' }],
    ['money', fields.money('DKK'), '1.234', { error: 'money_unclear' }],
    ['money', fields.money('DKK', { locale: 'da' }), '1.234', { is: 123_400 }],
    ['money', fields.money('DKK', { locale: 'en' }), '1.234', { error: 'money_unclear' }],
    ['money', fields.money('DKK'), '0', { error: 'money' }],
    ['money', fields.money('DKK', { free: true }), '0,00', { is: 0 }],
    ['money', fields.money('DKK'), '', { error: 'required' }],
    ['date', fields.date(), '2.5.2026', { is: '2026-05-02' }],
    ['date', fields.date(), '2.5', { error: 'date' }],
    ['time', fields.time(), '9.30', { is: '09:30' }],
    ['time', fields.time(), '25', { error: 'time' }],
    ['phone', fields.optionalPhone(), '', { is: '' }],
    ['phone', fields.optionalPhone(), '+4512345678', { is: '+4512345678' }],
    ['phone', fields.optionalPhone(), '12345678', { error: 'phone' }],
    ['url', fields.optionalUrl(), '', { is: '' }],
    ['url', fields.optionalUrl(), 'javascript:alert(1)', { error: 'url' }],
    ['url', fields.optionalUrl(), 'example', { error: 'url' }],
    ['whole number', fields.wholeNumber({ min: 1, max: 60 }), '30', { is: 30 }],
    ['whole number', fields.wholeNumber({ min: 1, max: 60 }), 30, { is: 30 }],
    ['whole number', fields.wholeNumber({ min: 1, max: 60 }), '3.5', { error: 'whole_number' }],
    ['whole number', fields.wholeNumber({ min: 1, max: 60 }), '', { error: 'required' }],
    ['whole number', fields.wholeNumber({ min: 1, max: 60 }), '0', { error: 'too_small' }],
    ['whole number', fields.wholeNumber({ min: 1, max: 60 }), '61', { error: 'too_large' }],
    ['slug', fields.slug(), 'Harbour-Walks', { is: 'harbour-walks' }],
    ['slug', fields.slug(), 'a--b', { error: 'slug' }],
    ['slug', fields.slug(), '../x', { error: 'slug' }],
    ['colour', fields.colour(), '#0B6157', { is: '#0b6157' }],
    ['colour', fields.colour(), 'red', { error: 'colour' }],
    ['time zone', fields.timeZone(), 'Europe/Copenhagen', { is: 'Europe/Copenhagen' }],
    ['time zone', fields.timeZone(), 'Europe/Atlantis', { error: 'time_zone' }],
    ['time zone', fields.timeZone(), '+01:00', { error: 'time_zone' }],
    ['currency', fields.currency(), 'dkk', { is: 'DKK' }],
    ['currency', fields.currency(), 'kr.', { error: 'currency' }],
    ['origin', fields.origin(), 'https://example.com', { is: 'https://example.com' }],
    ['origin', fields.origin(), 'https://example.com/', { error: 'origin' }],
    ['origin', fields.origin(), 'http://example.com', { error: 'origin' }],
    ['origin', fields.origin(), '*', { error: 'origin' }],
    [
      'origins',
      fields.origins(2),
      ' https://A.example/\n\nhttps://b.example, https://a.example ',
      { is: ['https://a.example', 'https://b.example'] },
    ],
    ['origins', fields.origins(2), '', { is: [] }],
    ['origins', fields.origins(2), 'https://a.example/page', { error: 'origin' }],
    ['origins', fields.origins(1), 'https://a.example https://b.example', { error: 'too_large' }],
    ['locale', fields.locale(), 'de', { error: 'not_valid' }],
  ])('reads %s $2 as $3', (_, schema, value, expected) => {
    expect(parseField(schema as v.GenericSchema<unknown>, value)).toEqual(expected);
  });
});
