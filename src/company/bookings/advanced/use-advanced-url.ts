import * as v from 'valibot';
import { bookingFilter, BOOKING_SORTS, type BookingFilter } from '../../../domain/booking-filter.ts';
import { oneOf, text, useUrlState, uuidOrNull } from '../../../ui/use-url-state.ts';

const LONGEST = 6000;
const SHAPE = v.object({
  search: text(),
  /** A filter as JSON; '' is none. */
  filter: text(LONGEST),
  sort: oneOf(BOOKING_SORTS),
  /** The saved view that was opened last. */
  view: uuidOrNull(),
  booking: uuidOrNull(),
  /** The import in place of the list. */
  import: oneOf(['', 'file']),
});
export type AdvancedUrl = v.InferOutput<typeof SHAPE>;

/** What is looked for, ordered and opened. */
export const useAdvancedUrl = () => useUrlState(SHAPE);

/** The filter that an address has; null for none and for what is not understood. */
export function readFilter(written: string): BookingFilter | null {
  if (written === '') return null;
  try {
    const read = v.safeParse(bookingFilter, JSON.parse(written));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

export const writeFilter = (filter: BookingFilter | null) => (filter === null ? '' : JSON.stringify(filter));
