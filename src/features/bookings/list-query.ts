/** Search, filter and order that all lists of bookings share, in the URL and for the server. */
import { BOOKING_SORTS, type BookingFilter, type BookingSort } from '../../domain/booking-filter.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../domain/enums.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { dateOrNull, oneOf, someOf, someTexts, text, UUID, uuidOrNull } from '../../ui/address/use-url-state.ts';
import type { TableSort } from '../../ui/data-table/table-column.ts';

/** URL parameters of every list. */
export const listParams = {
  search: text(),
  sort: oneOf(BOOKING_SORTS),
  /** Booking whose detail is open. */
  booking: uuidOrNull(),
};

/** URL parameters of the lists that are filtered with chips. */
export const chipParams = {
  status: someOf(BOOKING_STATUSES),
  tour: someTexts(UUID),
  /** Range of departure dates. */
  from: dateOrNull(),
  to: dateOrNull(),
};

/** Statuses of bookings that have not ended. */
const ACTIVE_STATUSES: BookingStatus[] = ['ON_HOLD', 'PENDING', 'CONFIRMED'];

interface StatusQuery {
  search: string;
  status: BookingStatus[];
}

/** Whether ended bookings are hidden, because neither a search nor a status filter is set. */
export const hidesEndedBookings = ({ search, status }: StatusQuery) => status.length === 0 && search.trim() === '';

export const statusCondition = (query: StatusQuery): BookingFilter | null =>
  hidesEndedBookings(query) ? { field: 'status', in: ACTIVE_STATUSES } : listCondition('status', query.status);

/** Returns the condition that a field has one of these values; null if there are none. */
export const listCondition = <Field extends string, Value>(field: Field, values: Value[]) =>
  values.length > 0 ? { field, in: values } : null;

/** Returns the condition for a range of days; null if both ends are open. */
export const dateCondition = <Field extends string>(field: Field, from: LocalDate | null, to: LocalDate | null) =>
  from === null && to === null ? null : { field, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };

/** Whether the state differs from the state without any search or filter. */
export const isFiltered = <Query extends object>(state: Query, emptyQuery: Partial<Query>) =>
  Object.entries(emptyQuery).some(
    ([name, value]) => JSON.stringify(state[name as keyof Query]) !== JSON.stringify(value),
  );

/** Returns the column and direction to show as sorted; null for the default order. */
export const sortedColumnOf = (sort: BookingSort): TableSort | null =>
  sort === 'upcoming' ? null : { column: sort.replace('-', ''), descending: sort.startsWith('-') };

/** Returns the server's sort parameter for a column; sortable columns are named like it. */
export const sortFromColumn = (sort: TableSort | null): BookingSort =>
  sort === null ? 'upcoming' : (`${sort.descending ? '-' : ''}${sort.column}` as BookingSort);
