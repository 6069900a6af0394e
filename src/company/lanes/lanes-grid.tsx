/** The lanes as a grid (ARIA Authoring Practices): arrows go from departure to departure and from lane to lane, Enter assigns. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { useScreenKeys, type ScreenKey } from '../../ui/commands/screen-keys.ts';
import { stopsOf } from './grid-stops.ts';
import { againstAll, UNASSIGNED, type Block, type Lane } from './lane-model.ts';
import { LaneRow } from './lane-row.tsx';
import { axisOf, minuteAt } from './lane-time.ts';
import { LanesHead } from './lanes-head.tsx';
import type { EmptyPlace, LanesScope } from './lanes-scope.ts';
import { useLanesStyles } from './lanes-styles.ts';
import { useDrawnLanes } from './use-drawn-lanes.ts';
import { useLaneCarry } from './use-lane-carry.ts';
import { useGridStops } from './use-grid-stops.ts';
import { useLaneDrag } from './use-lane-drag.ts';

const KEYS: readonly ScreenKey[] = [
  { keys: ['←', '→', '↑', '↓'], text: 'lanes.keys.move' },
  { keys: ['Home', 'End'], text: 'lanes.keys.ends' },
  { keys: ['Enter'], text: 'lanes.keys.assign' },
  { keys: ['Alt', '↑', '↓'], text: 'lanes.keys.carry' },
  { keys: ['Alt', '←', '→'], text: 'lanes.keys.time' },
  { keys: ['+'], text: 'lanes.keys.add' },
  { keys: ['Delete'], text: 'lanes.keys.off' },
  { keys: ['Page Up', 'Page Down'], text: 'lanes.keys.period' },
];

/** Pixels of an hour, at least. */
const HOUR = 64;

export interface LanesGridProps {
  lanes: readonly Lane[];
  days: readonly LocalDate[];
  /** One day along its hours, or days beside each other. */
  view: 'day' | 'week';
  scope: LanesScope;
  busy: ReadonlySet<Uuid>;
  /** Whether something is open over it: when that closes, the focus comes back to where it was. */
  covered: boolean;
  onOpen(block: Block): void;
  onOff(block: Block): void;
  onAdd(place: EmptyPlace): void;
  /** `lane`: of a guide, the unassigned one, or its own tour's. */
  onDrop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void;
  /** Carried to another day or time: it asks first. */
  onMove(block: Block, to: { day: LocalDate; minute: number }): void;
  onSuggest(day: LocalDate): void;
  onDay(day: LocalDate): void;
  onStep(by: -1 | 1): void;
}

interface Lifted {
  block: Block;
  home: string;
  against: ReadonlyMap<Uuid, readonly Conflict[]>;
}

export function LanesGrid(props: LanesGridProps) {
  const { lanes, days, view, scope, busy, covered, onOpen, onOff, onAdd, onDrop, onMove, onSuggest, onDay, onStep } =
    props;
  const styles = useLanesStyles();
  const intl = useIntl();
  useScreenKeys(KEYS);
  const place = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const rows = useMemo(() => stopsOf(lanes, days), [lanes, days]);
  const stops = useGridStops(place, rows);
  const drawn = useDrawnLanes(place, lanes, days);
  const blocks = useMemo(() => {
    const found = new Map<string, { block: Block; lane: Lane }>();
    for (const lane of lanes)
      for (const day of days) for (const block of lane.days.get(day) ?? []) found.set(block.key, { block, lane });
    return found;
  }, [lanes, days]);
  const axis = useMemo(
    () => (view === 'day' ? axisOf([...blocks.values()].map(({ block }) => block)) : null),
    [blocks, view],
  );

  // What was opened from here gives the focus back, even where the departure has left its lane meanwhile.
  const { focus } = stops;
  const wasCovered = useRef(false);
  useEffect(() => {
    if (wasCovered.current && !covered) focus();
    wasCovered.current = covered;
  }, [covered, focus]);

  const tell = (text: string) => {
    if (said.current) said.current.textContent = text;
  };
  const laneOf = (id: string) => lanes.find((lane) => lane.id === id);
  /** What is said of a lane under what is dragged. */
  const verdict = (lane: Lane, of: Pick<Lifted, 'block' | 'against'>) => {
    const conflicts = of.against.get(lane.id) ?? [];
    const name = scope.laneName(lane);
    if (lane.kind === 'unassigned') return name;
    if (lane.kind === 'tour') {
      const isOwn = lane.id === of.block.departure.tourId;
      return intl.formatMessage({ id: isOwn ? 'lanes.drag.choose' : 'lanes.drag.otherTour' }, { name });
    }
    if (conflicts.length === 0) return intl.formatMessage({ id: 'lanes.drag.free' }, { name });
    return intl.formatMessage(
      { id: 'lanes.drag.against' },
      { name, reasons: scope.formats.list(conflicts.map(scope.says)) },
    );
  };

  const held = useRef<Lifted | null>(null);
  useLaneDrag(place, {
    onLift(key) {
      const found = blocks.get(key);
      if (!found || busy.has(found.block.departure.id)) return false;
      held.current = {
        block: found.block,
        home: found.lane.id,
        against: againstAll(scope.plan, found.block.departure),
      };
      setLifted(held.current);
      tell(intl.formatMessage({ id: 'lanes.drag.lifted' }, { departure: scope.called(found.block.departure) }));
      return true;
    },
    onOver(id) {
      const lane = id === null ? undefined : laneOf(id);
      if (lane && held.current) tell(verdict(lane, held.current));
    },
    onDrop(_, id) {
      const of = held.current;
      held.current = null;
      setLifted(null);
      const lane = id === null ? undefined : laneOf(id);
      if (of && lane && (lane.kind !== 'tour' || lane.id === of.block.departure.tourId))
        onDrop(of.block, lane, of.against.get(lane.id) ?? []);
      else tell(intl.formatMessage({ id: 'lanes.drag.back' }));
    },
  });

  const carry = useLaneCarry({ place, lanes, days, byHour: axis !== null, scope, onDrop, onMove });
  const { carried } = carry;
  const carriedWords = carried && {
    departure: scope.called(carried.block.departure),
    to:
      carried.lane !== carried.home
        ? verdict(carried.lane, carried)
        : joinFacts(
            `${scope.formats.day(carried.day)}, ${scope.clock(carried.minute)}`,
            carried.home.guide && verdict(carried.home, carried),
          ),
  };
  const marked = lifted ?? (carried && { home: carried.home.id, against: carried.against });

  function placeAt(target: Element, clientX: number | null): EmptyPlace | null {
    const cell = target.closest<HTMLElement>('[data-place]');
    const lane = laneOf(cell?.closest<HTMLElement>('[data-lane]')?.dataset['lane'] ?? '');
    if (!cell || !lane) return null;
    const box = cell.getBoundingClientRect();
    return {
      day: cell.dataset['place']!,
      minute: axis && clientX !== null ? minuteAt((clientX - box.left) / box.width, axis) : null,
      tourId: lane.kind === 'tour' ? lane.id : null,
      guide: lane.guide && { id: lane.guide.id, name: lane.guide.name },
    };
  }

  function onClick({ target, clientX }: MouseEvent): void {
    const element = target as Element;
    const block = blocks.get(element.closest<HTMLElement>('button[data-stop]')?.dataset['stop'] ?? '');
    const empty = !block ? placeAt(element, clientX) : null;
    if (block) onOpen(block.block);
    else if (empty) onAdd(empty);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const element = event.target as Element;
    if (!element.matches('[data-stop]')) return;
    const found = blocks.get((element as HTMLElement).dataset['stop']!);
    if (carry.onKey(event, found)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (stops.onKey(event)) return;
    const block = found?.block;
    if (event.key === 'PageUp' || event.key === 'PageDown') onStep(event.key === 'PageUp' ? -1 : 1);
    else if (event.key === 'Delete' && block?.guide) onOff(block);
    else if (event.key === '+' || (event.key === 'Enter' && !block)) onAdd(placeAt(element, null)!);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={place}
      className={styles.scroller}
      style={axis ? ({ '--lanesWidth': `${((axis.to - axis.from) / 60) * HOUR}px` } as React.CSSProperties) : undefined}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: 'lanes.grid' })}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={carry.leave}
        onFocus={({ target }) => {
          const key = (target as HTMLElement).dataset['stop'];
          if (key !== undefined) stops.onFocus(key);
        }}
      >
        <LanesHead days={days} axis={axis} scope={scope} onDay={onDay} onSuggest={onSuggest} />
        {lanes.map((lane, row) => (
          <LaneRow
            key={lane.id}
            lane={lane}
            days={days}
            isDrawn={row < drawn}
            axis={axis}
            scope={scope}
            stop={rows[row]!.some(({ key }) => key === stops.stop) ? stops.stop : null}
            busy={busy}
            against={
              marked && lane.id !== marked.home && lane.id !== UNASSIGNED ? (marked.against.get(lane.id) ?? null) : null
            }
          />
        ))}
      </div>
      <div ref={said} role="status" className={styles.said} />
      <div role="status">
        {carriedWords && (
          <p className={styles.carried}>
            <span>
              <FormattedMessage id="lanes.carried" values={carriedWords} />
            </span>
            <span className={styles.keys}>
              <FormattedMessage id="lanes.carried.keys" />
            </span>
          </p>
        )}
      </div>
      {lanes.length <= 1 && (
        <p className={styles.none}>
          <FormattedMessage id="lanes.noLanes" />
        </p>
      )}
    </div>
  );
}
