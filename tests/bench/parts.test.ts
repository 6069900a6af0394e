import { expect, test } from 'vitest';
import { SERVER_PARTS, unknownParts } from './parts.ts';

test('an unknown part of a benchmark is found', () => {
  expect(unknownParts(SERVER_PARTS, ['guests', 'lists'])).toEqual([]);
  expect(unknownParts(SERVER_PARTS, ['guest', 'lists'])).toEqual(['guest']);
});
