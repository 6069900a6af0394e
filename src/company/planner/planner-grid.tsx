/** Planner as a grid (ARIA Authoring Practices): arrows move between departures and lanes, Enter assigns. */
import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { useScreenShortcuts, type ScreenShortcut } from '../../ui/commands/screen-shortcuts.ts';
import { DragStatus } from './drag-status.tsx';
import { gridEventHandlers, type GridActions } from './grid-events.ts';
import { buildFocusStops } from './grid-focus-stops.ts';
import { indexBlocks, UNASSIGNED, type Block, type Lane } from './planner-model.ts';
import { LaneRow } from './lane-row.tsx';
import { hourAxis, type Span } from './planner-time.ts';
import { PlannerHeader } from './planner-header.tsx';
import type { PlannerContext } from './planner-context.ts';
import { usePlannerStyles } from './planner-styles.ts';
import { useLaneDrag } from './use-lane-drag.ts';
import { useRenderedLanes } from './use-rendered-lanes.ts';
import { useKeyboardDrag } from './use-keyboard-drag.ts';
import { useGridFocusStops } from './use-grid-focus-stops.ts';

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

export interface PlannerGridProps extends GridActions {
  lanes: readonly Lane[];
  days: readonly LocalDate[];
  /** `day` uses a time axis, `week` a column per day. */
  view: 'day' | 'week';
  context: PlannerContext;
  busy: ReadonlySet<Uuid>;
  /** Whether a dialog is open; the focus returns when it closes. */
  covered: boolean;
  /** `lane` is a guide's, the unassigned one, or the departure's own tour. */
  onDrop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void;
  /** Dragged to another day or time; opens a dialog to confirm. */
  onMove(block: Block, to: { day: LocalDate; minute: number }): void;
  onSuggest(day: LocalDate): void;
  onDay(day: LocalDate): void;
}

export function PlannerGrid(props: PlannerGridProps) {
  const { lanes, days, view, context, busy, covered, onDrop, onMove, onSuggest, onDay } = props;
  const styles = usePlannerStyles();
  const intl = useIntl();
  useScreenShortcuts(KEYS);
  const scroller = useRef<HTMLDivElement>(null);
  const liveRegion = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => buildFocusStops(lanes, days), [lanes, days]);
  const stops = useGridFocusStops(scroller, rows);
  const renderedCount = useRenderedLanes(scroller, lanes, days);
  const blocks = useMemo(() => indexBlocks(lanes, days), [lanes, days]);
  const axis = useMemo(
    () => (view === 'day' ? hourAxis([...blocks.values()].map(({ block }) => block)) : null),
    [blocks, view],
  );
  useFocusAfterDialog(covered, stops.focus);
  const announce = (text: string) => {
    if (liveRegion.current) liveRegion.current.textContent = text;
  };
  const lifted = useLaneDrag({ scroller, lanes, blocks, busy, context, announce, onDrop });
  const keyboardDrag = useKeyboardDrag({ scroller, lanes, days, byHour: axis !== null, context, onDrop, onMove });
  const { drag } = keyboardDrag;
  const marked = lifted ?? (drag && { home: drag.home.id, conflicts: drag.conflicts });

  return (
    <div ref={scroller} className={styles.scroller} style={axis ? lanesWidth(axis) : undefined}>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: 'planner.grid' })}
        {...gridEventHandlers({ lanes, blocks, axis, stops, keyboardDrag }, props)}
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
      <DragStatus drag={drag} context={context} />
      {context.plan.guides.length === 0 && (
        <p className={styles.none}>
          <FormattedMessage id="planner.noLanes" />
        </p>
      )}
    </div>
  );
}

const lanesWidth = ({ from, to }: Span) =>
  ({ '--lanesWidth': `${((to - from) / 60) * HOUR_WIDTH_PX}px` }) as CSSProperties;

/** Restores the focus after a dialog, even if the departure has left its lane. */
function useFocusAfterDialog(covered: boolean, focus: () => void): void {
  const wasCovered = useRef(false);
  useEffect(() => {
    if (wasCovered.current && !covered) focus();
    wasCovered.current = covered;
  }, [covered, focus]);
}
