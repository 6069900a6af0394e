/** One lane: heading, shading and departures, by day or along the hours of one day. */
import { mergeClasses } from '@fluentui/react-components';
import { CheckmarkCircleFilled, WarningFilled } from '@fluentui/react-icons';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { railColour } from '../../ui/theme/rail-colours.ts';
import { LaneBlock } from './lane-block.tsx';
import { DayBand, WeekCell, type CellProps } from './lane-cells.tsx';
import { cellKey, type Lane } from './planner-model.ts';
import { toHours, type Span } from './planner-time.ts';
import type { PlannerContext } from './planner-context.ts';
import { usePlannerStyles } from './planner-styles.ts';
import { inSentenceCase } from '../../lib/capitalise.ts';

export interface LaneRowProps {
  lane: Lane;
  days: readonly LocalDate[];
  /** If false, only the heading is rendered; the departures of lanes out of view follow later. */
  isRendered: boolean;
  /** Time axis of the day view; null in the week view. */
  axis: Span | null;
  context: PlannerContext;
  /** Tab stop of the grid, if it is in this lane. */
  stop: string | null;
  busy: ReadonlySet<string>;
  /** Conflicts of dropping the dragged departure here; null without a drag, in its own lane, and without a guide. */
  conflicts: readonly Conflict[] | null;
}

export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { lane, days, isRendered, axis, context, stop, busy, conflicts } = props;
  const styles = usePlannerStyles();
  const name = context.laneName(lane);
  const renderBlock: CellProps['renderBlock'] = (item, position) => (
    <LaneBlock
      key={item.key}
      block={item}
      laneKind={lane.kind}
      context={context}
      isStop={stop === item.key}
      isBusy={busy.has(item.departure.id)}
      {...(position ? { position } : {})}
    />
  );
  return (
    <div
      role="row"
      data-lane={lane.id}
      className={mergeClasses(
        styles.row,
        axis ? styles.day : styles.week,
        styles.target,
        lane.kind === 'unassigned' && styles.unassigned,
        conflicts !== null && (conflicts.length > 0 ? styles.conflicting : styles.free),
      )}
    >
      <div role="rowheader" className={styles.head}>
        {lane.kind === 'tour' && (
          <span className={styles.rail} style={{ backgroundColor: railColour(context.colour(lane.id)) }} />
        )}
        <span className={styles.name} title={name}>
          {name}
        </span>
        <LaneFact lane={lane} days={days} context={context} conflicts={conflicts} />
      </div>
      {isRendered &&
        days.map((day) => {
          const cell: CellProps = {
            lane,
            day,
            context,
            isStop: stop === cellKey(lane.id, day),
            renderBlock,
          };
          return axis ? <DayBand key={day} {...cell} axis={axis} /> : <WeekCell key={day} {...cell} />;
        })}
    </div>
  );
});

function LaneFact({ lane, days, context, conflicts }: Pick<LaneRowProps, 'lane' | 'days' | 'context' | 'conflicts'>) {
  const styles = usePlannerStyles();
  const intl = useIntl();
  if (conflicts !== null)
    return (
      <span className={styles.fact} data-fact>
        {conflicts.length > 0 ? <WarningFilled aria-hidden /> : <CheckmarkCircleFilled aria-hidden />}
        <span title={conflicts.map(context.conflictSentence).join(' · ')}>
          {conflicts.length > 0
            ? inSentenceCase([...new Set(conflicts.map(context.conflictLabel))], context.formats.locale).join(', ')
            : intl.formatMessage({ id: 'planner.free' })}
        </span>
      </span>
    );
  const count = days.reduce((sum, day) => sum + (lane.days.get(day)?.length ?? 0), 0);
  return (
    <span className={styles.fact} data-fact>
      <span>
        {lane.guide
          ? intl.formatMessage({ id: 'planner.load' }, { hours: toHours(lane.guide.minutes) })
          : intl.formatMessage({ id: 'planner.departures' }, { count })}
      </span>
    </span>
  );
}
