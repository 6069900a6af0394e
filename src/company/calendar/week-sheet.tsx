/** Print version of a week, one line per departure. Rendered for printing only. */
import { makeStyles } from '@fluentui/react-components';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import { availabilityOf, type Calendar } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { capitalised, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { usePrintSheet, useIsPrinting } from '../../ui/output/use-printing.ts';
import type { CalendarFilter } from './calendar-filter.ts';
import { daysOf, rangeOf } from './calendar-range.ts';
import type { CalendarContext } from './calendar-context.ts';
import { useCalendarContext } from './use-calendar-context.ts';
import { useWeek } from './use-calendar.ts';

const useStyles = makeStyles({
  // Always white, also in dark mode.
  sheet: { ...type.note, color: '#000000', backgroundColor: '#ffffff', '@media screen': { display: 'none' } },
  filters: { margin: '0 0 8px', fontWeight: weight.bold },
  title: { ...type.title, margin: '0 0 4px', fontWeight: weight.bold },
  table: { ...tabular, width: '100%', borderCollapse: 'collapse', '& thead': { display: 'table-header-group' } },
  head: { padding: '4px 8px 4px 0', textAlign: 'start', borderBottom: '1px solid #000000' },
  day: {
    ...type.body,
    ...capitalised,
    padding: '12px 0 4px',
    textAlign: 'start',
    fontWeight: weight.bold,
    breakAfter: 'avoid',
  },
  row: { breakInside: 'avoid' },
  cell: { padding: '3px 8px 3px 0', verticalAlign: 'top', borderBottom: '1px solid #cccccc' },
  number: { textAlign: 'end', whiteSpace: 'nowrap' },
});

export interface WeekSheetProps {
  /** Any day of the week. */
  on: LocalDate;
  company: Pick<MemberCompany, 'id' | 'name' | 'timeZone'>;
  /** The calendar in view and its filters. */
  calendar: Calendar | undefined;
  filter: CalendarFilter;
  context: CalendarContext;
}

const coversRange = (calendar: Calendar | undefined, { from, to }: { from: LocalDate; to: LocalDate }) =>
  calendar !== undefined && calendar.from <= from && to <= calendar.to;

export function WeekSheet({ on, company, calendar, filter, context }: WeekSheetProps) {
  const isPrinting = useIsPrinting();
  const range = rangeOf('week', on);
  // If the view covers only part of the week, the whole week is loaded before printing.
  const isLoaded = coversRange(calendar, range);
  const week = useWeek(company.id, { on, enabled: calendar !== undefined && !isLoaded });
  const { today, mayChange, mayOpenBookings, openDay: onOpen } = context;
  const weekContext = useCalendarContext({
    calendar: isLoaded ? undefined : week.data,
    filter,
    company,
    today,
    mayChange,
    mayOpenBookings,
    onOpen,
  });
  if (!isPrinting) return null;
  const weekCalendar = isLoaded ? calendar : coversRange(week.data, range) ? week.data : undefined;
  const sheet = {
    on,
    company: company.name,
    calendar: weekCalendar,
    filter,
    context: isLoaded ? context : weekContext,
  };
  return createPortal(<Sheet {...sheet} />, document.body);
}

const COLUMNS = ['time', 'tour', 'language', 'guides', 'booked', 'state'] as const;

interface SheetProps extends Omit<WeekSheetProps, 'company'> {
  company: string;
}

function Sheet({ on, company, calendar, filter, context }: SheetProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { formats } = context;
  const range = rangeOf('week', on);
  usePrintSheet();
  return (
    <div className={styles.sheet} data-print>
      <h1 className={styles.title}>
        {joinWithDots(
          company,
          intl.formatMessage({ id: 'calendar.range' }, { from: formats.day(range.from), to: formats.day(range.to) }),
        )}
      </h1>
      {calendar && <FilterLine calendar={calendar} filter={filter} context={context} />}
      {!calendar && (
        <p>
          <FormattedMessage id="calendar.sheet.missing" />
        </p>
      )}
      {calendar && (
        <table className={styles.table}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={styles.head}>
                  <FormattedMessage id={`calendar.sheet.${column}`} />
                </th>
              ))}
            </tr>
          </thead>
          {daysOf(range).map((date) => (
            <DayRows key={date} date={date} context={context} />
          ))}
        </table>
      )}
    </div>
  );
}

function DayRows({ date, context }: { date: LocalDate; context: CalendarContext }) {
  const styles = useStyles();
  const { formats } = context;
  const departures = context.departuresOn(date);
  return (
    <tbody>
      <tr>
        <th scope="colgroup" colSpan={COLUMNS.length} className={styles.day}>
          {joinWithDots(formats.date(date), context.dayOffText(date))}
        </th>
      </tr>
      {departures.length === 0 && (
        <tr>
          <td className={styles.cell} colSpan={COLUMNS.length}>
            <FormattedMessage id="calendar.nothing" />
          </td>
        </tr>
      )}
      {departures.map((departure) => (
        <tr key={departure.id} className={styles.row}>
          <td className={styles.cell}>{formats.time(departure.startsAt)}</td>
          <td className={styles.cell}>{context.title(departure.tourId)}</td>
          <td className={styles.cell}>{formats.languageName(departure.language)}</td>
          <td className={styles.cell}>{context.guides(departure)}</td>
          <td className={styles.cell}>
            <FormattedMessage
              id="calendar.sheet.seats"
              values={{ booked: departure.booked, capacity: departure.capacity }}
            />
          </td>
          <td className={styles.cell}>
            {joinWithDots(context.stateTexts[availabilityOf(departure)], context.differs(departure))}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** Lists the active filters, which have no chips on paper. */
function FilterLine({
  calendar,
  filter,
  context,
}: Pick<WeekSheetProps, 'filter' | 'context'> & { calendar: Calendar }) {
  const styles = useStyles();
  const intl = useIntl();
  const { formats } = context;
  const people = new Map(calendar.departures.flatMap(({ guides }) => guides.map(({ userId, name }) => [userId, name])));
  const activeFilters = [
    ['tour', filter.tour.map(context.title)],
    ['guide', filter.guide.map((id) => people.get(id) ?? '')],
    ['language', filter.language.map(formats.language)],
    ['condition', filter.show.map((condition) => intl.formatMessage({ id: `calendar.condition.${condition}` }))],
  ] as const;
  const filterTexts = activeFilters
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => {
      const label = intl.formatMessage({ id: `calendar.filter.${name}` });
      // A selected guide without departures in that week has no name here.
      const names = values.filter((value) => value !== '');
      return names.length < values.length
        ? intl.formatMessage({ id: 'filter.several' }, { label, count: values.length })
        : intl.formatMessage({ id: 'filter.chosen' }, { label, chosen: formats.list(names) });
    });
  if (filterTexts.length === 0) return null;
  return (
    <p className={styles.filters}>
      <FormattedMessage id="calendar.sheet.only" values={{ what: joinWithDots(...filterTexts) }} />
    </p>
  );
}
