/** All that a list finds, past what is on the screen. */
import {
  findBookings,
  type BookingPlace,
  type BookingSearch,
  type ListedBooking,
} from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ok, type Result } from '../../../domain/result.ts';

/** Fewer questions for long lists; what the server gives at most. */
const PAGE = 1000;

export interface ResultPagesOptions {
  asked: BookingSearch;
  signal: AbortSignal;
  /** Each page as it comes; what it does is waited for. */
  onPage(bookings: readonly ListedBooking[]): void | Promise<void>;
  find?: typeof findBookings;
}

/** Reads the list to its end; fails like a page of it, and with `aborted` results when `playFeedback` ends it. */
export async function eachResultPage(
  company: Uuid,
  { asked, signal, onPage, find = findBookings }: ResultPagesOptions,
): Promise<Result<null>> {
  let after: BookingPlace | null = null;
  do {
    const page = await find(company, { ...asked, after, pageSize: PAGE, signal });
    if (!page.ok) return page;
    await onPage(page.data.bookings);
    after = page.data.next;
  } while (after !== null && !signal.aborted);
  return ok(null);
}
