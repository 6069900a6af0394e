import * as v from 'valibot';
import { bookingFilter, BOOKING_SORTS, type BookingFilter } from '../../../domain/booking-filter.ts';
import { EXPORTED_DAYS, SCHEDULED_FORMATS } from '../../../domain/scheduled-exports.ts';
import { oneOf, text, useUrlState, uuidOrNull } from '../../../ui/address/use-url-state.ts';

/** Of a filter as JSON. */
const LONGEST = 6000;
/** Days that a mail puts to a view's filter (ADR 048) have room beside it. */
const DAYS = 200;
const SHAPE = v.object({
  search: text(),
  /** A filter as JSON; '' is none, and what cannot be read is not taken for none. */
  filter: text(Infinity),
  sort: oneOf(BOOKING_SORTS),
  /** The saved view that was opened last. */
  view: uuidOrNull(),
  booking: uuidOrNull(),
  /** The import in place of the list. */
  import: oneOf(['', 'file']),
  /** A mail leads to the file of a view (ADR 048), and of which days. */
  export: oneOf(['', ...SCHEDULED_FORMATS]),
  days: text(30),
});
export type AdvancedUrl = v.InferOutput<typeof SHAPE>;

/** What is looked for, ordered and opened. */
export const useAdvancedUrl = () => useUrlState(SHAPE);

/** The filter that an address has; null for none and for what is not understood. */
export function parseFilterParam(written: string): BookingFilter | null {
  if (written === '' || written.length > LONGEST + DAYS) return null;
  try {
    const read = v.safeParse(bookingFilter, JSON.parse(written));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

/** The days of an export, as a condition; null for none. */
export function parseDaysParam(written: string): BookingFilter | null {
  const [, field, from, to] = EXPORTED_DAYS.exec(written) ?? [];
  if (!from || !to) return null;
  return field === 'created' ? { field: 'created', from, to } : { field: 'date', from, to };
}

/** Whether an address has room for a filter, and whoever opens it reads it there. */
export function fitsInUrl(filter: BookingFilter): boolean {
  const written = JSON.stringify(filter);
  return written.length <= LONGEST && parseFilterParam(written) !== null;
}

export const formatFilterParam = (filter: BookingFilter | null) => (filter === null ? '' : JSON.stringify(filter));
