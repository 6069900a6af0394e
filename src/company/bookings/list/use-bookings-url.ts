import * as v from 'valibot';
import { BOOKING_SORTS } from '../../../domain/booking-filter.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../../domain/enums.ts';
import {
  dateOrNull,
  oneOf,
  someOf,
  someTexts,
  text,
  UUID,
  useUrlState,
  uuidOrNull,
} from '../../../ui/address/use-url-state.ts';

const flag = () =>
  v.pipe(
    v.fallback(v.optional(v.picklist(['1', '']), ''), ''),
    v.transform((value) => value === '1'),
  );

const SHAPE = v.object({
  search: text(),
  status: someOf(BOOKING_STATUSES),
  source: someOf(BOOKING_SOURCES),
  due: someOf(['due', 'overpaid']),
  /** Also preselects the tour of a new booking. */
  tour: someTexts(UUID),
  partner: someTexts(UUID),
  guide: someTexts(UUID),
  language: someTexts(/^[a-z]{2,3}$/),
  tag: someTexts(/^.{1,40}$/),
  /** Range of departure dates. */
  from: dateOrNull(),
  to: dateOrNull(),
  /** Range of booking dates. */
  bookedFrom: dateOrNull(),
  bookedTo: dateOrNull(),
  sort: oneOf(BOOKING_SORTS),
  /** Booking whose detail is open. */
  booking: uuidOrNull(),
  /** `1` opens the new-booking form, for the day in `date`. */
  new: v.pipe(
    flag(),
    v.transform((isSet) => (isSet ? 1 : null)),
  ),
  date: dateOrNull(),
  /** Day whose daily close is open. */
  closing: dateOrNull(),
  /** Opens the outbox with this filter. */
  outbox: oneOf(['', 'all', 'pending', 'failed', 'sent']),
});
export type BookingsUrl = v.InferOutput<typeof SHAPE>;

export const useBookingsUrl = () => useUrlState(SHAPE);
