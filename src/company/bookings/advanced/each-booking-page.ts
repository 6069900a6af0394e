import {
  findBookings,
  type BookingCursor,
  type BookingSearch,
  type ListedBooking,
} from '../../../data/bookings/list.ts';
import { eachPage, MAX_PAGE_SIZE } from '../../../data/each-page.ts';
import type { Uuid } from '../../../domain/ids.ts';

/** Reads all bookings that match the query, page by page. */
export const eachBookingPage = (
  company: Uuid,
  query: BookingSearch,
  { onPage, signal }: { onPage(bookings: readonly ListedBooking[]): void | Promise<void>; signal: AbortSignal },
) =>
  eachPage(
    (after: BookingCursor | null) => findBookings(company, { ...query, after, pageSize: MAX_PAGE_SIZE, signal }),
    ({ bookings }) => onPage(bookings),
    signal,
  );
