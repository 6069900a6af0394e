import * as v from 'valibot';
import { combineConditions, type BookingFilter, type BookingSort } from '../../domain/booking-filter.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../domain/closed-lists.ts';
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

/** Orders that mean the same for bookings of several companies. */
const SORTS = ['upcoming', 'departure', '-departure', 'created', '-created', 'name', '-name', 'reference', '-reference'] as const; // prettier-ignore

const SHAPE = v.object({
  /** Of which organisation, where somebody works for several; null: of the first. */
  organisation: uuidOrNull(),
  search: text(),
  company: someTexts(UUID),
  status: someOf(BOOKING_STATUSES),
  /** `us`: those that the organisation has sent. */
  sent: oneOf(['', 'us']),
  tour: someTexts(UUID),
  /** Days of the tour. */
  from: dateOrNull(),
  to: dateOrNull(),
  sort: oneOf(SORTS),
  /** Which one is open beside the list. */
  booking: uuidOrNull(),
  /** At which company the account is looked at. */
  account: uuidOrNull(),
  /** `1`: a new one is being made. */
  new: oneOf(['', '1']),
});
export type BookingsUrl = v.InferOutput<typeof SHAPE>;

/** What is looked for, filtered, ordered and opened. */
export const useBookingsUrl = () => useUrlState(SHAPE);

/** The address without anything that is looked for. */
export const EMPTY_QUERY = { search: '', company: [], status: [], sent: '', tour: [], from: null, to: null } as const satisfies Partial<BookingsUrl>; // prettier-ignore

/** Those that still mean something: what has ended is looked for by name or asked for by its state. */
const STANDING: BookingStatus[] = ['ON_HOLD', 'PENDING', 'CONFIRMED'];

/** The filter without words and companies, which go beside it. */
export function toBookingFilter(state: BookingsUrl, organisation: Uuid): BookingFilter | null {
  const { search, status, sent, tour, from, to } = state;
  return combineConditions([
    status.length > 0
      ? { field: 'status', in: status }
      : search.trim() === ''
        ? { field: 'status', in: STANDING }
        : null,
    sent === 'us' ? { field: 'partner', in: [organisation] } : null,
    tour.length > 0 ? { field: 'tour', in: tour } : null,
    from === null && to === null
      ? null
      : { field: 'date', ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) },
  ]);
}

/** The head by which the list is sorted; null for its own order. */
export const sortedColumnOf = (sort: BookingsUrl['sort']): TableSort | null =>
  sort === 'upcoming' ? null : { column: sort.replace('-', ''), descending: sort.startsWith('-') };

export const sortFromColumn = (head: TableSort | null): BookingsUrl['sort'] & BookingSort =>
  head === null ? 'upcoming' : (`${head.descending ? '-' : ''}${head.column}` as BookingsUrl['sort']);
