import {
  findBookings,
  type BookingPage,
  type BookingPlace,
  type BookingSearch,
  type ListedBooking,
} from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useHints } from '../../../online/use-hints.ts';
import { usePages } from '../../../online/use-pages.ts';

/** More at a time than a screen shows, so that whoever scrolls far seldom waits. */
const PAGE = 200;

/** What is asked for, a page at a time. */
export function useAdvancedBookings(company: Uuid, asked: BookingSearch) {
  useHints(company);
  return usePages<BookingPage, BookingPlace, ListedBooking>({
    key: [company, 'advanced-bookings', asked],
    ask: (after, signal) => findBookings(company, { ...asked, after, pageSize: PAGE, signal }),
    nextOf: ({ next }) => next,
    rowsOf: ({ bookings }) => bookings,
  });
}
