import { findBookings, type BookingCursor, type BookingPage, type ListedBooking } from '../../../data/bookings/list.ts';
import type { BookingFilter, BookingSort } from '../../../domain/booking-filter.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useInvalidation } from '../../../online/use-invalidation.ts';
import { usePagedQuery } from '../../../online/use-paged-query.ts';

export interface BookingQuery {
  search: string;
  filter: BookingFilter | null;
  sort: BookingSort;
}

/** Queries the matching bookings, page by page. */
export function useBookings(company: Uuid, query: BookingQuery, pageSize = 50) {
  useInvalidation(company);
  return usePagedQuery<BookingPage, BookingCursor, ListedBooking>({
    key: [company, 'bookings', query, pageSize],
    fetch: (after, signal) => findBookings(company, { ...query, after, pageSize, signal }),
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
}
