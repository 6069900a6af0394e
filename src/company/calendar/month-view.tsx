/** Month as a grid of days (ARIA Authoring Practices): arrows move by day, Page keys by month, Enter opens the day. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { monthOf, weekdayOf, weeksOf } from '../../lib/month-grid.ts';
import { type } from '../../ui/theme/sizes.ts';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { useRovingDay } from '../../ui/dates/use-roving-day.ts';
import type { CalendarContext } from './calendar-context.ts';
import type { DropTarget } from './drag-state.ts';
import { MonthDay, MAX_VISIBLE_DEPARTURES } from './month-day.tsx';
import { useDepartureGrid } from './use-departure-grid.tsx';
import type { Selection } from './use-selection.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';

/** Keys of the rows. */
const WEEKS = [0, 1, 2, 3, 4, 5] as const;

const useStyles = makeStyles({
  grid: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed', userSelect: 'none' },
  weekday: {
    ...type.note,
    padding: '4px 8px',
    [`@media ${PHONE}`]: { padding: '4px 2px', textAlign: 'center' },
    textAlign: 'start',
    color: tokens.colorNeutralForeground3,
  },
});

export interface MonthViewProps {
  on: LocalDate;
  opened: LocalDate | null;
  context: CalendarContext;
  selection: Selection;
  /** Shows the month of a day that was reached by keyboard. */
  onGo(date: LocalDate): void;
  onDrop(departure: CalendarDeparture, to: DropTarget): void;
}

export function MonthView({ on, opened, context, selection, onGo, onDrop }: MonthViewProps) {
  const styles = useStyles();
  const intl = useIntl();
  const month = monthOf(on);
  const isPhone = useMediaQuery(PHONE);
  const roving = useRovingDay<HTMLTableElement>(on, { isIn: (date) => monthOf(date) === month, onLeave: onGo });
  const { firstLineOf, onReveal } = useScrolledDay(context);
  const { grid, note } = useDepartureGrid({ roving, context, selection, verticalStep: 'week', onDrop, onReveal });
  const weeks = weeksOf(month);
  const weekday = (date: LocalDate, length: 'long' | 'short') =>
    intl.formatDate(`${date}T12:00:00Z`, { timeZone: 'UTC', weekday: length });
  return (
    <>
      <table
        ref={roving.gridRef}
        className={styles.grid}
        role="grid"
        aria-multiselectable={context.mayChange}
        aria-label={formatMonth(intl, month)}
        {...grid}
      >
        <thead>
          <tr>
            {weeks[0]!.map((date) => (
              <th key={date} scope="col" className={styles.weekday} abbr={weekday(date, 'long')}>
                {weekday(date, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* Keyed by position: updating the cells in place costs half of mounting them for another month. */}
          {WEEKS.slice(0, weeks.length).map((row) => (
            <tr key={row}>
              {weeks[row]!.map((date) => (
                <MonthDay
                  key={weekdayOf(date)}
                  date={date}
                  departures={context.departuresOn(date)}
                  selected={selection.selected}
                  context={context}
                  isOutside={monthOf(date) !== month}
                  isOpened={date === opened}
                  isTabStop={date === roving.tabStop}
                  isShort={isPhone}
                  from={firstLineOf(date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note}
    </>
  );
}

/** Keeps the first visible line of a full day, moved by keyboard navigation. */
function useScrolledDay(context: CalendarContext) {
  const [scrolled, setScrolled] = useState<{ date: LocalDate; from: number } | null>(null);
  const onReveal = useCallback(
    ({ id, localDate: date }: CalendarDeparture) => {
      // Only called for hidden departures. The last line says how many are hidden.
      const index = context.departuresOn(date).findIndex((departure) => departure.id === id);
      setScrolled((before) => {
        const from = before?.date === date ? before.from : 0;
        return { date, from: index < from ? index : index - MAX_VISIBLE_DEPARTURES + 2 };
      });
    },
    [context],
  );
  return { firstLineOf: (date: LocalDate) => (scrolled?.date === date ? scrolled.from : 0), onReveal };
}
