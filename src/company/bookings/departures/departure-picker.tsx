/** Picks the day and time of a tour's departure and shows the seats left. */
import { Radio, RadioGroup, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Calendar, CalendarDeparture } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { QueryView, type QueryViewState } from '../../../ui/loading/query-view.tsx';
import { DateGrid } from '../../../ui/dates/date-grid.tsx';
import { capitalised, density, tabular, type, weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { hasRoomFor, seatsLeft } from './departure-choice.ts';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  times: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  day: { ...type.body, ...capitalised, padding: 0, fontWeight: weight.bold },
  time: { minHeight: density.target, alignItems: 'center', ...tabular },
  left: { color: tokens.colorNeutralForeground3 },
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
  const dayDepartures = date === null ? [] : (days.get(date) ?? []);
  const labelOf = (candidate: CalendarDeparture) =>
    candidate.closed
      ? intl.formatMessage({ id: 'bookings.time.closed' })
      : joinWithDots(
          intl.formatMessage(
            { id: 'bookings.time.left' },
            { left: seatsLeft(candidate), capacity: candidate.capacity },
          ),
          candidate.allottedSeats > 0 &&
            intl.formatMessage({ id: 'bookings.time.aside' }, { seats: candidate.allottedSeats }),
        );
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
            detailsOf={(day) => {
              const departures = days.get(day);
              if (!departures) return { disabled: true };
              const maxSeats = Math.max(0, ...departures.filter(({ closed }) => !closed).map(seatsLeft));
              return {
                note: intl.formatNumber(maxSeats),
                description: departures
                  .map((candidate) => joinWithDots(context.formats.time(candidate.startsAt), labelOf(candidate)))
                  .join(', '),
              };
            }}
            onMonthChange={onMonthChange}
            onSelect={onDate}
          />
        )}
      </QueryView>
      {date !== null && (
        <fieldset className={styles.times}>
          <legend className={styles.day}>{context.formats.date(date)}</legend>
          {dayDepartures.length === 0 ? (
            <p className={styles.none}>
              <FormattedMessage id="bookings.time.none" />
            </p>
          ) : (
            <RadioGroup
              aria-label={intl.formatMessage({ id: 'bookings.time' })}
              value={departure ?? ''}
              onChange={(_, data) => onDeparture(data.value)}
            >
              {dayDepartures.map((candidate) => (
                <Radio
                  key={candidate.id}
                  className={styles.time}
                  value={candidate.id}
                  label={
                    <>
                      {context.formats.time(candidate.startsAt)}{' '}
                      <span className={hasRoomFor(candidate, seats) ? styles.left : undefined}>
                        {joinWithDots(context.formats.language(candidate.language), labelOf(candidate))}
                      </span>
                    </>
                  }
                />
              ))}
            </RadioGroup>
          )}
        </fieldset>
      )}
    </div>
  );
}

/** Returns the displayed month: that of `date`, until the user turns the page. */
export function useMonth(date: LocalDate): [string, (month: string) => void] {
  const [selectedMonth, setSelectedMonth] = useState<string | null>(null);
  return [selectedMonth ?? date.slice(0, 7), setSelectedMonth];
}
