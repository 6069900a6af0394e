import { expect, test } from 'vitest';
import type { Action, ActionKind } from './actions.ts';
import { compareLines, countDifferences, isOverdue, requiresReport, prefillReport, foldReport } from './tour-report.ts';

const guests = ['a', 'b', 'c'].map((id) => ({ id, bookingId: '1', cancelled: false, type: 'ADULT' as const }));
let count = 0;
const act = (kind: ActionKind, payload: object = {}, more: object = {}) =>
  ({
    id: `x${(count += 1)}`,
    kind,
    payload,
    bookingId: '1',
    guestId: null,
    deviceId: 'd',
    userId: 'u',
    occurredAt: `2026-05-01T10:00:00.${String(count).padStart(3, '0')}Z`,
    ...more,
  }) as unknown as Action;
const checkIn = (guestId: string) => act('check_in', { method: 'tap' }, { guestId });
const of = (actions: Action[], rule: 'report_always' | 'check_ins_count' = 'report_always') =>
  prefillReport({ guests, actions, rule, currency: 'EUR' });

test('unmarked guests came if guides report, but not if check-ins count', () => {
  expect(of([checkIn('a')]).lines).toEqual([{ type: 'ADULT', booked: 3, attended: 3 }]);
  expect(of([checkIn('a')], 'check_ins_count').lines).toEqual([{ type: 'ADULT', booked: 3, attended: 1 }]);
  // A departure marks missing guests as no-shows, whatever the rule.
  expect(of([checkIn('a'), act('depart')]).lines).toEqual([{ type: 'ADULT', booked: 3, attended: 1 }]);
});

test('counts walk-ins separately, and only cash in the company’s currency', () => {
  const walkIn = act('walk_in', { guests: [{ id: 'w1' }, { id: 'w2' }] });
  const pay = (method: string, currency: string) => act('payment', { amount: 500, method, currency });
  const payment = pay('cash', 'EUR');
  const actions = [
    walkIn,
    checkIn('w1'),
    act('no_show', {}, { guestId: 'w2' }),
    pay('card', 'EUR'),
    pay('cash', 'DKK'),
    payment,
  ];
  expect(of(actions)).toMatchObject({ walkIns: 1, cash: 500 });
  expect(of([...actions, act('undo', { actions: [payment.id] })]).cash).toBe(0);
});

test('an undo does not affect a report, a later report replaces it, and an unlock opens locks', () => {
  const first = act('report_submit', { replaces: [] });
  const undo = act('undo', { actions: [first.id] });
  expect(foldReport([first, undo])).toMatchObject({ state: 'submitted', report: { id: first.id }, conflicting: [] });
  const second = act('report_submit', { replaces: [first.id] });
  const concurrent = act('report_submit', { replaces: [] });
  const lock = act('report_lock', { report: second.id });
  expect(foldReport([first, second, concurrent])).toMatchObject({
    report: { id: concurrent.id },
    conflicting: [{ id: second.id }],
  });
  // A lock decides which report counts.
  expect(foldReport([first, second, concurrent, lock])).toMatchObject({ state: 'locked', report: { id: second.id } });
  const opened = act('report_unlock', { locks: [lock.id] });
  expect(foldReport([opened, lock, second]).state).toBe('submitted');
});

test('a question about a replaced report is settled', () => {
  const first = act('report_submit', { replaces: [] });
  const question = act('report_return', { report: first.id, question: '?' });
  expect(foldReport([first, question]).state).toBe('returned');
  expect(foldReport([first, question, act('report_submit', { replaces: [first.id] })]).state).toBe('submitted');
});

test('differences are counted by line, even for a category without bookings', () => {
  const prefilled = { lines: [{ type: 'ADULT' as const, booked: 3, attended: 2 }], walkIns: 0, cash: 100 };
  const lines = [
    { type: 'CHILD' as const, attended: 1 },
    { type: 'ADULT' as const, attended: 2 },
  ];
  expect(compareLines(prefilled, { lines })).toEqual([
    { type: 'ADULT', booked: 3, attended: 2, reported: 2 },
    { type: 'CHILD', booked: 0, attended: 0, reported: 1 },
  ]);
  const report = { replaces: [], guideId: null, minutesLate: 0, incidents: null, note: null, currency: 'EUR' };
  expect(countDifferences(prefilled, { ...report, lines, walkIns: 2, handedOver: 90 })).toBe(3);
});

test('a report is overdue twelve hours after the end, if one is required', () => {
  const prefilled = { lines: [{ type: 'ADULT' as const, booked: 3, attended: 3 }], walkIns: 0, cash: 0 };
  const endsAt = '2026-05-01T10:00:00.000Z';
  const [early, late] = [Date.parse('2026-05-01T22:00:00Z'), Date.parse('2026-05-01T22:00:01Z')];
  const at = (rule: 'report_always' | 'report_differences', state: 'open' | 'returned' | 'submitted', now: number) =>
    isOverdue({ endsAt, state, rule, prefilled }, now);
  expect([at('report_always', 'open', early), at('report_always', 'open', late)]).toEqual([false, true]);
  expect(at('report_always', 'submitted', late)).toBe(false);
  expect([at('report_differences', 'open', late), at('report_differences', 'returned', late)]).toEqual([false, true]);
  expect(requiresReport('report_always', { lines: [], walkIns: 0, cash: 0 })).toBe(false);
  expect(requiresReport('report_differences', { ...prefilled, walkIns: 1 })).toBe(true);
  expect(requiresReport('check_ins_count', { ...prefilled, walkIns: 1 })).toBe(false);
});
