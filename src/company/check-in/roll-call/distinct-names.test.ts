import { expect, test } from 'vitest';
import { distinctNames } from './distinct-names.ts';

const of = (...people: [name: string, reference: string][]) =>
  distinctNames(people.map(([name, reference]) => ({ name, reference })));

test('keeps unique names', () => {
  expect(of(['Anna Holm', 'ABC234'], ['Ida Holm', 'ABC234'])).toEqual(['Anna Holm', 'Ida Holm']);
});

test('adds the reference to equal names, and a number within one booking', () => {
  expect(of(['Anna Holm', 'ABC234'], ['Bo', 'ABC234'], ['anna holm ', 'DEF567'], ['Anna Holm', 'ABC234'])).toEqual([
    'Anna Holm, ABC 234, 1',
    'Bo',
    'anna holm , DEF 567',
    'Anna Holm, ABC 234, 2',
  ]);
});
