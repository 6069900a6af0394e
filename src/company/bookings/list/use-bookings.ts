import { findBookings, type BookingPage, type BookingCursor, type ListedBooking } from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useInvalidation } from '../../../online/use-invalidation.ts';
import { usePagedQuery } from '../../../online/use-paged-query.ts';
import { toBookingFilter } from './booking-query.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

/** Queries the bookings that match the URL state, page by page. */
export function useBookings(company: Uuid, state: BookingsUrl) {
  useInvalidation(company);
  const { search, sort } = state;
  const filter = toBookingFilter(state);
  return usePagedQuery<BookingPage, BookingCursor, ListedBooking>({
    key: [company, 'bookings', search.trim(), filter, sort],
    fetch: (after, signal) => findBookings(company, { search: search.trim(), filter, sort, after, signal }),
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
}
