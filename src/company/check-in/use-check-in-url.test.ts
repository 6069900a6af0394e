import { expect, test } from 'vitest';
import { parsePlace, formatPlace } from './use-check-in-url.ts';

const departureId = '0b9f1c5e-7b1a-4a53-9d0e-3a1f2c4d5e6f';

test('round-trips a place through the URL', () => {
  const place = {
    departureId,
    partyId: departureId,
    filter: 'missing',
    sort: 'arrival',
    query: 'müller & co',
  } as const;
  expect(parsePlace(new URLSearchParams(formatPlace(place)))).toEqual(place);
});

test('leaves defaults out of the URL', () => {
  expect(formatPlace({ departureId: null, filter: 'all', sort: 'name', query: '' })).toBe('');
});

test('reads invalid values in the URL as defaults', () => {
  const place = parsePlace(new URLSearchParams('departure=../../x&filter=everything&sort=1&party=7'));
  expect(place).toEqual({ departureId: null, partyId: null, filter: 'all', sort: 'name', query: '' });
});
