/** Reads every page of a booking query. */
import {
  findBookings,
  type BookingCursor,
  type BookingSearch,
  type ListedBooking,
} from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ok, type Result } from '../../../domain/result.ts';

/** The server's maximum page size, for fewer requests. */
const PAGE_SIZE = 1000;

export interface ResultPagesOptions {
  query: BookingSearch;
  signal: AbortSignal;
  /** Called with each page and awaited. */
  onPage(bookings: readonly ListedBooking[]): void | Promise<void>;
  find?: typeof findBookings;
}

/** Fetches all pages. Returns the failure of a page, or `aborted` when `signal` aborts. */
export async function eachResultPage(
  company: Uuid,
  { query, signal, onPage, find = findBookings }: ResultPagesOptions,
): Promise<Result<null>> {
  let after: BookingCursor | null = null;
  do {
    const page = await find(company, { ...query, after, pageSize: PAGE_SIZE, signal });
    if (!page.ok) return page;
    await onPage(page.data.bookings);
    after = page.data.next;
  } while (after !== null && !signal.aborted);
  return ok(null);
}
