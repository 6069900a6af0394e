import { beforeEach, expect, test, vi } from 'vitest';
import type { Action } from '../../domain/actions.ts';

const addSignedGuests = vi.hoisted(() => vi.fn(() => 'with the guests of tickets'));
vi.mock('./signed-guests.ts', () => ({ addSignedGuests }));

let lazyGuests: typeof import('./lazy-signed-guests.ts');
beforeEach(async () => {
  vi.resetModules();
  lazyGuests = await import('./lazy-signed-guests.ts');
});
const rows = { guests: [], bookings: new Map() };
const checkIn = (method: string, kind = 'check_in') => ({ kind, payload: { method } }) as unknown as Action;

test('adds the guests of signed tickets once an action has loaded the module', async () => {
  expect(lazyGuests.withSignedGuests(rows, [])).toBe(rows);
  await lazyGuests.loadSignedGuests([checkIn('tap'), checkIn('signed')]);
  const actions = [checkIn('signed')];
  expect(lazyGuests.withSignedGuests(rows, actions)).toBe('with the guests of tickets');
  expect(addSignedGuests).toHaveBeenCalledWith(rows, actions);
});

test.each([
  ['no action', []],
  ['a tap', [checkIn('tap')]],
  ['another kind of action', [checkIn('signed', 'payment')]],
])('loads nothing for %s', async (_, actions) => {
  await lazyGuests.loadSignedGuests(actions);
  expect(lazyGuests.withSignedGuests(rows, actions)).toBe(rows);
});
