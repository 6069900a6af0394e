import { findBookings, type BookingPage, type BookingPlace, type ListedBooking } from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useHints } from '../../../online/use-hints.ts';
import { usePages } from '../../../online/use-pages.ts';
import { filterOf } from './booking-query.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

/** The company's bookings as the address asks for them, a page at a time. */
export function useBookings(company: Uuid, state: BookingsUrl) {
  useHints(company);
  const { search, sort } = state;
  const filter = filterOf(state);
  return usePages<BookingPage, BookingPlace, ListedBooking>({
    key: [company, 'bookings', search.trim(), filter, sort],
    ask: (after, signal) => findBookings(company, { search: search.trim(), filter, sort, after, signal }),
    nextOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
}
