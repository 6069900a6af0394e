/**
 * Keyboard navigation of the planner (ARIA Authoring Practices, grid): stops are the departures and the empty cells.
 */
import type { LocalDate } from '../../domain/ids.ts';
import { cellKey, MINUTES_A_DAY, type Lane } from './planner-model.ts';

export interface FocusStop {
  key: string;
  /** Minutes from the first midnight shown; an empty cell counts as noon, the middle of its day. */
  at: number;
}
export interface FocusStopPosition {
  row: number;
  column: number;
}

/** Returns the stops of each lane in order of time. */
export const buildFocusStops = (lanes: readonly Lane[], days: readonly LocalDate[]): FocusStop[][] =>
  lanes.map((lane) =>
    days.flatMap((day, index) => {
      const blocks = lane.days.get(day) ?? [];
      const midnight = index * MINUTES_A_DAY;
      if (blocks.length === 0) return [{ key: cellKey(lane.id, day), at: midnight + 12 * 60 }];
      return blocks.map(({ key, from }) => ({ key, at: midnight + from }));
    }),
  );

/** Returns the position of a stop, or null if it no longer exists. */
export function positionOf(rows: readonly (readonly FocusStop[])[], key: string | null): FocusStopPosition | null {
  for (const [row, stops] of rows.entries()) {
    const column = stops.findIndex((stop) => stop.key === key);
    if (column >= 0) return { row, column };
  }
  return null;
}

/** Returns the stop at a position, or the last one before it. */
export function stopAt(rows: readonly (readonly FocusStop[])[], { row, column }: FocusStopPosition): FocusStop | null {
  const stops = rows[Math.min(row, rows.length - 1)];
  return stops?.[Math.min(column, stops.length - 1)] ?? null;
}

/** Returns the stop that a key leads to; null for other keys and at the edge. */
export function stopByKey(
  rows: readonly (readonly FocusStop[])[],
  { row, column }: FocusStopPosition,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
): FocusStop | null {
  const stops = rows[row];
  const current = stops?.[column];
  if (!stops || !current) return null;
  const all = ctrlKey || metaKey;
  const nearestInRow = (by: -1 | 1) => {
    const otherRow = rows[row + by];
    return (
      otherRow?.reduce((best, stop) =>
        Math.abs(stop.at - current.at) < Math.abs(best.at - current.at) ? stop : best,
      ) ?? null
    );
  };
  switch (key) {
    case 'ArrowLeft':
      return stops[column - 1] ?? null;
    case 'ArrowRight':
      return stops[column + 1] ?? null;
    case 'ArrowUp':
      return nearestInRow(-1);
    case 'ArrowDown':
      return nearestInRow(1);
    case 'Home':
      return (all ? rows[0]?.[0] : stops[0]) ?? null;
    case 'End':
      return (all ? rows.at(-1)?.at(-1) : stops.at(-1)) ?? null;
    default:
      return null;
  }
}
