/**
 * How many lanes have their departures drawn. What can be in view is drawn with the period, the lanes below it a few at a time once that
 * is painted: 30 lanes at once keep an old office computer for half a second.
 */
import { startTransition, useEffect, useState, type RefObject } from 'react';
import type { LocalDate } from '../../domain/ids.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { Lane } from './schedule-model.ts';

/** Pixels of a lane without a departure, of each that stand under each other, and of the room around: no lane is lower. */
const [EMPTY, BLOCK, AROUND] = [52, 44, 4];
/** Lanes that are drawn between two looks at what the person does. */
const STEP = 4;
/** Milliseconds after which the next ones come, however busy the page is. */
const WITHIN = 100;

function lowest(lane: Lane, days: readonly LocalDate[]): number {
  const most = Math.max(...days.map((day) => lane.days.get(day)?.length ?? 0));
  return Math.max(EMPTY, most * BLOCK + AROUND);
}

/** The lanes that reach into so many pixels, were each as low as it can be. */
function lanesWithin(pixels: number, lanes: readonly Lane[], days: readonly LocalDate[]): number {
  let bottom = 0;
  for (const [at, lane] of lanes.entries()) {
    bottom += days.length > 1 ? lowest(lane, days) : EMPTY;
    if (bottom >= pixels) return at + 1;
  }
  return lanes.length;
}

export function useRenderedLanes(
  place: RefObject<HTMLElement | null>,
  lanes: readonly Lane[],
  days: readonly LocalDate[],
): number {
  const period = `${days[0]} ${days.length}`;
  const [drawn, setDrawn] = useState({ period: '', count: 0 });
  let count = drawn.count;
  if (drawn.period !== period) {
    // Whoever has scrolled down keeps what they look at; before the first period the room for it is not known.
    const { clientHeight = window.innerHeight, scrollTop = 0 } = place.current ?? {};
    count = lanesWithin(clientHeight + scrollTop, lanes, days);
    setDrawn({ period, count });
  }
  const isWhole = count >= lanes.length;
  useEffect(() => {
    if (isWhole) return;
    return whenIdle(() => startTransition(() => setDrawn({ period, count: count + STEP })), { within: WITHIN });
  }, [isWhole, period, count]);
  return count;
}
