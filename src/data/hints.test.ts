/** A hint as the wire brings it. */
import { expect, test } from 'vitest';
import { readHint } from './hints.ts';

test('a hint names departures, people and the change; what cannot be read is about anything', () => {
  const wire = { company_id: 'c', departures: ['d'], people: ['u'], at: '812' };
  expect(readHint(wire)).toEqual({ departures: ['d'], people: ['u'], at: '812' });
  expect(readHint({ ...wire, departures: [] })).toEqual({ departures: [], people: ['u'], at: '812' });
  const anything = { departures: null, people: [], at: null };
  for (const odd of [
    null,
    undefined,
    'x',
    [],
    {},
    { departures: 'd', people: 7, at: 7 },
    { departures: [7], people: [null], at: '-1' },
  ])
    expect(readHint(odd)).toEqual(anything);
});
