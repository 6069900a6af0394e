/**
 * A lane's cell for one day: departures stacked in the week view, along a time axis in the day view. Shading is also
 * described in text.
 */
import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { cellKey, MINUTES_A_DAY, type Block, type Lane } from './planner-model.ts';
import { timeOffOn, closedSpans, percentOf, stackRows, type TimeOffOnDay, type Span } from './planner-time.ts';
import type { PlannerContext } from './planner-context.ts';
import { usePlannerStyles } from './planner-styles.ts';

export interface CellProps {
  lane: Lane;
  day: LocalDate;
  context: PlannerContext;
  isStop: boolean;
  renderBlock(block: Block, position?: { left: number; width: number; top: number }): ReactNode;
}

/** Pixels of a row of blocks, and of the text of time off above the rows. */
const [ROW_HEIGHT, TIME_OFF_HEIGHT] = [64, 20];
const WHOLE_DAY: Span = { from: 0, to: MINUTES_A_DAY };
const isWholeDay = ({ from, to }: Span) => from === 0 && to === MINUTES_A_DAY;
const NONE: readonly Block[] = [];

function useCell({ lane, day, context, isStop }: CellProps) {
  const styles = usePlannerStyles();
  const intl = useIntl();
  const blocks = lane.days.get(day) ?? NONE;
  const closed = lane.guide ? closedSpans(lane.guide.hours, day) : [];
  const timeOff = lane.guide ? timeOffOn(lane.guide.timeOff, { day, zone: context.plan.timeZone }) : [];
  const timeOffText = (entry: TimeOffOnDay) =>
    joinWithDots(
      isWholeDay(entry)
        ? intl.formatMessage({ id: 'planner.away' })
        : intl.formatMessage(
            { id: 'planner.awayFor' },
            { from: context.clock(entry.from), to: context.clock(entry.to) },
          ),
      entry.note,
    );
  const isClosed = closed.some(isWholeDay);
  const label = joinWithDots(
    context.formats.day(day),
    intl.formatMessage({ id: 'planner.nothing' }),
    ...timeOff.map(timeOffText),
    isClosed && intl.formatMessage({ id: 'planner.closed' }),
  );
  // An empty cell is focusable itself; otherwise its blocks are.
  const attributes =
    blocks.length > 0
      ? { 'data-place': day }
      : { 'data-place': day, 'data-stop': cellKey(lane.id, day), tabIndex: isStop ? 0 : -1, 'aria-label': label };
  return { styles, blocks, closed, timeOff, timeOffText, isClosed, attributes: { ...attributes, role: 'gridcell' } };
}

export function WeekCell(props: CellProps) {
  const { styles, blocks, closed, timeOff, timeOffText, isClosed, attributes } = useCell(props);
  return (
    <div
      {...attributes}
      className={mergeClasses(
        styles.cell,
        styles.stack,
        styles.stop,
        styles.addable,
        isClosed && styles.closed,
        timeOff.some(isWholeDay) && styles.timeOff,
      )}
    >
      {!isClosed && closed.length > 0 && (
        <div className={styles.strip} aria-hidden>
          {closed.map((span) => (
            <Shade key={span.from} span={span} axis={WHOLE_DAY} className={styles.closed} />
          ))}
        </div>
      )}
      {timeOff.map((entry) => (
        <span key={entry.id} className={styles.timeOffText} title={timeOffText(entry)}>
          {timeOffText(entry)}
        </span>
      ))}
      {blocks.map((block) => props.renderBlock(block))}
    </div>
  );
}

export function DayBand(props: CellProps & { axis: Span }) {
  const { axis } = props;
  const { styles, blocks, closed, timeOff, timeOffText, attributes } = useCell(props);
  const { rows, count } = stackRows(blocks);
  const above = timeOff.length > 0 ? TIME_OFF_HEIGHT : 0;
  const hours = Array.from({ length: (axis.to - axis.from) / 60 - 1 }, (_, at) => axis.from + (at + 1) * 60);
  return (
    <div
      {...attributes}
      className={mergeClasses(styles.cell, styles.band, styles.stop, styles.addable)}
      style={{ height: `${count * ROW_HEIGHT + above}px` }}
    >
      {hours.map((minute) => (
        <span key={minute} className={styles.line} style={{ left: `${percentOf(minute, axis)}%` }} aria-hidden />
      ))}
      {closed.map((span) => (
        <Shade key={span.from} span={span} axis={axis} className={styles.closed} />
      ))}
      {timeOff.map((entry) => (
        <Shade key={entry.id} span={entry} axis={axis} className={mergeClasses(styles.timeOff, styles.timeOffText)}>
          {timeOffText(entry)}
        </Shade>
      ))}
      {blocks.map((block, at) => {
        const left = percentOf(block.from, axis);
        return props.renderBlock(block, {
          left,
          width: percentOf(block.to, axis) - left,
          top: 2 + rows[at]! * ROW_HEIGHT + above,
        });
      })}
    </div>
  );
}

function Shade(props: { span: Span; axis: Span; className: string; children?: ReactNode }) {
  const { span, axis, className, children } = props;
  const styles = usePlannerStyles();
  const left = percentOf(span.from, axis);
  const width = percentOf(span.to, axis) - left;
  if (width <= 0) return null;
  return (
    <span className={mergeClasses(styles.shade, className)} style={{ left: `${left}%`, width: `${width}%` }}>
      {children}
    </span>
  );
}
