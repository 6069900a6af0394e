/** A view of the advanced list: what is looked for, in which order, in which columns. Kept for the whole team. */
import * as v from 'valibot';
import { BOOKING_SORTS, bookingFilter } from './booking-filter.ts';

export const bookingView = v.object({
  search: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  filter: v.fallback(v.nullable(bookingFilter), null),
  sort: v.fallback(v.picklist(BOOKING_SORTS), 'upcoming'),
  /** Null: as everybody has arranged them. */
  columns: v.fallback(
    v.nullable(
      v.object({ order: v.array(v.string()), hidden: v.array(v.string()), widths: v.record(v.string(), v.number()) }),
    ),
    null,
  ),
});
/** What of a view is no longer known reads as left out, so that an old one still opens. */
export type BookingView = v.InferOutput<typeof bookingView>;
