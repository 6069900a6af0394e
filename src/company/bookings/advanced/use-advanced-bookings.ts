import {
  findBookings,
  type BookingPage,
  type BookingCursor,
  type BookingSearch,
  type ListedBooking,
} from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useInvalidation } from '../../../online/use-invalidation.ts';
import { usePagedQuery } from '../../../online/use-paged-query.ts';

/** Larger than a screen, so that fast scrolling rarely waits for a page. */
const PAGE_SIZE = 200;

export function useAdvancedBookings(company: Uuid, query: BookingSearch) {
  useInvalidation(company);
  return usePagedQuery<BookingPage, BookingCursor, ListedBooking>({
    key: [company, 'advanced-bookings', query],
    fetch: (after, signal) => findBookings(company, { ...query, after, pageSize: PAGE_SIZE, signal }),
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
}
