/** Context shared by the parts of the calendar: formats, permissions and the departures of each day. */
import type { CalendarAvailability, CalendarDeparture, CalendarTour } from '../../domain/calendar.ts';
import type { Instant, LocalDate, Uuid } from '../../domain/ids.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** Memoized while departures and filters are unchanged, so that unaffected days do not re-render. */
export interface CalendarContext {
  company: Uuid;
  today: LocalDate;
  formats: Formats;
  /** Whether the user may change departures; guides only read theirs. */
  mayChange: boolean;
  mayOpenBookings: boolean;
  tour(id: Uuid): CalendarTour | undefined;
  /** Returns the tour's title in the reader's language. */
  title(tourId: Uuid): string;
  /** Texts used many times, formatted once: availability, no guide, below the minimum. */
  stateTexts: Readonly<Record<CalendarAvailability | 'noGuide' | 'belowMinimum', string>>;
  /** Formats day and time in the company's time zone. */
  when(instant: Instant): string;
  /** Formats booked seats and capacity as `12/25`. */
  seats(departure: Pick<CalendarDeparture, 'booked' | 'capacity'>): string;
  /** Lists the guides, marking those who have not answered, without those who declined; says so if there are none. */
  guides(departure: Pick<CalendarDeparture, 'guides'>): string;
  /** Lists what differs from the tour's defaults; null if nothing. */
  differs(departure: Pick<CalendarDeparture, 'differs'>): string | null;
  /** Returns the full accessible name, including what a narrow day cannot show. */
  label(departure: CalendarDeparture): string;
  /** Filtered departures in order of start. */
  departures: readonly CalendarDeparture[];
  departuresOn(date: LocalDate): readonly CalendarDeparture[];
  /** Reason of a day off, such as "Christmas Day", for the company or a tour; '' on a normal day. */
  dayOffText(date: LocalDate): string;
  openDay(date: LocalDate): void;
}
