/** Planner as a grid (ARIA Authoring Practices): arrows move between departures and lanes, Enter assigns. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useScreenShortcuts, type ScreenShortcut } from '../../ui/commands/screen-shortcuts.ts';
import { buildFocusStops } from './grid-focus-stops.ts';
import { conflictsForAllGuides, UNASSIGNED, type Block, type Lane } from './planner-model.ts';
import { LaneRow } from './lane-row.tsx';
import { hourAxis, quarterHourAt } from './planner-time.ts';
import { PlannerHeader } from './planner-header.tsx';
import type { EmptySlot, PlannerContext } from './planner-context.ts';
import { usePlannerStyles } from './planner-styles.ts';
import { useRenderedLanes } from './use-rendered-lanes.ts';
import { useKeyboardDrag } from './use-keyboard-drag.ts';
import { useGridFocusStops } from './use-grid-focus-stops.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

const KEYS: readonly ScreenShortcut[] = [
  { keys: ['←', '→', '↑', '↓'], text: 'planner.keys.move' },
  { keys: ['Home', 'End'], text: 'planner.keys.ends' },
  { keys: ['Enter'], text: 'planner.keys.assign' },
  { keys: ['Alt', '↑', '↓'], text: 'planner.keys.carry' },
  { keys: ['Alt', '←', '→'], text: 'planner.keys.time' },
  { keys: ['+'], text: 'planner.keys.add' },
  { keys: ['Delete'], text: 'planner.keys.off' },
  { keys: ['Page Up', 'Page Down'], text: 'planner.keys.period' },
];

/** Minimum pixels per hour. */
const HOUR_WIDTH_PX = 64;

export interface PlannerGridProps {
  lanes: readonly Lane[];
  days: readonly LocalDate[];
  /** `day` uses a time axis, `week` a column per day. */
  view: 'day' | 'week';
  context: PlannerContext;
  busy: ReadonlySet<Uuid>;
  /** Whether a dialog is open; the focus returns when it closes. */
  covered: boolean;
  onOpen(block: Block): void;
  onUnassign(block: Block): void;
  onAdd(slot: EmptySlot): void;
  /** `lane` is a guide's, the unassigned one, or the departure's own tour. */
  onDrop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void;
  /** Dragged to another day or time; opens a dialog to confirm. */
  onMove(block: Block, to: { day: LocalDate; minute: number }): void;
  onSuggest(day: LocalDate): void;
  onDay(day: LocalDate): void;
  onStep(by: -1 | 1): void;
}

interface Lifted {
  block: Block;
  home: string;
  conflicts: ReadonlyMap<Uuid, readonly Conflict[]>;
}

export function PlannerGrid(props: PlannerGridProps) {
  const {
    lanes,
    days,
    view,
    context,
    busy,
    covered,
    onOpen,
    onUnassign,
    onAdd,
    onDrop,
    onMove,
    onSuggest,
    onDay,
    onStep,
  } = props;
  const styles = usePlannerStyles();
  const intl = useIntl();
  useScreenShortcuts(KEYS);
  const scroller = useRef<HTMLDivElement>(null);
  const liveRegion = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const rows = useMemo(() => buildFocusStops(lanes, days), [lanes, days]);
  const stops = useGridFocusStops(scroller, rows);
  const renderedCount = useRenderedLanes(scroller, lanes, days);
  const blocks = useMemo(() => {
    const byKey = new Map<string, { block: Block; lane: Lane }>();
    for (const lane of lanes)
      for (const day of days) for (const block of lane.days.get(day) ?? []) byKey.set(block.key, { block, lane });
    return byKey;
  }, [lanes, days]);
  const axis = useMemo(
    () => (view === 'day' ? hourAxis([...blocks.values()].map(({ block }) => block)) : null),
    [blocks, view],
  );

  // Restores the focus after a dialog, even if the departure has left its lane.
  const { focus } = stops;
  const wasCovered = useRef(false);
  useEffect(() => {
    if (wasCovered.current && !covered) focus();
    wasCovered.current = covered;
  }, [covered, focus]);

  const announce = (text: string) => {
    if (liveRegion.current) liveRegion.current.textContent = text;
  };
  const laneOf = (id: string) => lanes.find((lane) => lane.id === id);
  /** Returns the announcement for the lane below the dragged departure. */
  const dropText = (lane: Lane, of: Pick<Lifted, 'block' | 'conflicts'>) => {
    const conflicts = of.conflicts.get(lane.id) ?? [];
    const name = context.laneName(lane);
    if (lane.kind === 'unassigned') return name;
    if (lane.kind === 'tour') {
      const isOwnTour = lane.id === of.block.departure.tourId;
      return intl.formatMessage({ id: isOwnTour ? 'planner.drag.choose' : 'planner.drag.otherTour' }, { name });
    }
    if (conflicts.length === 0) return intl.formatMessage({ id: 'planner.drag.free' }, { name });
    return intl.formatMessage(
      { id: 'planner.drag.conflicts' },
      { name, reasons: context.formats.list(conflicts.map(context.says)) },
    );
  };

  const liftedRef = useRef<Lifted | null>(null);
  usePointerDrag(scroller, {
    onLift(key) {
      const entry = blocks.get(key);
      if (!entry || busy.has(entry.block.departure.id)) return false;
      liftedRef.current = {
        block: entry.block,
        home: entry.lane.id,
        conflicts: conflictsForAllGuides(context.plan, entry.block.departure),
      };
      setLifted(liftedRef.current);
      announce(
        intl.formatMessage({ id: 'planner.drag.lifted' }, { departure: context.departureName(entry.block.departure) }),
      );
      return true;
    },
    onOver(id) {
      const lane = id === null ? undefined : laneOf(id);
      if (lane && liftedRef.current) announce(dropText(lane, liftedRef.current));
    },
    onDrop(_, id) {
      const of = liftedRef.current;
      liftedRef.current = null;
      setLifted(null);
      const lane = id === null ? undefined : laneOf(id);
      if (of && lane && (lane.kind !== 'tour' || lane.id === of.block.departure.tourId))
        onDrop(of.block, lane, of.conflicts.get(lane.id) ?? []);
      else announce(intl.formatMessage({ id: 'planner.drag.back' }));
    },
  });

  const keyboardDrag = useKeyboardDrag({ scroller, lanes, days, byHour: axis !== null, context, onDrop, onMove });
  const { drag } = keyboardDrag;
  const dragValues = drag && {
    departure: context.departureName(drag.block.departure),
    to:
      drag.lane !== drag.home
        ? dropText(drag.lane, drag)
        : joinWithDots(
            `${context.formats.day(drag.day)}, ${context.clock(drag.minute)}`,
            drag.home.guide && dropText(drag.home, drag),
          ),
  };
  const marked = lifted ?? (drag && { home: drag.home.id, conflicts: drag.conflicts });

  function slotAt(target: Element, clientX: number | null): EmptySlot | null {
    const cell = target.closest<HTMLElement>('[data-place]');
    const lane = laneOf(cell?.closest<HTMLElement>('[data-lane]')?.dataset['lane'] ?? '');
    if (!cell || !lane) return null;
    const box = cell.getBoundingClientRect();
    return {
      day: cell.dataset['place']!,
      minute: axis && clientX !== null ? quarterHourAt((clientX - box.left) / box.width, axis) : null,
      tourId: lane.kind === 'tour' ? lane.id : null,
      guide: lane.guide && { id: lane.guide.id, name: lane.guide.name },
    };
  }

  function onClick({ target, clientX }: MouseEvent): void {
    const element = target as Element;
    const block = blocks.get(element.closest<HTMLElement>('button[data-stop]')?.dataset['stop'] ?? '');
    const empty = !block ? slotAt(element, clientX) : null;
    if (block) onOpen(block.block);
    else if (empty) onAdd(empty);
  }

  function onKeyDown(event: KeyboardEvent): void {
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
    else if (event.key === '+' || (event.key === 'Enter' && !block)) onAdd(slotAt(element, null)!);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={
        axis
          ? ({ '--lanesWidth': `${((axis.to - axis.from) / 60) * HOUR_WIDTH_PX}px` } as React.CSSProperties)
          : undefined
      }
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: 'planner.grid' })}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={keyboardDrag.leave}
        onFocus={({ target }) => {
          const key = (target as HTMLElement).dataset['stop'];
          if (key !== undefined) stops.onFocus(key);
        }}
      >
        <PlannerHeader days={days} axis={axis} context={context} onDay={onDay} onSuggest={onSuggest} />
        {lanes.map((lane, row) => (
          <LaneRow
            key={lane.id}
            lane={lane}
            days={days}
            isRendered={row < renderedCount}
            axis={axis}
            context={context}
            stop={rows[row]!.some(({ key }) => key === stops.stop) ? stops.stop : null}
            busy={busy}
            conflicts={
              marked && lane.id !== marked.home && lane.id !== UNASSIGNED
                ? (marked.conflicts.get(lane.id) ?? null)
                : null
            }
          />
        ))}
      </div>
      <div ref={liveRegion} role="status" className={styles.hiddenText} />
      <div role="status">
        {dragValues && (
          <p className={styles.dragHint}>
            <span>
              <FormattedMessage id="planner.moving" values={dragValues} />
            </span>
            <span className={styles.keys}>
              <FormattedMessage id="planner.moving.keys" />
            </span>
          </p>
        )}
      </div>
      {lanes.length <= 1 && (
        <p className={styles.none}>
          <FormattedMessage id="planner.noLanes" />
        </p>
      )}
    </div>
  );
}
