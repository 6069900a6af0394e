import { expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { countDeeds } from './deeds.ts';

const act = (kind: Action['kind'], bookingId: string, at = '08:00') =>
  ({ id: `${kind}-${bookingId}-${at}`, kind, bookingId, deviceId: 'tablet', deviceTime: at }) as unknown as Action;

test('a walk-in is one deed with its check-ins and what was paid', () => {
  expect(countDeeds([act('walk_in', 'b'), act('check_in', 'b'), act('check_in', 'b'), act('check_in', 'b'), act('payment', 'b')])).toBe(1);
});

test('a party of three is three people; money taken in the same tap is no deed more', () => {
  expect(countDeeds([act('check_in', 'b'), act('check_in', 'b'), act('check_in', 'b')])).toBe(3);
  expect(countDeeds([act('payment', 'b'), act('check_in', 'b')])).toBe(1);
});

test('what was done later or for others counts by itself', () => {
  expect(countDeeds([act('walk_in', 'b'), act('check_in', 'b'), act('check_in', 'b', '08:05'), act('payment', 'b', '08:09')])).toBe(3);
  expect(countDeeds([act('check_in', 'b'), act('payment', 'c'), act('undo', ''), act('note', 'b')])).toBe(4);
  expect(countDeeds([])).toBe(0);
});
