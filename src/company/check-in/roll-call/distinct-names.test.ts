import { expect, test } from 'vitest';
import { distinctNames } from './distinct-names.ts';

const of = (...people: [name: string, reference: string][]) =>
  distinctNames(people.map(([name, reference]) => ({ name, reference })));

test('leaves names alone that nobody shares', () => {
  expect(of(['Anna Holm', 'ABC234'], ['Ida Holm', 'ABC234'])).toEqual(['Anna Holm', 'Ida Holm']);
});

test('tells people of one name apart by their booking, and within one by a number', () => {
  expect(of(['Anna Holm', 'ABC234'], ['Bo', 'ABC234'], ['anna holm ', 'DEF567'], ['Anna Holm', 'ABC234'])).toEqual([
    'Anna Holm, ABC 234, 1',
    'Bo',
    'anna holm , DEF 567',
    'Anna Holm, ABC 234, 2',
  ]);
});
