/** Clicks and keys of the planner's grid. The grid handles them for all departures and empty cells. */
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import type { EmptySlot } from './planner-context.ts';
import type { Block, Lane, PlacedBlock } from './planner-model.ts';
import { quarterHourAt, type Span } from './planner-time.ts';
import type { GridFocusStops } from './use-grid-focus-stops.ts';
import type { KeyboardDrag } from './use-keyboard-drag.ts';

export interface GridActions {
  onOpen(block: Block): void;
  onUnassign(block: Block): void;
  onAdd(slot: EmptySlot): void;
  /** Shows the previous or next period. */
  onStep(by: -1 | 1): void;
}

interface GridState {
  lanes: readonly Lane[];
  blocks: ReadonlyMap<string, PlacedBlock>;
  axis: Span | null;
  stops: GridFocusStops;
  keyboardDrag: KeyboardDrag;
}

export function gridEventHandlers(grid: GridState, { onOpen, onUnassign, onAdd, onStep }: GridActions) {
  const { blocks, stops, keyboardDrag } = grid;
  return {
    onClick({ target, clientX }: MouseEvent): void {
      const element = target as Element;
      const entry = blocks.get(element.closest<HTMLElement>('button[data-stop]')?.dataset['stop'] ?? '');
      const empty = entry ? null : slotAt(element, clientX, grid);
      if (entry) onOpen(entry.block);
      else if (empty) onAdd(empty);
    },
    onKeyDown(event: KeyboardEvent): void {
      const element = event.target as Element;
      if (!element.matches('[data-stop]')) return;
      const entry = blocks.get((element as HTMLElement).dataset['stop']!);
      if (keyboardDrag.onKey(event, entry)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (stops.onKey(event)) return;
      const block = entry?.block;
      if (event.key === 'PageUp' || event.key === 'PageDown') onStep(event.key === 'PageUp' ? -1 : 1);
      else if (event.key === 'Delete' && block?.guide) onUnassign(block);
      else if (event.key === '+' || (event.key === 'Enter' && !block)) onAdd(slotAt(element, null, grid)!);
      else return;
      event.preventDefault();
    },
    onBlur: keyboardDrag.cancel,
    onFocus({ target }: FocusEvent): void {
      const key = (target as HTMLElement).dataset['stop'];
      if (key !== undefined) stops.onFocus(key);
    },
  };
}

/** Returns the empty slot of a cell; in the day view, at the clicked quarter of an hour. */
function slotAt(target: Element, clientX: number | null, { lanes, axis }: GridState): EmptySlot | null {
  const cell = target.closest<HTMLElement>('[data-place]');
  const laneId = cell?.closest<HTMLElement>('[data-lane]')?.dataset['lane'];
  const lane = lanes.find(({ id }) => id === laneId);
  if (!cell || !lane) return null;
  const box = cell.getBoundingClientRect();
  return {
    day: cell.dataset['place']!,
    minute: axis && clientX !== null ? quarterHourAt((clientX - box.left) / box.width, axis) : null,
    tourId: lane.kind === 'tour' ? lane.id : null,
    guide: lane.guide && { id: lane.guide.id, name: lane.guide.name },
  };
}
