import { describe, expect, test } from 'vitest';
import { readForm } from './testing/read-form.ts';
import {
  toDepartureOverrides,
  toBlackoutFormValues,
  blackoutFormSchema,
  departureFormSchema,
  occurrenceFormSchema,
  overridesFormSchema,
  toOccurrenceFormValues,
  toOverridesFormValues,
} from './date-forms.ts';

describe('occurrenceFormSchema', () => {
  const occurrence = {
    scope: 'one' as const,
    localDate: '2026-05-01',
    weekday: '' as const,
    localTime: '10:00',
    capacity: 20,
    language: 'en',
    note: 'Bring a coat',
  };
  test('reads back what the form showed', () => {
    for (const departure of [occurrence, { ...occurrence, capacity: null, weekday: 'TU' as const, note: '' }])
      expect(readForm(occurrenceFormSchema, toOccurrenceFormValues(departure))).toEqual({ output: departure });
  });
  test('shows missing seats and days as empty', () => {
    expect(toOccurrenceFormValues({ ...occurrence, capacity: null, localDate: '' })).toMatchObject({
      capacity: '',
      localDate: '',
    });
    expect(toOccurrenceFormValues({ ...occurrence, capacity: 0 }).capacity).toBe('0');
  });
  test.each([
    [{ capacity: '10001' }, { capacity: 'too_large' }],
    [{ capacity: 'x' }, { capacity: 'whole_number' }],
    [{ localDate: '' }, { localDate: 'required' }],
    [{ localTime: '25:00' }, { localTime: 'time' }],
    [{ note: 'a'.repeat(501) }, { note: 'too_long' }],
  ])('refuses %j: %j', (change, issues) => {
    expect(readForm(occurrenceFormSchema, { ...toOccurrenceFormValues(occurrence), ...change })).toEqual({ issues });
  });
  test('accepts 0 to 10,000 seats', () => {
    for (const capacity of ['0', '10000'])
      expect(readForm(occurrenceFormSchema, { ...toOccurrenceFormValues(occurrence), capacity })).toMatchObject({
        output: { capacity: Number(capacity) },
      });
  });
});

describe('blackoutFormSchema', () => {
  const days = { of: 'tour' as const, fromDate: '2026-05-01', toDate: '2026-05-03', name: 'Holiday' };
  test('reads back what the form showed', () => {
    expect(readForm(blackoutFormSchema, toBlackoutFormValues(days))).toEqual({ output: days });
    expect(toBlackoutFormValues({ ...days, fromDate: '', toDate: '' })).toMatchObject({ fromDate: '', toDate: '' });
  });
  test('accepts a single day, and no end before the start', () => {
    expect(readForm(blackoutFormSchema, toBlackoutFormValues({ ...days, toDate: '2026-05-01' }))).toHaveProperty(
      'output',
    );
    expect(readForm(blackoutFormSchema, toBlackoutFormValues({ ...days, toDate: '2026-04-30' }))).toEqual({
      issues: { toDate: 'before_start' },
    });
    expect(readForm(blackoutFormSchema, toBlackoutFormValues({ ...days, toDate: '2029-05-05' }))).toHaveProperty(
      'output',
    );
    expect(readForm(blackoutFormSchema, toBlackoutFormValues({ ...days, toDate: '2029-05-06' }))).toEqual({
      issues: { toDate: 'too_long' },
    });
    expect(readForm(blackoutFormSchema, { ...toBlackoutFormValues(days), name: 'a'.repeat(201) })).toEqual({
      issues: { name: 'too_long' },
    });
  });
});

describe('overridesFormSchema', () => {
  const overrides = {
    capacity: 12,
    language: 'da',
    meetingNote: 'At the side door',
    prices: { adult: 150_00, child: 0 },
  };
  const values = toOverridesFormValues(overrides, {
    prices: ['adult', 'child', 'senior'],
    currency: 'DKK',
    locale: 'da',
  });

  test('shows every price of the tour', () => {
    expect(values).toEqual({
      capacity: '12',
      language: 'da',
      meetingNote: 'At the side door',
      prices: [
        { id: 'adult', amount: '150' },
        { id: 'child', amount: '0' },
        { id: 'senior', amount: '' },
      ],
    });
    const nothing = { capacity: null, language: null, meetingNote: null, prices: {} };
    expect(toOverridesFormValues(nothing, { prices: ['adult'], currency: 'DKK', locale: 'da' })).toEqual({
      capacity: '',
      language: '',
      meetingNote: '',
      prices: [{ id: 'adult', amount: '' }],
    });
    expect(
      toOverridesFormValues({ ...nothing, capacity: 0 }, { prices: [], currency: 'DKK', locale: 'da' }).capacity,
    ).toBe('0');
  });

  test('reads back what the form showed, without empty fields', () => {
    const read = readForm(overridesFormSchema('DKK', 'da'), values);
    expect('output' in read && toDepartureOverrides(read.output)).toEqual(overrides);
    expect(
      toDepartureOverrides({ capacity: null, language: '', meetingNote: '', prices: [{ id: 'adult', amount: null }] }),
    ).toEqual({
      capacity: null,
      language: null,
      meetingNote: null,
      prices: {},
    });
  });

  test('reports which price is wrong', () => {
    const prices = [
      { id: 'adult', amount: '1' },
      { id: 'child', amount: 'x' },
    ];
    expect(readForm(overridesFormSchema('DKK', 'da'), { ...values, prices })).toEqual({
      issues: { 'prices.1.amount': 'money' },
    });
    expect(readForm(overridesFormSchema('DKK', 'da'), { ...values, meetingNote: 'a'.repeat(1001) })).toEqual({
      issues: { meetingNote: 'too_long' },
    });
  });

  test('departureFormSchema adds a date, a time and a guide', () => {
    const departure = { ...values, localDate: '1/5/2026', localTime: '9', guide: '' };
    expect(readForm(departureFormSchema('DKK', 'da'), departure)).toMatchObject({
      output: { localDate: '2026-05-01', localTime: '09:00', guide: '', capacity: 12 },
    });
    expect(readForm(departureFormSchema('DKK', 'da'), { ...departure, localDate: '', localTime: '' })).toEqual({
      issues: { localDate: 'required', localTime: 'required' },
    });
  });
});
