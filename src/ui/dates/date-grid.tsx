/**
 * A month from which to choose a day, by pointer, touch or keys (ARIA Authoring Practices, date grid). Shared by the
 * app and the guest pages, so it does not use Fluent UI.
 */
import type { ReactNode } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { addMonths, lastDayOf, monthOf, weeksOf } from '../../lib/month-grid.ts';
import styles from './date-grid.module.css';
import { useRovingDay } from './use-roving-day.ts';

export interface DayDetails {
  /** Added to the accessible name after the date: "12 places at 10:00 and 14:00". */
  description?: string;
  /** Shown below the number. */
  note?: ReactNode;
  disabled?: boolean;
}

export interface DateGridProps {
  /** As `YYYY-MM`. */
  month: string;
  selected: LocalDate | null;
  today: LocalDate;
  /** Days outside of these can be read but not chosen. */
  from?: LocalDate;
  to?: LocalDate;
  detailsOf?(date: LocalDate): DayDetails | undefined;
  onMonthChange(month: string): void;
  onSelect(date: LocalDate): void;
}

const within = (date: string, { from, to }: Pick<DateGridProps, 'from' | 'to'>) =>
  (from === undefined || date >= from) && (to === undefined || date <= to);

const formatDay = (intl: IntlShape, date: LocalDate, options: Intl.DateTimeFormatOptions) =>
  intl.formatDate(`${date}T12:00:00Z`, { ...options, timeZone: 'UTC' });

/** Limits navigation to the months with selectable days, but always allows going back towards them. */
const isReachable = (other: string, month: string, { from, to }: Pick<DateGridProps, 'from' | 'to'>) =>
  other < month ? within(lastDayOf(other), { from }) : within(`${other}-01`, { to });

export function DateGrid(props: DateGridProps) {
  const { month, selected, today, from, to, detailsOf, onMonthChange, onSelect } = props;
  const intl = useIntl();
  const inMonth = (date: LocalDate) => monthOf(date) === month;
  const mayShow = (other: string) => isReachable(other, month, { from, to });
  const start = [selected, today].find((date) => date !== null && inMonth(date)) ?? `${month}-01`;
  const { gridRef, tabStop, moveTo, onKeyDown } = useRovingDay<HTMLTableElement>(start, {
    isIn: inMonth,
    onLeave: (date) => onMonthChange(monthOf(date)),
    canMoveTo: (date) => inMonth(date) || mayShow(monthOf(date)),
  });

  const limitedDetailsOf = (date: LocalDate): DayDetails =>
    within(date, props) ? (detailsOf?.(date) ?? {}) : { disabled: true };

  function choose(date: LocalDate): void {
    moveTo(date);
    if (!limitedDetailsOf(date).disabled) onSelect(date);
  }

  const title = formatDay(intl, `${month}-01`, { month: 'long', year: 'numeric' });
  const weeks = weeksOf(month);
  const monthButton = (by: -1 | 1) => {
    const other = addMonths(month, by);
    return <MonthButton by={by} disabled={!mayShow(other)} onClick={() => onMonthChange(other)} />;
  };

  return (
    <div className={styles['grid']}>
      <div className={styles['head']}>
        {monthButton(-1)}
        <h3 className={styles['month']} aria-live="polite">
          {title}
        </h3>
        {monthButton(1)}
      </div>
      <table ref={gridRef} className={styles['table']} role="grid" aria-label={title} onKeyDown={onKeyDown}>
        <thead>
          <WeekdayRow week={weeks[0]!} />
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => {
                // Availability is read by month, so days of the neighbouring months are left blank.
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- An empty cell is no control.
                if (!inMonth(date)) return <td key={date} className={styles['cell']} />;
                return (
                  <DayCell
                    key={date}
                    date={date}
                    details={limitedDetailsOf(date)}
                    isToday={date === today}
                    isSelected={date === selected}
                    isTabStop={date === tabStop}
                    onChoose={() => choose(date)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MonthButton({ by, disabled, onClick }: { by: -1 | 1; disabled: boolean; onClick(): void }) {
  const intl = useIntl();
  return (
    <button
      type="button"
      className={styles['turn']}
      disabled={disabled}
      aria-label={intl.formatMessage({ id: by < 0 ? 'dates.previousMonth' : 'dates.nextMonth' })}
      onClick={onClick}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
        <path d={by < 0 ? 'm12.5 4-6 6 6 6' : 'm7.5 4 6 6-6 6'} />
      </svg>
    </button>
  );
}

interface DayCellProps {
  date: LocalDate;
  details: DayDetails;
  isToday: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  onChoose(): void;
}

function DayCell({ date, details, isToday, isSelected, isTabStop, onChoose }: DayCellProps) {
  const intl = useIntl();
  const { description, note, disabled = false } = details;
  const full = formatDay(intl, date, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <td className={styles['cell']}>
      <button
        type="button"
        className={isToday ? `${styles['day']} ${styles['today']}` : styles['day']}
        data-date={date}
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={isSelected}
        aria-disabled={disabled}
        aria-label={description ? intl.formatList([full, description], { type: 'unit' }) : full}
        aria-current={isToday ? 'date' : undefined}
        onClick={onChoose}
      >
        {intl.formatNumber(Number(date.slice(8)))}
        {/* Drawn by CSS from `data-note`. The accessible name already says it, and as text it would make the
            visible label differ from that name. */}
        {typeof note === 'string' && <span className={styles['note']} data-note={note} />}
        {note !== undefined && typeof note !== 'string' && <span className={styles['note']}>{note}</span>}
      </button>
    </td>
  );
}

function WeekdayRow({ week }: { week: readonly LocalDate[] }) {
  const intl = useIntl();
  return (
    <tr>
      {week.map((day) => (
        <th key={day} scope="col" className={styles['weekday']} abbr={formatDay(intl, day, { weekday: 'long' })}>
          {formatDay(intl, day, { weekday: 'short' })}
        </th>
      ))}
    </tr>
  );
}
