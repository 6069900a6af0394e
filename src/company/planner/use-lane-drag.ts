/** Dragging a departure to another lane by pointer, with announcements of the lane below it. */
import { useRef, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useDropText } from './drag-status.tsx';
import type { PlannerContext } from './planner-context.ts';
import { conflictsForAllGuides, type Block, type Lane, type PlacedBlock } from './planner-model.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

export interface LaneDrag {
  block: Block;
  /** Id of the lane that the departure comes from. */
  home: string;
  conflicts: ReadonlyMap<Uuid, readonly Conflict[]>;
}

export interface LaneDragOptions {
  scroller: RefObject<HTMLElement | null>;
  lanes: readonly Lane[];
  blocks: ReadonlyMap<string, PlacedBlock>;
  busy: ReadonlySet<Uuid>;
  context: PlannerContext;
  announce(text: string): void;
  onDrop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void;
}

/** Returns the drag in progress; null if there is none. */
export function useLaneDrag(options: LaneDragOptions): LaneDrag | null {
  const { scroller, lanes, blocks, busy, context, announce, onDrop } = options;
  const intl = useIntl();
  const dropText = useDropText(context);
  const [lifted, setLifted] = useState<LaneDrag | null>(null);
  const liftedRef = useRef<LaneDrag | null>(null);
  const lift = (drag: LaneDrag | null) => {
    liftedRef.current = drag;
    setLifted(drag);
  };
  const laneOf = (id: string | null) => lanes.find((lane) => lane.id === id);
  usePointerDrag(scroller, {
    onLift(key) {
      const entry = blocks.get(key);
      if (!entry || busy.has(entry.block.departure.id)) return false;
      const { block, lane } = entry;
      lift({ block, home: lane.id, conflicts: conflictsForAllGuides(context.plan, block.departure) });
      announce(
        intl.formatMessage({ id: 'planner.drag.lifted' }, { departure: context.departureName(block.departure) }),
      );
      return true;
    },
    onOver(id) {
      const lane = laneOf(id);
      if (lane && liftedRef.current) announce(dropText(lane, liftedRef.current));
    },
    onDrop(_, id) {
      const drag = liftedRef.current;
      const lane = laneOf(id);
      lift(null);
      if (drag && lane && (lane.kind !== 'tour' || lane.id === drag.block.departure.tourId))
        onDrop(drag.block, lane, drag.conflicts.get(lane.id) ?? []);
      else announce(intl.formatMessage({ id: 'planner.drag.back' }));
    },
  });
  return lifted;
}
