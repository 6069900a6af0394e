/** Pane of a day: its departures with bookings, and actions on one or several. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { capitalise } from '../../lib/capitalise.ts';
import type { CalendarDay } from '../../data/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { QueryAge, QueryView } from '../../ui/loading/query-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { WIDE } from '../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import type { CalendarContext } from './calendar-context.ts';
import type { Change, DepartureToChange } from '../../features/departure-changes/departure-change.ts';
import { DayPaneDeparture } from './day-pane-departure.tsx';
import { SelectionActions } from './selection-bar.tsx';
import { useDay } from './use-calendar.ts';
import type { Selection } from './use-selection.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '24px', margin: 0, padding: 0, listStyleType: 'none' },
  skeleton: { display: 'grid', gap: '16px' },
});

type DayDeparture = CalendarDay['departures'][number];

/** Converts a departure of the day query to the calendar's shape. */
const toCalendarDeparture = ({ endsAt, ...departure }: DayDeparture) => ({
  ...departure,
  allottedSeats: departure.allottedSeats.reduce((sum, { seats }) => sum + seats, 0),
  minutes: Math.round((Date.parse(endsAt) - Date.parse(departure.startsAt)) / 60_000),
});

export interface DayPaneProps {
  date: LocalDate;
  context: CalendarContext;
  selection: Selection;
  onAct(change: Change, departures: readonly DepartureToChange[]): void;
}

export function DayPane({ date, context, selection, onAct }: DayPaneProps) {
  const styles = useStyles();
  const query = useDay(context.company, date);
  // Offline, falls back to the calendar's data, without bookings.
  const offlineDepartures = query.state === 'failed' && query.failure.retry ? context.departuresOn(date) : [];
  // On wide screens the calendar shows the selection bar.
  const isWide = useMediaQuery(WIDE);
  const selected = [...selection.selected.values()];
  const rowProps = { context, selection, onAct };
  const count = query.data?.departures.length ?? offlineDepartures.length;

  return (
    <Detail
      title={capitalise(context.formats.day(date), context.formats.locale)}
      meta={count > 0 && <FormattedMessage id="calendar.departures" values={{ count }} />}
      footer={
        !isWide &&
        selected.length > 0 && (
          <SelectionActions
            departures={selected}
            excess={selection.excess}
            onAct={(change) => onAct(change, selected)}
            onClear={selection.clear}
          />
        )
      }
    >
      {offlineDepartures.length > 0 ? (
        <>
          <QueryAge query={query} />
          <ul className={styles.list}>
            {offlineDepartures.map((departure) => (
              <DayPaneDeparture key={departure.id} departure={departure} details={null} {...rowProps} />
            ))}
          </ul>
        </>
      ) : (
        <LoadedDepartures query={query} rowProps={rowProps} />
      )}
    </Detail>
  );
}

type RowProps = Omit<DayPaneProps, 'date'>;

function LoadedDepartures({ query, rowProps }: { query: ReturnType<typeof useDay>; rowProps: RowProps }) {
  const styles = useStyles();
  return (
    <QueryView
      query={query}
      failed={<FormattedMessage id="calendar.dayFailed" />}
      skeleton={
        <Skeleton className={styles.skeleton}>
          {[0, 1, 2].map((row) => (
            <SkeletonItem key={row} shape="rectangle" style={{ height: 96 }} />
          ))}
        </Skeleton>
      }
      empty={({ departures }) =>
        departures.length === 0 ? (
          <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="calendar.nothing" />} />
        ) : null
      }
    >
      {({ departures }) => (
        <ul className={styles.list}>
          {departures.map((departure) => (
            <DayPaneDeparture
              key={departure.id}
              departure={toCalendarDeparture(departure)}
              details={departure}
              {...rowProps}
            />
          ))}
        </ul>
      )}
    </QueryView>
  );
}
