import { beforeEach, expect, test, vi } from 'vitest';
import type { Action } from '../../domain/actions.ts';

const withSigned = vi.hoisted(() => vi.fn(() => 'with the guests of tickets'));
vi.mock('./signed-guests.ts', () => ({ withSigned }));

let late: typeof import('./late-guests.ts');
beforeEach(async () => {
  vi.resetModules();
  late = await import('./late-guests.ts');
});
const rows = { guests: [], bookings: new Map() };
const checkIn = (method: string, kind = 'check_in') => ({ kind, payload: { method } }) as unknown as Action;

test('adds the guests of signed tickets once an action has asked for them', async () => {
  expect(late.withSignedGuests(rows, [])).toBe(rows);
  await late.loadSignedGuests([checkIn('tap'), checkIn('signed')]);
  const actions = [checkIn('signed')];
  expect(late.withSignedGuests(rows, actions)).toBe('with the guests of tickets');
  expect(withSigned).toHaveBeenCalledWith(rows, actions);
});

test.each([
  ['no action', []],
  ['a tap', [checkIn('tap')]],
  ['another kind of action', [checkIn('signed', 'payment')]],
])('loads nothing for %s', async (_, actions) => {
  await late.loadSignedGuests(actions);
  expect(late.withSignedGuests(rows, actions)).toBe(rows);
});
