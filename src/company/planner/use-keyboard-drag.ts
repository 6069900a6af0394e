/** Keyboard alternative to dragging: Alt+arrow moves the focused departure to another lane, day or time. */
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { addDays } from '../../lib/local-date.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { Conflict } from '../../domain/assignment.ts';
import {
  conflictsForAllGuides,
  canReassign,
  MINUTES_A_DAY,
  shiftDeparture,
  type Block,
  type Lane,
  type PlacedBlock,
} from './planner-model.ts';
import type { PlannerContext } from './planner-context.ts';

/** Minutes per arrow key in the day view. */
const KEY_MINUTES = 30;

export interface KeyboardDragState {
  block: Block;
  home: Lane;
  /** Target: either another lane, or another day and time; never both, because they are separate actions. */
  lane: Lane;
  day: LocalDate;
  minute: number;
  /** Conflicts of each guide at the target time. */
  conflicts: ReadonlyMap<Uuid, readonly Conflict[]>;
}

export interface KeyboardDragOptions {
  scroller: RefObject<HTMLElement | null>;
  lanes: readonly Lane[];
  days: readonly LocalDate[];
  /** Whether the day view is shown. */
  byHour: boolean;
  context: PlannerContext;
  onDrop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void;
  onMove(block: Block, to: { day: LocalDate; minute: number }): void;
}

export interface KeyboardDrag {
  drag: KeyboardDragState | null;
  /** Handles a key; returns whether it belonged to a drag. */
  onKey(event: KeyboardEvent, focused: PlacedBlock | undefined): boolean;
  cancel(): void;
}

export function useKeyboardDrag(options: KeyboardDragOptions): KeyboardDrag {
  const { scroller, onDrop, onMove } = options;
  const [drag, setDrag] = useState<KeyboardDragState | null>(null);

  // Marks the target lane like a pointer drag does.
  const overLane = drag && drag.lane !== drag.home ? drag.lane.id : null;
  useEffect(() => {
    const row = overLane === null ? null : scroller.current?.querySelector(`[data-lane="${CSS.escape(overLane)}"]`);
    row?.setAttribute('data-over', '');
    return () => row?.removeAttribute('data-over');
  }, [overLane, scroller]);

  function onKey(event: KeyboardEvent, focused: PlacedBlock | undefined): boolean {
    const { key, altKey } = event;
    if (drag && key === 'Escape') {
      setDrag(null);
      return true;
    }
    if (drag && key === 'Enter') {
      setDrag(null);
      const { block, home, lane, day, minute, conflicts } = drag;
      if (lane !== home) onDrop(block, lane, conflicts.get(lane.id) ?? []);
      else if (day !== block.departure.localDate || minute !== block.from) onMove(block, { day, minute });
      return true;
    }
    if (!altKey || !focused || !key.startsWith('Arrow') || !canReassign(focused.block.departure)) return false;
    const from = drag?.block.key === focused.block.key ? drag : null;
    const next = stepDrag(key, { ...focused, from }, options);
    if (next) setDrag(next);
    return true;
  }

  return { drag, onKey, cancel: () => setDrag(null) };
}

/** Returns the drag after an arrow key; null if the departure cannot move that way. */
function stepDrag(
  key: string,
  { block, lane: home, from }: PlacedBlock & { from: KeyboardDragState | null },
  { lanes, days, byHour, context }: Pick<KeyboardDragOptions, 'lanes' | 'days' | 'byHour' | 'context'>,
): KeyboardDragState | null {
  const { departure } = block;
  const initial: KeyboardDragState = {
    block,
    home,
    lane: home,
    day: departure.localDate,
    minute: block.from,
    conflicts: conflictsForAllGuides(context.plan, departure),
  };
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const targets = lanes.filter((lane) => lane.kind !== 'tour' || lane === home || lane.id === departure.tourId);
    const lane = targets[targets.indexOf(from?.lane ?? home) + (key === 'ArrowUp' ? -1 : 1)];
    return { ...initial, lane: lane ?? from?.lane ?? home };
  }
  // A departure that has left can change its guide but not its time.
  if (departure.status !== 'scheduled') return null;
  const by = key === 'ArrowLeft' ? -1 : 1;
  const day = from?.day ?? initial.day;
  const minute = from?.minute ?? initial.minute;
  const target = byHour
    ? { day, minute: Math.min(MINUTES_A_DAY - KEY_MINUTES, Math.max(0, minute + by * KEY_MINUTES)) }
    : { day: days.includes(addDays(day, by)) ? addDays(day, by) : day, minute };
  const minutes =
    (days.indexOf(target.day) - days.indexOf(initial.day)) * MINUTES_A_DAY + target.minute - initial.minute;
  return {
    ...initial,
    ...target,
    conflicts: conflictsForAllGuides(context.plan, shiftDeparture(departure, minutes)),
  };
}
