/** Texts of departures and days, formatted for the calendar's context. */
import type { IntlShape } from 'react-intl';
import { availabilityOf, needsGuide, type Calendar, type CalendarAvailability } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { memoize } from '../../lib/memoize.ts';
import { differencesText } from '../../ui/format/differences-text.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import type { CalendarContext } from './calendar-context.ts';

export function calendarStateTexts(intl: IntlShape): CalendarContext['stateTexts'] {
  const availabilityText = (value: CalendarAvailability) =>
    intl.formatMessage({ id: `calendar.availability.${value}` });
  return {
    AVAILABLE: availabilityText('AVAILABLE'),
    LIMITED: availabilityText('LIMITED'),
    SOLD_OUT: availabilityText('SOLD_OUT'),
    CLOSED: availabilityText('CLOSED'),
    OVER: availabilityText('OVER'),
    CANCELLED: availabilityText('CANCELLED'),
    noGuide: intl.formatMessage({ id: 'calendar.noGuide' }),
    belowMinimum: intl.formatMessage({ id: 'calendar.belowMinimum' }),
  };
}

/** Returns the functions that format a departure. */
export function departureTexts(
  title: CalendarContext['title'],
  { intl, formats, stateTexts }: { intl: IntlShape; formats: Formats; stateTexts: CalendarContext['stateTexts'] },
): Pick<CalendarContext, 'seats' | 'guides' | 'differs' | 'label'> {
  const seatsText = memoize((seats) => {
    const [booked = 0, capacity = 0] = seats.split('/').map(Number);
    return intl.formatMessage({ id: 'calendar.seats' }, { booked, capacity });
  });
  const differs: CalendarContext['differs'] = (departure) => differencesText(intl, departure.differs);
  return {
    differs,
    seats: ({ booked, capacity }) => seatsText(`${booked}/${capacity}`),
    guides: ({ guides }) =>
      formats.list(
        guides
          .filter(({ state }) => state !== 'declined')
          .map(({ name, state }) =>
            state === 'accepted' ? name : intl.formatMessage({ id: 'calendar.proposed' }, { name }),
          ),
      ) || stateTexts.noGuide,
    label: (departure) =>
      joinWithDots(
        `${formats.time(departure.startsAt)} ${title(departure.tourId)}`,
        intl.formatMessage({ id: 'calendar.booked' }, { booked: departure.booked, capacity: departure.capacity }),
        stateTexts[availabilityOf(departure)],
        needsGuide(departure) && stateTexts.noGuide,
        departure.belowMinimum && stateTexts.belowMinimum,
        differs(departure),
      ),
  };
}

/** Returns the reason of a day off, without days off of tours that are filtered out; '' on a normal day. */
export function dayOffText(calendar: Calendar | undefined, { date, tours, title, intl }: DayOffOptions): string {
  return (calendar?.daysOff ?? [])
    .filter(({ fromDate, toDate }) => fromDate <= date && date <= toDate)
    .filter(({ tourId }) => tourId === null || tours.length === 0 || tours.includes(tourId))
    .map(({ tourId, name }) => {
      const reason = name || intl.formatMessage({ id: 'calendar.off' });
      const tourTitle = tourId === null ? '' : title(tourId);
      return tourTitle ? `${tourTitle}: ${reason}` : reason;
    })
    .join(' · ');
}

interface DayOffOptions {
  date: LocalDate;
  /** Tours of the filter; empty if all are shown. */
  tours: readonly Uuid[];
  title: CalendarContext['title'];
  intl: IntlShape;
}
