import * as v from 'valibot';
import { BOOKING_SOURCES } from '../../../domain/enums.ts';
import { chipParams, listParams } from '../../../features/bookings/list-query.ts';
import { dateOrNull, oneOf, someOf, someTexts, UUID, useUrlState } from '../../../ui/address/use-url-state.ts';

const SHAPE = v.object({
  ...listParams,
  /** A single `tour` is also preselected in a new booking. */
  ...chipParams,
  source: someOf(BOOKING_SOURCES),
  due: someOf(['due', 'overpaid']),
  partner: someTexts(UUID),
  guide: someTexts(UUID),
  language: someTexts(/^[a-z]{2,3}$/),
  tag: someTexts(/^.{1,40}$/),
  /** Range of booking dates. */
  bookedFrom: dateOrNull(),
  bookedTo: dateOrNull(),
  /** `1` opens the new-booking form, for the day in `date`. */
  new: v.pipe(
    v.fallback(v.optional(v.picklist(['1', '']), ''), ''),
    v.transform((value) => (value === '1' ? 1 : null)),
  ),
  date: dateOrNull(),
  /** Day whose daily close is open. */
  closing: dateOrNull(),
  /** Opens the outbox with this filter; '' is closed. */
  outbox: oneOf(['', 'all', 'pending', 'failed', 'sent']),
});
export type BookingsUrl = v.InferOutput<typeof SHAPE>;

export const useBookingsUrl = () => useUrlState(SHAPE);
