import { expect, test } from 'vitest';
import { departure, plan } from './testing/planner-plan.ts';
import { buildLanes } from './planner-model.ts';
import { timeOffOn, hourAxis, closedSpans, quarterHourAt, percentOf, stackRows } from './planner-time.ts';

const blocks = (...departures: [hour: number, wallMinutes: number][]) =>
  [
    ...buildLanes(
      plan({ departures: departures.map(([hour, wallMinutes], at) => departure(String(at), { hour, wallMinutes })) }),
      'guide',
    )[0]!.days.values(),
  ].flat();

test('spans whole hours around all blocks, at least 8:00 to 20:00, and past midnight', () => {
  expect(hourAxis([])).toEqual({ from: 480, to: 1200 });
  expect(hourAxis(blocks([6.5, 60], [23, 90]))).toEqual({ from: 360, to: 1500 });
});

test('converts between minutes and axis positions in quarter hours', () => {
  const axis = { from: 480, to: 1200 };
  expect(percentOf(840, axis)).toBe(50);
  expect(percentOf(60, axis)).toBe(0);
  expect(quarterHourAt(0.5, axis)).toBe(840);
  expect(quarterHourAt(0.511, axis)).toBe(840);
  expect(quarterHourAt(1, { from: 480, to: 1500 })).toBe(1425);
});

test('stacks overlapping blocks in rows and reuses free rows', () => {
  expect(stackRows(blocks([9, 120], [10, 60], [11, 60]))).toEqual({ rows: [0, 1, 0], count: 2 });
  expect(stackRows([])).toEqual({ rows: [], count: 1 });
});

test('closes the time outside of working hours, without gaps between adjoining hours', () => {
  const monday = '2026-11-23';
  expect(closedSpans(null, monday)).toEqual([]);
  expect(closedSpans([], monday)).toEqual([{ from: 0, to: 1440 }]);
  expect(
    closedSpans(
      [
        [540, 720],
        [720, 1020],
      ],
      monday,
    ),
  ).toEqual([
    { from: 0, to: 540 },
    { from: 1020, to: 1440 },
  ]);
  // Saturday's hours continue until 06:00 on Sunday.
  expect(closedSpans([[8000, 9000]], '2026-11-29')).toEqual([{ from: 360, to: 1440 }]);
});

test('clips time off to the day, also when the clocks change', () => {
  const absence = (startsAt: string, endsAt: string) => [{ id: 'off', startsAt, endsAt, note: null }];
  const zone = 'Europe/Copenhagen';
  const spansOn = (day: string, timeOff: ReturnType<typeof absence>) =>
    timeOffOn(timeOff, { day, zone }).map(({ from, to }) => [from, to]);
  const two = absence('2026-11-23T13:00:00.000Z', '2026-11-24T23:00:00.000Z');
  expect(spansOn('2026-11-22', two)).toEqual([]);
  expect(spansOn('2026-11-23', two)).toEqual([[840, 1440]]);
  expect(spansOn('2026-11-24', two)).toEqual([[0, 1440]]);
  // Ends at midnight and does not touch the next day.
  expect(spansOn('2026-11-25', two)).toEqual([]);
  expect(spansOn('2026-10-25', absence('2026-10-25T08:00:00.000Z', '2026-10-25T10:00:00.000Z'))).toEqual([[540, 660]]);
});
