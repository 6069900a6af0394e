import { expect, test } from 'vitest';
import { departure, MONDAY, assignedGuide, plan } from './testing/planner-plan.ts';
import { positionOf, stopAt, stopByKey, buildFocusStops } from './grid-focus-stops.ts';
import { buildLanes } from './planner-model.ts';

const DAYS = [MONDAY, '2026-11-24'];
const rows = buildFocusStops(
  buildLanes(
    plan({
      departures: [
        departure('early', { hour: 9, guides: [assignedGuide('Anna')] }),
        departure('late', { hour: 15, guides: [assignedGuide('Anna')] }),
        departure('tuesday', { day: 1, hour: 9, guides: [assignedGuide('Bo')] }),
      ],
    }),
    'guide',
  ),
  DAYS,
);
const press = (from: string, key: string, ctrlKey = false) =>
  stopByKey(rows, positionOf(rows, from)!, { key, ctrlKey, metaKey: false })?.key ?? null;

test('has a stop for each departure in order, and one for each empty cell', () => {
  expect(rows.map((stops) => stops.map(({ key }) => key))).toEqual([
    ['unassigned 2026-11-23', 'unassigned 2026-11-24'],
    ['early Anna', 'late Anna', 'Anna 2026-11-24'],
    ['Bo 2026-11-23', 'tuesday Bo'],
  ]);
});

test('moves along a lane and to the nearest stop in time of the next lane, and stops at edges', () => {
  expect(press('early Anna', 'ArrowRight')).toBe('late Anna');
  expect(press('early Anna', 'ArrowLeft')).toBeNull();
  expect(press('late Anna', 'ArrowDown')).toBe('Bo 2026-11-23');
  expect(press('tuesday Bo', 'ArrowUp')).toBe('Anna 2026-11-24');
  expect(press('tuesday Bo', 'ArrowDown')).toBeNull();
  expect(press('late Anna', 'Home')).toBe('early Anna');
  expect(press('early Anna', 'End', true)).toBe('tuesday Bo');
  expect(press('tuesday Bo', 'Home', true)).toBe('unassigned 2026-11-23');
  expect(press('early Anna', 'x')).toBeNull();
});

test('falls back to the stop that took the position of a removed one', () => {
  expect(stopAt(rows, { row: 1, column: 9 })?.key).toBe('Anna 2026-11-24');
  expect(stopAt(rows, { row: 9, column: 0 })?.key).toBe('Bo 2026-11-23');
  expect(stopAt([], { row: 0, column: 0 })).toBeNull();
});
