import * as v from 'valibot';
import { combineConditions, type BookingFilter, type BookingSort } from '../../domain/booking-filter.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../domain/enums.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { TableSort } from '../../ui/data-table/table-column.ts';
import {
  dateOrNull,
  oneOf,
  someOf,
  someTexts,
  text,
  UUID,
  useUrlState,
  uuidOrNull,
} from '../../ui/address/use-url-state.ts';

/** Sort orders that are comparable across companies. */
const SORTS = ['upcoming', 'departure', '-departure', 'created', '-created', 'name', '-name', 'reference', '-reference'] as const; // prettier-ignore

const SHAPE = v.object({
  /** The organisation shown, for people who belong to several; null for the first. */
  organisation: uuidOrNull(),
  search: text(),
  company: someTexts(UUID),
  status: someOf(BOOKING_STATUSES),
  /** `us` shows bookings that the organisation has sent. */
  sent: oneOf(['', 'us']),
  tour: someTexts(UUID),
  /** Range of departure dates. */
  from: dateOrNull(),
  to: dateOrNull(),
  sort: oneOf(SORTS),
  /** Id of the booking whose detail is open. */
  booking: uuidOrNull(),
  /** Id of the company whose account is open. */
  account: uuidOrNull(),
  /** `1` while the form for a new booking is open. */
  new: oneOf(['', '1']),
});
export type BookingsUrl = v.InferOutput<typeof SHAPE>;

export const useBookingsUrl = () => useUrlState(SHAPE);

/** The state without search and filters. */
export const EMPTY_QUERY = { search: '', company: [], status: [], sent: '', tour: [], from: null, to: null } as const satisfies Partial<BookingsUrl>; // prettier-ignore

/** Statuses shown by default; ended bookings appear in searches or by their status. */
const ACTIVE_STATUSES: BookingStatus[] = ['ON_HOLD', 'PENDING', 'CONFIRMED'];

/** Returns the filter without search text and companies, which are separate parameters. */
export function toBookingFilter(state: BookingsUrl, organisation: Uuid): BookingFilter | null {
  const { search, status, sent, tour, from, to } = state;
  return combineConditions([
    status.length > 0
      ? { field: 'status', in: status }
      : search.trim() === ''
        ? { field: 'status', in: ACTIVE_STATUSES }
        : null,
    sent === 'us' ? { field: 'partner', in: [organisation] } : null,
    tour.length > 0 ? { field: 'tour', in: tour } : null,
    from === null && to === null
      ? null
      : { field: 'date', ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) },
  ]);
}

/** Returns the sorted column; null for the default order. */
export const sortedColumnOf = (sort: BookingsUrl['sort']): TableSort | null =>
  sort === 'upcoming' ? null : { column: sort.replace('-', ''), descending: sort.startsWith('-') };

export const sortFromColumn = (head: TableSort | null): BookingsUrl['sort'] & BookingSort =>
  head === null ? 'upcoming' : (`${head.descending ? '-' : ''}${head.column}` as BookingsUrl['sort']);
