/** The departure to which a booking is moved: suggestions, or a tour, day and time. */
import { Button, Field, Select, makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { CalendarDeparture } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { type, weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { groupByDay, nextFitting, seatsLeft } from '../departures/departure-choice.ts';
import { DeparturePicker, useMonth } from '../departures/departure-picker.tsx';
import { useDepartures, useLaterDepartures, useTourChoiceDepartures } from '../departures/use-departures.ts';
import { useTours } from '../departures/use-tours.ts';

const useStyles = makeStyles({
  next: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  label: { ...type.body, margin: '0 0 4px', fontWeight: weight.bold },
});

/** Number of alternative departures that are suggested. */
const MAX_SUGGESTIONS = 3;

type Target = Pick<CalendarDeparture, 'id' | 'startsAt'>;

/** Returns the chosen departure, and the tour, month and day that the fields show. */
export function useMoveTarget({ departure }: BookingDetail, { zone }: BookingContext) {
  const today = localDateIn(zone, useNow());
  const initialDate = departure.localDate > today ? departure.localDate : today;
  const [tour, setTour] = useState<Uuid>(departure.tourId);
  const [month, setMonth] = useMonth(initialDate);
  const [date, setDate] = useState<string | null>(initialDate);
  const [target, setTarget] = useState<Target | null>(null);
  return {
    today,
    tour,
    month,
    date,
    target,
    setMonth,
    selectTour(id: Uuid): void {
      setTour(id);
      setTarget(null);
    },
    selectDay(day: LocalDate, departures: readonly Target[] = []): void {
      setDate(day);
      setTarget(departures.length === 1 ? departures[0]! : null);
    },
    selectDeparture(candidate: Target): void {
      const day = localDateIn(zone, Date.parse(candidate.startsAt));
      setTarget(candidate);
      setDate(day);
      setMonth(day.slice(0, 7));
    },
  };
}
export type MoveTarget = ReturnType<typeof useMoveTarget>;

export interface MoveTargetFieldsProps {
  booking: BookingDetail;
  context: BookingContext;
  value: MoveTarget;
}

export function MoveTargetFields({ booking, context, value }: MoveTargetFieldsProps) {
  const { today, month, date, target } = value;
  const { query, days, suggestions } = useTargetDepartures({ booking, context, value });
  const selectById = (id: Uuid) => {
    const match = [...days.values()].flat().find((candidate) => candidate.id === id);
    if (match) value.selectDeparture(match);
  };
  return (
    <>
      <TourInput booking={booking} context={context} value={value} />
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} context={context} value={value} />}
      <DeparturePicker
        context={context}
        query={query}
        days={days}
        today={today}
        month={month}
        date={date}
        departure={target?.id ?? null}
        seats={booking.seats}
        onMonthChange={value.setMonth}
        onDate={(day) => value.selectDay(day, days.get(day))}
        onDeparture={selectById}
      />
    </>
  );
}

/** Returns the tour's departures by day, and the next ones with room for the booking. */
function useTargetDepartures({ booking, context, value: { tour, month, today } }: MoveTargetFieldsProps) {
  const { seats, departure } = booking;
  const now = new Date(useNow()).toISOString();
  // Mirrors `private.allotment_partner`.
  const allotmentPartner = booking.source === 'partner' ? (booking.organisation?.id ?? null) : null;
  const query = useDepartures(context.company, { tour, month, allotmentPartner });
  const days = useMemo(
    () => groupByDay(query.data?.departures ?? [], { today, without: departure.id }),
    [query.data, today, departure.id],
  );
  const nearby = nextFitting(days, { now, seats, max: MAX_SUGGESTIONS });
  const later = useLaterDepartures(context.company, {
    tour,
    month,
    seats,
    allotmentPartner,
    enabled: query.data !== undefined && nearby.length === 0,
  });
  const suggestions =
    nearby.length > 0 ? nearby : later.filter(({ id }) => id !== departure.id).slice(0, MAX_SUGGESTIONS);
  return { query, days, suggestions };
}

function TourInput({ booking: { departure }, context, value: { tour, today, selectTour } }: MoveTargetFieldsProps) {
  const intl = useIntl();
  const tours = useTours(context, useTourChoiceDepartures(context.company, today).data);
  if (tours.length <= 1) return null;
  return (
    <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
      <Select value={tour} onChange={(_, data) => selectTour(data.value)}>
        {!tours.some((choice) => choice.value === departure.tourId) && (
          <option value={departure.tourId}>{context.title(departure.title)}</option>
        )}
        {tours.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface SuggestionsProps extends Pick<MoveTargetFieldsProps, 'context' | 'value'> {
  suggestions: readonly CalendarDeparture[];
}

function Suggestions({ suggestions, context, value: { target, selectDeparture } }: SuggestionsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'bookings.move.next' })}>
      <p className={styles.label}>
        <FormattedMessage id="bookings.move.next" />
      </p>
      <div className={styles.next}>
        {suggestions.map((suggestion) => (
          <Button
            key={suggestion.id}
            aria-pressed={suggestion.id === target?.id}
            onClick={() => selectDeparture(suggestion)}
          >
            <FormattedMessage
              id="bookings.fits"
              values={{ when: context.when(suggestion.startsAt), left: seatsLeft(suggestion) }}
            />
          </Button>
        ))}
      </div>
    </div>
  );
}
