import { expect, test } from 'vitest';
import { parseCheckInUrl, formatCheckInUrl } from './use-check-in-url.ts';

const departureId = '0b9f1c5e-7b1a-4a53-9d0e-3a1f2c4d5e6f';

test('round-trips a place through the URL', () => {
  const state = {
    departureId,
    partyId: departureId,
    filter: 'missing',
    sort: 'arrival',
    query: 'müller & co',
  } as const;
  expect(parseCheckInUrl(new URLSearchParams(formatCheckInUrl(state)))).toEqual(state);
});

test('leaves defaults out of the URL', () => {
  expect(formatCheckInUrl({ departureId: null, filter: 'all', sort: 'name', query: '' })).toBe('');
});

test('reads invalid values in the URL as defaults', () => {
  const state = parseCheckInUrl(new URLSearchParams('departure=../../x&filter=everything&sort=1&party=7'));
  expect(state).toEqual({ departureId: null, partyId: null, filter: 'all', sort: 'name', query: '' });
});
