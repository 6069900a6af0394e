import * as v from 'valibot';
import { BOOKING_SORTS } from '../../../domain/booking-filter.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../../domain/closed-lists.ts';
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
    v.transform((given) => given === '1'),
  );

const SHAPE = v.object({
  search: text(),
  status: someOf(BOOKING_STATUSES),
  source: someOf(BOOKING_SOURCES),
  due: someOf(['due', 'overpaid']),
  /** Also what a new booking begins with. */
  tour: someTexts(UUID),
  partner: someTexts(UUID),
  guide: someTexts(UUID),
  language: someTexts(/^[a-z]{2,3}$/),
  tag: someTexts(/^.{1,40}$/),
  /** Days of the tour. */
  from: dateOrNull(),
  to: dateOrNull(),
  /** Days on which it was booked. */
  bookedFrom: dateOrNull(),
  bookedTo: dateOrNull(),
  sort: oneOf(BOOKING_SORTS),
  /** Which one is open beside the list. */
  booking: uuidOrNull(),
  /** `1`: a new one is being made; `date`: for which day. */
  new: v.pipe(
    flag(),
    v.transform((is) => (is ? 1 : null)),
  ),
  date: dateOrNull(),
  /** The closing of a day is open. */
  closing: dateOrNull(),
  /** The outbox is open, with what of it is shown. */
  outbox: oneOf(['', 'all', 'pending', 'failed', 'sent']),
});
export type BookingsUrl = v.InferOutput<typeof SHAPE>;

/** What is looked for, filtered, ordered and opened. */
export const useBookingsUrl = () => useUrlState(SHAPE);
