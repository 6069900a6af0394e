/**
 * Number of lanes whose departures are rendered. Visible lanes are rendered at once and the rest in small steps when
 * idle, because 30 lanes would block a slow computer for half a second.
 */
import { startTransition, useEffect, useState, type RefObject } from 'react';
import type { LocalDate } from '../../domain/ids.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { Lane } from './planner-model.ts';

/** Minimum heights in pixels: a lane, each of its stacked departures, and the padding around them. */
const [LANE_HEIGHT, BLOCK_HEIGHT, PADDING] = [52, 44, 4];
/** Lanes rendered per step. */
const LANES_PER_STEP = 4;
/** Maximum delay between steps in milliseconds, however busy the page is. */
const MAX_STEP_DELAY_MS = 100;

function minHeightOf(lane: Lane, days: readonly LocalDate[]): number {
  const mostBlocks = Math.max(...days.map((day) => lane.days.get(day)?.length ?? 0));
  return Math.max(LANE_HEIGHT, mostBlocks * BLOCK_HEIGHT + PADDING);
}

/** Returns how many lanes fit into a height if each has its minimum height. */
function lanesWithin(pixels: number, lanes: readonly Lane[], days: readonly LocalDate[]): number {
  let bottom = 0;
  for (const [at, lane] of lanes.entries()) {
    bottom += days.length > 1 ? minHeightOf(lane, days) : LANE_HEIGHT;
    if (bottom >= pixels) return at + 1;
  }
  return lanes.length;
}

export function useRenderedLanes(
  scroller: RefObject<HTMLElement | null>,
  lanes: readonly Lane[],
  days: readonly LocalDate[],
): number {
  const period = `${days[0]} ${days.length}`;
  const [rendered, setRendered] = useState({ period: '', count: 0 });
  let count = rendered.count;
  if (rendered.period !== period) {
    // Includes what was scrolled past, so that the view does not change. The element does not exist before the first
    // render.
    const { clientHeight = window.innerHeight, scrollTop = 0 } = scroller.current ?? {};
    count = lanesWithin(clientHeight + scrollTop, lanes, days);
    setRendered({ period, count });
  }
  const isComplete = count >= lanes.length;
  useEffect(() => {
    if (isComplete) return;
    return whenIdle(() => startTransition(() => setRendered({ period, count: count + LANES_PER_STEP })), {
      within: MAX_STEP_DELAY_MS,
    });
  }, [isComplete, period, count]);
  return count;
}
