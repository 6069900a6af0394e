import * as v from 'valibot';
import { combineConditions, type BookingFilter, type BookingSort } from '../../domain/booking-filter.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  chipParams,
  dateCondition,
  listCondition,
  listParams,
  statusCondition,
} from '../../features/bookings/list-query.ts';
import { oneOf, someTexts, UUID, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';

/** Sort orders that are comparable across companies. */
const SORTS: readonly [BookingSort, ...BookingSort[]] = [
  'upcoming',
  'departure',
  '-departure',
  'created',
  '-created',
  'name',
  '-name',
  'reference',
  '-reference',
];

const SHAPE = v.object({
  /** The organisation shown, for people who belong to several; null for the first. */
  organisation: uuidOrNull(),
  ...listParams,
  ...chipParams,
  sort: oneOf(SORTS),
  company: someTexts(UUID),
  /** `us` shows bookings that the organisation has sent. */
  sent: oneOf(['', 'us']),
  /** Id of the company whose account is open. */
  account: uuidOrNull(),
  /** `1` while the form for a new booking is open. */
  new: oneOf(['', '1']),
});
export type BookingsUrl = v.InferOutput<typeof SHAPE>;

export const useBookingsUrl = () => useUrlState(SHAPE);

/** The state without search and filters. */
export const EMPTY_QUERY = {
  search: '',
  company: [],
  status: [],
  sent: '',
  tour: [],
  from: null,
  to: null,
} as const satisfies Partial<BookingsUrl>;

/** Returns the filter without search text and companies, which are separate parameters. */
export const toBookingFilter = (state: BookingsUrl, organisation: Uuid): BookingFilter | null =>
  combineConditions([
    statusCondition(state),
    state.sent === 'us' ? { field: 'partner', in: [organisation] } : null,
    listCondition('tour', state.tour),
    dateCondition('date', state.from, state.to),
  ]);
