import { expect, test } from 'vitest';
import { addDays } from './local-date.ts';
import { addMonths, dateAfterKey, lastDayOf, monthOf, monthsBetween, weekdayOf, weeksOf } from './month-grid.ts';

const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

test('months are added and compared across years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-05', -17)).toBe('2024-12');
  expect(addMonths('2026-05', 0)).toBe('2026-05');
  for (const by of [-17, -1, 0, 1, 12, 30]) expect(monthsBetween('2026-05', addMonths('2026-05', by))).toBe(by);
  expect(lastDayOf('2024-02')).toBe('2024-02-29');
  expect(lastDayOf('2026-12')).toBe('2026-12-31');
});

test('a month is covered by whole weeks from Monday, each day once and in order', () => {
  for (let month = '2023-11'; month <= '2028-03'; month = addMonths(month, 1)) {
    const weeks = weeksOf(month);
    const days = weeks.flat();
    expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0]!) === 0)).toBe(true);
    expect(days).toEqual(days.map((_, index) => addDays(days[0]!, index)));
    expect(days.filter((day) => monthOf(day) === month).length).toBe(Number(lastDayOf(month).slice(8)));
    // Every week has a day of the month.
    expect(weeks.every((week) => week.some((day) => monthOf(day) === month))).toBe(true);
  }
});

test('keys move as the ARIA date grid pattern says', () => {
  const saturday = '2026-05-02';
  expect(dateAfterKey(saturday, key('ArrowRight'))).toBe('2026-05-03');
  expect(dateAfterKey(saturday, key('ArrowUp'))).toBe('2026-04-25');
  expect(dateAfterKey(saturday, key('Home'))).toBe('2026-04-27');
  expect(dateAfterKey(saturday, key('End'))).toBe('2026-05-03');
  expect(dateAfterKey('2026-05-31', key('PageUp'))).toBe('2026-04-30');
  expect(dateAfterKey('2026-01-31', key('PageDown'))).toBe('2026-02-28');
  expect(dateAfterKey('2024-02-29', key('PageDown', true))).toBe('2025-02-28');
  expect(dateAfterKey(saturday, key('a'))).toBeNull();
});
