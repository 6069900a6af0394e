import { expect, test } from 'vitest';
import type { Action, ActionKind } from './actions.ts';
import { countableActionFor, countActions } from './counted-actions.ts';

let actionCount = 0;
/** An action of the tap at minute `at`. */
function action(kind: ActionKind, at: number, more: Partial<Action> = {}): Action {
  actionCount += 1;
  const time = new Date(Date.parse('2026-05-01T08:00:00Z') + at * 60_000).toISOString();
  const payload = kind === 'undo' ? { actions: [] } : {};
  return {
    id: `a${actionCount}`,
    kind,
    payload,
    bookingId: 'b1',
    guestId: null,
    departureId: 'd',
    deviceId: 'tablet',
    deviceTime: time,
    occurredAt: time,
    ...more,
  } as unknown as Action;
}
const undo = (at: number, ...of: Action[]) =>
  action('undo', at, { bookingId: null, payload: { actions: of.map(({ id }) => id) } } as Partial<Action>);

test('counts no actions as none', () => expect(countActions([])).toEqual({ kind: 'mixed', count: 0 }));

test('counts check-ins by guest, in one party or several', () => {
  expect(
    countActions([action('check_in', 0), action('check_in', 0), action('check_in', 1, { bookingId: 'b2' })]),
  ).toEqual({
    kind: 'check_in',
    count: 3,
  });
});

test('counts a walk-in with three guests, their check-ins and a payment as one', () => {
  const walkIn = [
    action('walk_in', 0),
    action('check_in', 0),
    action('check_in', 0),
    action('check_in', 0),
    action('payment', 0),
  ];
  expect(countActions(walkIn)).toEqual({ kind: 'walk_in', count: 1 });
  const second = [action('walk_in', 1, { bookingId: 'b2' }), action('check_in', 1, { bookingId: 'b2' })];
  expect(countActions([...walkIn, ...second])).toEqual({ kind: 'walk_in', count: 2 });
  // In any order, as the outbox is sorted by key.
  expect(countActions([...second, ...walkIn].reverse())).toEqual({ kind: 'walk_in', count: 2 });
});

test('counts later actions on a walk-in’s booking separately', () => {
  expect(countActions([action('walk_in', 0), action('check_in', 0), action('payment', 5)])).toEqual({
    kind: 'mixed',
    count: 2,
  });
  expect(countActions([action('walk_in', 0), action('check_in', 5)])).toEqual({ kind: 'mixed', count: 2 });
});

test('counts a payment with check-ins by the guests, and a payment alone as one', () => {
  expect(countActions([action('payment', 0), action('check_in', 0), action('check_in', 0)])).toEqual({
    kind: 'check_in',
    count: 2,
  });
  expect(countActions([action('payment', 0)])).toEqual({ kind: 'payment', count: 1 });
  expect(countActions([action('payment', 0), action('check_in', 0, { bookingId: 'b2' })])).toEqual({
    kind: 'mixed',
    count: 2,
  });
});

test('counts an action and its undo once', () => {
  const one = action('check_in', 0);
  expect(countActions([one, undo(1, one)])).toEqual({ kind: 'undo', count: 1 });
  const walkIn = [action('walk_in', 0), action('check_in', 0), action('payment', 0)];
  expect(countActions([...walkIn, undo(1, ...walkIn)])).toEqual({ kind: 'undo', count: 1 });
  // Of an action that the server already has, only the undo is queued.
  expect(countActions([undo(1, action('check_in', 0)), action('check_in', 2)])).toEqual({ kind: 'mixed', count: 2 });
});

test('counts other kinds each, and mixed kinds together', () => {
  for (const kind of ['note', 'count', 'depart', 'no_show'] as const)
    expect(countActions([action(kind, 0, { bookingId: null })])).toEqual({ kind, count: 1 });
  const counts = [action('count', 0, { bookingId: null }), action('count', 0, { bookingId: null })];
  expect(countActions(counts)).toEqual({ kind: 'count', count: 2 });
  expect(
    countActions([
      action('check_in', 0),
      action('check_in', 0),
      action('note', 1),
      action('depart', 2, { bookingId: null }),
    ]),
  ).toEqual({ kind: 'mixed', count: 4 });
});

test('finds the counted action of the same tap, or the undo, for one that does not count', () => {
  const [walkIn, checkIn, payment] = [action('walk_in', 0), action('check_in', 0), action('payment', 0)];
  const other = [action('walk_in', 0, { bookingId: 'b2' }), action('check_in', 0, { bookingId: 'b2' })];
  const all = [...other, payment, checkIn, walkIn];
  for (const { id } of [walkIn, checkIn, payment]) expect(countableActionFor(id, all)).toBe(walkIn);
  expect(countableActionFor(other[1]!.id, all)).toBe(other[0]);
  const [paid, firstCheckIn, secondCheckIn] = [action('payment', 3), action('check_in', 3), action('check_in', 3)];
  expect(countableActionFor(paid.id, [paid, firstCheckIn, secondCheckIn])).toBe(firstCheckIn);
  expect(countableActionFor(secondCheckIn.id, [paid, firstCheckIn, secondCheckIn])).toBe(secondCheckIn);
  const undoing = undo(4, firstCheckIn);
  expect(countableActionFor(firstCheckIn.id, [firstCheckIn, undoing])).toBe(undoing);
  expect(countableActionFor('unknown', all)).toBeNull();
});
