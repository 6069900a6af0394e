import { expect, test } from 'vitest';
import { daysOf, rangeOf, stepRange } from './calendar-range.ts';

test('covers whole weeks for a month, Monday to Sunday for a week and 14 days for an agenda', () => {
  expect(rangeOf('month', '2026-05-20')).toEqual({ from: '2026-04-27', to: '2026-05-31' });
  expect(rangeOf('week', '2026-05-03')).toEqual({ from: '2026-04-27', to: '2026-05-03' });
  expect(rangeOf('agenda', '2026-12-25')).toEqual({ from: '2026-12-25', to: '2027-01-07' });
});

test('covers at most six weeks for a month', () => {
  for (const month of ['2026-02-14', '2026-08-31', '2027-05-01'])
    expect(daysOf(rangeOf('month', month)).length).toBeLessThanOrEqual(42);
});

test('steps to the adjacent range across years and short months', () => {
  expect(stepRange('month', { on: '2026-01-31', by: 1 })).toBe('2026-02-01');
  expect(stepRange('month', { on: '2026-01-31', by: -1 })).toBe('2025-12-01');
  expect(stepRange('week', { on: '2026-12-31', by: 1 })).toBe('2027-01-07');
  expect(stepRange('agenda', { on: '2026-05-01', by: -1 })).toBe('2026-04-17');
});
