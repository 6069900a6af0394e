/** What all parts of the calendar need: how things are called and written, who may change them, and what is shown of a day. */
import type { CalendarAvailability, CalendarDeparture, CalendarTour } from '../../domain/calendar.ts';
import type { Instant, LocalDate, Uuid } from '../../domain/ids.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** The same one while neither the departures nor the filters change, so that a day is drawn again only when it is another one. */
export interface CalendarScope {
  company: Uuid;
  today: LocalDate;
  formats: Formats;
  /** Whether the person changes departures; guides read their own. */
  mayChange: boolean;
  /** Whether the person may open a booking. */
  mayOpenBookings: boolean;
  tour(id: Uuid): CalendarTour | undefined;
  /** In the reader's language. */
  title(tourId: Uuid): string;
  /** What is said of many, put together once: how one can be booked, and that nobody guides it, that too few come. */
  words: Readonly<Record<CalendarAvailability | 'alone' | 'belowMinimum', string>>;
  /** Day and time, where the company is. */
  when(instant: Instant): string;
  /** `12/25` */
  seats(departure: Pick<CalendarDeparture, 'booked' | 'capacity'>): string;
  /** Who guides it, and who was asked to. */
  guides(departure: Pick<CalendarDeparture, 'guides'>): string;
  /** In what it is not like its tour; null: in nothing. */
  differs(departure: Pick<CalendarDeparture, 'differs'>): string | null;
  /** All of a departure as it is read out: what does not fit a narrow day, and what is drawn. */
  said(departure: CalendarDeparture): string;
  /** After the filters, in the order of their start. */
  shown: readonly CalendarDeparture[];
  of(date: LocalDate): readonly CalendarDeparture[];
  /** Why nothing runs on a day, or nothing of a tour: "Christmas Day"; '' where it is a day like any. */
  off(date: LocalDate): string;
  openDay(date: LocalDate): void;
}
