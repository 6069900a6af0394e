/** Converts the URL state of the bookings list to the server's query. */
import { combineConditions, type BookingFilter, type BookingSort } from '../../../domain/booking-filter.ts';
import type { BookingStatus } from '../../../domain/enums.ts';
import type { TableSort } from '../../../ui/data-table/table-column.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

/** Statuses of bookings that have not ended. */
const ACTIVE_STATUSES: BookingStatus[] = ['ON_HOLD', 'PENDING', 'CONFIRMED'];

type BookingQuery = Pick<
  BookingsUrl,
  | 'search'
  | 'status'
  | 'source'
  | 'due'
  | 'tour'
  | 'partner'
  | 'guide'
  | 'language'
  | 'tag'
  | 'from'
  | 'to'
  | 'bookedFrom'
  | 'bookedTo'
>;

/** Whether ended bookings are hidden, because neither a search nor a status filter is set. */
export const hidesEndedBookings = ({ search, status }: Pick<BookingQuery, 'search' | 'status'>) =>
  status.length === 0 && search.trim() === '';

/** Builds the filter, without the search text, which is a separate parameter. */
export function toBookingFilter(query: BookingQuery): BookingFilter | null {
  const { status, source, due, tour, partner, guide, language, tag, from, to, bookedFrom, bookedTo } = query;
  const range = (first: string | null, last: string | null) => ({
    ...(first === null ? {} : { from: first }),
    ...(last === null ? {} : { to: last }),
  });
  return combineConditions([
    hidesEndedBookings(query)
      ? { field: 'status', in: ACTIVE_STATUSES }
      : status.length > 0
        ? { field: 'status', in: status }
        : null,
    source.length > 0 ? { field: 'source', in: source } : null,
    due.length > 0 ? { any: due.map((field) => ({ field, from: 1 })) } : null,
    tour.length > 0 ? { field: 'tour', in: tour } : null,
    partner.length > 0 ? { field: 'partner', in: partner } : null,
    guide.length > 0 ? { field: 'guide', in: guide } : null,
    language.length > 0 ? { field: 'language', in: language } : null,
    tag.length > 0 ? { field: 'tag', in: tag } : null,
    from === null && to === null ? null : { field: 'date', ...range(from, to) },
    bookedFrom === null && bookedTo === null ? null : { field: 'created', ...range(bookedFrom, bookedTo) },
  ]);
}

/** URL state without any search or filter. */
export const EMPTY_QUERY: BookingQuery = {
  search: '',
  status: [],
  source: [],
  due: [],
  tour: [],
  partner: [],
  guide: [],
  language: [],
  tag: [],
  from: null,
  to: null,
  bookedFrom: null,
  bookedTo: null,
};

/** Counts the date ranges that are set but collapsed. */
export const countHiddenDates = ({ from, to, bookedFrom, bookedTo }: BookingQuery) =>
  [from ?? to, bookedFrom ?? bookedTo].filter(Boolean).length;

/** Returns the column and direction to show as sorted; null for the default order. */
export const sortedColumnOf = (sort: BookingSort): TableSort | null =>
  sort === 'upcoming' ? null : { column: sort.replace('-', ''), descending: sort.startsWith('-') };

/** Returns the server's sort parameter for a column; sortable columns are named like it. */
export const sortFromColumn = (sort: TableSort | null): BookingSort =>
  sort === null ? 'upcoming' : (`${sort.descending ? '-' : ''}${sort.column}` as BookingSort);
