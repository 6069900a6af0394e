/** Picks the day and time of a tour's departure and shows the seats left. */
import { Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Calendar, CalendarDeparture } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { DepartureTimes } from '../../../features/bookings/departure-times.tsx';
import { QueryView, type QueryViewState } from '../../../ui/loading/query-view.tsx';
import { DateGrid, type DayDetails } from '../../../ui/dates/date-grid.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { hasRoomFor, seatsLeft } from './departure-choice.ts';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  none: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
});

export interface DeparturePickerProps {
  context: BookingContext;
  query: QueryViewState<Calendar>;
  days: ReadonlyMap<LocalDate, readonly CalendarDeparture[]>;
  today: LocalDate;
  month: string;
  date: LocalDate | null;
  departure: Uuid | null;
  seats: number;
  onMonthChange(month: string): void;
  onDate(date: LocalDate): void;
  onDeparture(departure: Uuid): void;
}

export function DeparturePicker(props: DeparturePickerProps) {
  const { context, query, days, today, month, date, departure, seats, onMonthChange, onDate, onDeparture } = props;
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.box}>
      <QueryView
        query={query}
        failed={<FormattedMessage id="bookings.departures.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 320 }} />
          </Skeleton>
        }
      >
        {() => (
          <DateGrid
            month={month}
            selected={date}
            today={today}
            from={today}
            detailsOf={(day) => dayDetails(days.get(day), { context, intl })}
            onMonthChange={onMonthChange}
            onSelect={onDate}
          />
        )}
      </QueryView>
      {date !== null && (
        <DepartureTimes
          day={context.formats.date(date)}
          times={(days.get(date) ?? []).map((candidate) => ({
            id: candidate.id,
            time: context.formats.time(candidate.startsAt),
            note: joinWithDots(context.formats.language(candidate.language), availabilityText(candidate, intl)),
            hasRoom: hasRoomFor(candidate, seats),
          }))}
          selected={departure}
          empty={
            <p className={styles.none}>
              <FormattedMessage id="bookings.time.none" />
            </p>
          }
          onSelect={onDeparture}
        />
      )}
    </div>
  );
}

function availabilityText(departure: CalendarDeparture, intl: IntlShape): string {
  if (departure.closed) return intl.formatMessage({ id: 'bookings.time.closed' });
  const { capacity, allottedSeats } = departure;
  return joinWithDots(
    intl.formatMessage({ id: 'bookings.time.left' }, { left: seatsLeft(departure), capacity }),
    allottedSeats > 0 && intl.formatMessage({ id: 'bookings.time.aside' }, { seats: allottedSeats }),
  );
}

/** Returns the most seats left on a departure of the day, and a description of all departures. */
function dayDetails(
  departures: readonly CalendarDeparture[] | undefined,
  { context, intl }: { context: BookingContext; intl: IntlShape },
): DayDetails {
  if (!departures) return { disabled: true };
  const maxSeats = Math.max(0, ...departures.filter(({ closed }) => !closed).map(seatsLeft));
  return {
    note: intl.formatNumber(maxSeats),
    description: departures
      .map((departure) => joinWithDots(context.formats.time(departure.startsAt), availabilityText(departure, intl)))
      .join(', '),
  };
}

/** Returns the displayed month: that of `date`, until the user turns the page. */
export function useMonth(date: LocalDate): [string, (month: string) => void] {
  const [selectedMonth, setSelectedMonth] = useState<string | null>(null);
  return [selectedMonth ?? date.slice(0, 7), setSelectedMonth];
}
