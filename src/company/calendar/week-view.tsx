/** Week as a grid of days and hours; departures are in the cell of their start hour. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { capitalise } from '../../lib/capitalise.ts';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { WIDE } from '../../ui/theme/breakpoints.ts';
import { tabular, type, visuallyHidden, weight } from '../../ui/theme/sizes.ts';
import { useRovingDay } from '../../ui/dates/use-roving-day.ts';
import { daysOf, rangeOf } from './calendar-range.ts';
import type { CalendarContext } from './calendar-context.ts';
import { dayLabel } from './day-label.ts';
import { dropTargetOf, type DropTarget } from './drag-state.ts';
import { DepartureButton, areAllSelected, selectableOptions } from './departure-button.tsx';
import { useDepartureGrid } from './use-departure-grid.tsx';
import type { Selection } from './use-selection.ts';

/** Hours that are always shown, as drop targets. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

const useStyles = makeStyles({
  grid: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed', userSelect: 'none' },
  hours: { width: '48px' },
  heading: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    padding: 0,
    backgroundColor: tokens.colorNeutralBackground2,
    textAlign: 'start',
    fontWeight: weight.regular,
  },
  day: {
    ...type.note,
    [`@media ${WIDE}`]: type.body,
    ...tabular,
    width: '100%',
    minHeight: '32px',
    padding: '4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: 'inherit',
    fontFamily: 'inherit',
    fontWeight: weight.bold,
    textAlign: 'start',
    cursor: 'pointer',
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  opened: { boxShadow: `inset 0 0 0 2px ${tokens.colorBrandStroke1}` },
  off: { ...type.note, display: 'block', fontWeight: weight.regular, color: tokens.colorNeutralForeground2 },
  today: { color: tokens.colorBrandForeground1 },
  hour: {
    ...type.note,
    ...tabular,
    padding: '4px 8px 4px 0',
    verticalAlign: 'top',
    textAlign: 'end',
    fontWeight: weight.regular,
    color: tokens.colorNeutralForeground3,
  },
  cell: {
    height: '32px',
    padding: '2px',
    verticalAlign: 'top',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '&[data-over]': { backgroundColor: tokens.colorBrandBackground2 },
  },
  list: { display: 'grid', gap: '2px' },
  hiddenHeading: visuallyHidden,
});

const rangeDays = (on: LocalDate) => daysOf(rangeOf('week', on));
const hourOf = (departure: CalendarDeparture, context: CalendarContext) =>
  Number(dropTargetOf(departure, context).time.slice(0, 2));

export interface WeekViewProps {
  on: LocalDate;
  opened: LocalDate | null;
  context: CalendarContext;
  selection: Selection;
  onGo(date: LocalDate): void;
  onDrop(departure: CalendarDeparture, to: DropTarget): void;
}

export function WeekView({ on, opened, context, selection, onGo, onDrop }: WeekViewProps) {
  const styles = useStyles();
  const intl = useIntl();
  const days = rangeDays(on);
  const roving = useRovingDay<HTMLTableElement>(on, { isIn: (date) => days.includes(date), onLeave: onGo });
  const { grid, note } = useDepartureGrid({ roving, context, selection, verticalStep: 'halfHour', onDrop });
  const week = useMemo(() => rangeDays(on).map((date) => ({ date, entries: withHours(date, context) })), [on, context]);
  return (
    <>
      <table
        ref={roving.gridRef}
        className={styles.grid}
        role="grid"
        aria-multiselectable={context.mayChange}
        aria-label={intl.formatMessage(
          { id: 'calendar.range' },
          { from: context.formats.day(days[0]!), to: context.formats.day(days.at(-1)!) },
        )}
        {...grid}
      >
        <colgroup>
          <col className={styles.hours} />
          <col span={7} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.hiddenHeading}>{intl.formatMessage({ id: 'calendar.sheet.time' })}</span>
            </th>
            {days.map((date) => (
              <DayHeading
                key={date}
                date={date}
                isOpened={date === opened}
                isTabStop={date === roving.tabStop}
                context={context}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {hoursOf(week).map((hour) => (
            <HourRow
              key={hour}
              hour={hour}
              week={week}
              tabStop={roving.tabStop}
              context={context}
              selected={selection.selected}
            />
          ))}
        </tbody>
      </table>
      {note}
    </>
  );
}

type Week = readonly { date: LocalDate; entries: readonly { hour: number; departure: CalendarDeparture }[] }[];

const withHours = (date: LocalDate, context: CalendarContext) =>
  context.departuresOn(date).map((departure) => ({ hour: hourOf(departure, context), departure }));

/** Returns the hours to show: the usual ones, and earlier or later ones that have departures. */
function hoursOf(week: Week): number[] {
  const usedHours = week.flatMap(({ entries }) => entries.map(({ hour }) => hour));
  const first = Math.min(FIRST_HOUR, ...usedHours);
  const last = Math.max(LAST_HOUR, ...usedHours);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

interface DayHeadingProps {
  date: LocalDate;
  isOpened: boolean;
  isTabStop: boolean;
  context: CalendarContext;
}

function DayHeading({ date, isOpened, isTabStop, context }: DayHeadingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const isToday = date === context.today;
  const day = context.formats.day(date);
  const dayOffText = context.dayOffText(date);
  return (
    <th scope="col" className={styles.heading}>
      <button
        type="button"
        className={mergeClasses(styles.day, isToday && styles.today, isOpened && styles.opened)}
        data-date={date}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={dayLabel(day, date, { context, intl })}
        {...(isToday ? { 'aria-current': 'date' as const } : {})}
      >
        {capitalise(day, context.formats.locale)}
        {dayOffText && (
          <span className={styles.off} aria-hidden>
            {dayOffText}
          </span>
        )}
      </button>
    </th>
  );
}

const formatHour = (hour: number, intl: IntlShape) =>
  intl.formatTime(Date.UTC(2000, 0, 1, hour), {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

interface HourRowProps {
  hour: number;
  week: Week;
  tabStop: LocalDate;
  context: CalendarContext;
  selected: Selection['selected'];
}

function HourRow({ hour, week, tabStop, context, selected }: HourRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <tr>
      <th scope="row" className={styles.hour}>
        {formatHour(hour, intl)}
      </th>
      {week.map(({ date, entries }) => {
        const cellDepartures = entries.filter((entry) => entry.hour === hour).map(({ departure }) => departure);
        return (
          <td
            key={date}
            className={styles.cell}
            data-drop={date}
            data-hour={hour}
            {...(context.mayChange ? { 'aria-selected': areAllSelected(cellDepartures, selected) } : {})}
          >
            {cellDepartures.length > 0 && (
              <div className={styles.list} {...selectableOptions(context, context.formats.date(date))}>
                {cellDepartures.map((departure) => (
                  <DepartureButton
                    key={departure.id}
                    departure={departure}
                    context={context}
                    isSelected={selected.has(departure.id)}
                    isTabStop={date === tabStop && departure === context.departuresOn(date)[0]}
                    layout="week"
                  />
                ))}
              </div>
            )}
          </td>
        );
      })}
    </tr>
  );
}
