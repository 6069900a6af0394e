/** A saved view of the advanced list: search, filter, order and columns. Shared by the whole team. */
import * as v from 'valibot';
import { BOOKING_SORTS, bookingFilter } from './booking-filter.ts';

export const bookingView = v.object({
  search: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  filter: v.fallback(v.nullable(bookingFilter), null),
  sort: v.fallback(v.picklist(BOOKING_SORTS), 'upcoming'),
  /** Null: the default columns. */
  columns: v.fallback(
    v.nullable(
      v.object({ order: v.array(v.string()), hidden: v.array(v.string()), widths: v.record(v.string(), v.number()) }),
    ),
    null,
  ),
});
/** Unknown parts of a view fall back to their defaults, so that old views still open. */
export type BookingView = v.InferOutput<typeof bookingView>;
