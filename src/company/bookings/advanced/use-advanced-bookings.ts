import {
  findBookings,
  type BookingPage,
  type BookingPlace,
  type BookingSearch,
  type ListedBooking,
} from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useInvalidation } from '../../../online/use-invalidation.ts';
import { usePagedQuery } from '../../../online/use-paged-query.ts';

/** Larger than a screen, so that fast scrolling rarely waits for a page. */
const PAGE = 200;

export function useAdvancedBookings(company: Uuid, asked: BookingSearch) {
  useInvalidation(company);
  return usePagedQuery<BookingPage, BookingPlace, ListedBooking>({
    key: [company, 'advanced-bookings', asked],
    fetch: (after, signal) => findBookings(company, { ...asked, after, pageSize: PAGE, signal }),
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
}
