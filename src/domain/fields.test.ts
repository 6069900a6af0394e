import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as fields from './fields.ts';

const tried = (schema: v.GenericSchema<unknown>, value: unknown) => {
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
    ['url', fields.optionalUrl(), '', { is: '' }],
    ['url', fields.optionalUrl(), 'javascript:alert(1)', { error: 'url' }],
    ['url', fields.optionalUrl(), 'example', { error: 'url' }],
    ['whole number', fields.wholeNumber({ least: 1, most: 60 }), '30', { is: 30 }],
    ['whole number', fields.wholeNumber({ least: 1, most: 60 }), 30, { is: 30 }],
    ['whole number', fields.wholeNumber({ least: 1, most: 60 }), '3.5', { error: 'whole_number' }],
    ['whole number', fields.wholeNumber({ least: 1, most: 60 }), '', { error: 'required' }],
    ['whole number', fields.wholeNumber({ least: 1, most: 60 }), '0', { error: 'too_small' }],
    ['whole number', fields.wholeNumber({ least: 1, most: 60 }), '61', { error: 'too_large' }],
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
    ['locale', fields.locale(), 'de', { error: 'not_valid' }],
  ])('%s, case %#', (_, schema, value, expected) => {
    expect(tried(schema as v.GenericSchema<unknown>, value)).toEqual(expected);
  });
});
