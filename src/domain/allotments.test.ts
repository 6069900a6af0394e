import { expect, test } from 'vitest';
import { toAllotmentsFormValues, allotmentsFormSchema } from './allotments.ts';
import { readForm } from './testing/read-form.ts';

const readAllotments = (...tours: [seats: string, releaseHours: string][]) =>
  readForm(allotmentsFormSchema, {
    tours: tours.map(([seats, releaseHours], at) => ({ tour: `t${at}`, seats, releaseHours })),
  });

test('keeps tours with seats and drops those without', () => {
  expect(readAllotments(['5', '24'], ['', '24'], ['0', '0'], [' 1000 ', '8760'])).toEqual({
    output: [
      { tour: 't0', seats: 5, releaseHours: 24 },
      { tour: 't3', seats: 1000, releaseHours: 8760 },
    ],
  });
});

test.each([
  [['x', '24'], { 'tours.0.seats': 'whole_number' }],
  [['-1', '24'], { 'tours.0.seats': 'whole_number' }],
  [['1.5', '24'], { 'tours.0.seats': 'whole_number' }],
  [['1234567890', '24'], { 'tours.0.seats': 'whole_number' }],
  [['1001', '24'], { 'tours.0.seats': 'too_large' }],
  [['5', ''], { 'tours.0.releaseHours': 'required' }],
  [['5', '8761'], { 'tours.0.releaseHours': 'too_large' }],
] as const)('validates %j: %j', (fields, issues) => expect(readAllotments([...fields])).toEqual({ issues }));

test('shows each tour; without an allotment it releases a day before the start', () => {
  expect(toAllotmentsFormValues([{ tour: 'b', seats: 5, releaseHours: 0 }], ['a', 'b'])).toEqual({
    tours: [
      { tour: 'a', seats: '', releaseHours: '24' },
      { tour: 'b', seats: '5', releaseHours: '0' },
    ],
  });
});
