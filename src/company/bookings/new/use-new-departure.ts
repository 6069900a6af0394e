/** Returns the departure of a new booking: the chosen one, else the next one with room. */
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { emptyToNull } from '../../../domain/booking-contact.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import type { BookingContext } from '../booking-context.ts';
import { groupByDay, hasRoomFor, nextFitting } from '../departures/departure-choice.ts';
import { useMonth } from '../departures/departure-picker.tsx';
import { useDepartures, useLaterDepartures } from '../departures/use-departures.ts';
import { useTours } from '../departures/use-tours.ts';
import type { BookingFormValues } from './booking-form.ts';

export interface NewDepartureOptions {
  context: BookingContext;
  /** Undefined while loading. */
  calendar: Calendar | undefined;
  today: LocalDate;
}

/** Returns the user's choices, null where there is none. The booking may use the allotment of `partner`. */
function useFormSelection() {
  const [tour, day, departure, partner] = useWatch<BookingFormValues, ['tour', 'day', 'departure', 'partner']>({
    name: ['tour', 'day', 'departure', 'partner'],
  });
  return {
    tour: emptyToNull(tour),
    day: emptyToNull(day),
    departure: emptyToNull(departure),
    partner: emptyToNull(partner),
  };
}

export function useNewDeparture({ context, calendar, today }: NewDepartureOptions) {
  const selected = useFormSelection();
  const now = new Date(useNow()).toISOString();
  const tours = useTours(context, calendar);
  // Guests who call mostly ask for what departs next, so its tour is preselected.
  const nextTour = useMemo(() => {
    const [next] = nextFitting(groupByDay(calendar?.departures ?? [], { today }), { now, seats: 1, max: 1 });
    return next?.tourId ?? tours[0]?.value ?? null;
    // The suggestion stays although `now` changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [calendar, tours]);
  const tour = selected.tour ?? nextTour;

  const [month, setMonth] = useMonth(selected.day ?? today);
  const query = useDepartures(context.company, { tour, month, allotmentPartner: selected.partner });
  const days = useMemo(() => groupByDay(query.data?.departures ?? [], { today }), [query.data, today]);
  const next = nextFitting(days, { now, seats: 1, max: 1 })[0];
  // Looks past the loaded months, for a season that begins later.
  const [later] = useLaterDepartures(context.company, {
    tour,
    month,
    seats: 1,
    allotmentPartner: selected.partner,
    enabled: query.data !== undefined && selected.day === null && next === undefined,
  });
  const suggested =
    selected.day === null
      ? (next ?? later)
      : ((days.get(selected.day) ?? []).find((candidate) => candidate.startsAt > now && hasRoomFor(candidate, 1)) ??
        days.get(selected.day)?.[0]);
  // While the chosen departure's month loads, no other departure is suggested.
  const departure =
    [...days.values()].flat().find(({ id }) => id === selected.departure) ??
    (selected.departure !== null && query.data === undefined ? null : (suggested ?? null));

  return { now, tours, tour, query, days, month, date: departure?.localDate ?? selected.day, departure, setMonth };
}
export type NewDeparture = ReturnType<typeof useNewDeparture>;
