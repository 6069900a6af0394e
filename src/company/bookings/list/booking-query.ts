/** What the address says, as the server is asked for it. */
import { combineConditions, type BookingFilter, type BookingSort } from '../../../domain/booking-filter.ts';
import type { BookingStatus } from '../../../domain/closed-lists.ts';
import type { TableSort } from '../../../ui/data-table/table-column.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

/** Those that still mean something: what has ended is looked for by name or asked for by its state. */
const STANDING: BookingStatus[] = ['ON_HOLD', 'PENDING', 'CONFIRMED'];

type Asked = Pick<
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

/** True: bookings that have ended are left out, as neither a state nor a word was asked for. */
export const hidesEndedBookings = ({ search, status }: Pick<Asked, 'search' | 'status'>) =>
  status.length === 0 && search.trim() === '';

/** The filter without the words, which go beside it. */
export function toBookingFilter(asked: Asked): BookingFilter | null {
  const { status, source, due, tour, partner, guide, language, tag, from, to, bookedFrom, bookedTo } = asked;
  const range = (first: string | null, last: string | null) => ({
    ...(first === null ? {} : { from: first }),
    ...(last === null ? {} : { to: last }),
  });
  return combineConditions([
    hidesEndedBookings(asked)
      ? { field: 'status', in: STANDING }
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

const NOTHING: Asked = {
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
/** The address without anything that is looked for. */
export const EMPTY_QUERY = NOTHING;

/** How many of the days that are folded away are set. */
export const countHiddenDates = ({ from, to, bookedFrom, bookedTo }: Asked) =>
  [from ?? to, bookedFrom ?? bookedTo].filter(Boolean).length;

/** The head by which a list is sorted; null for its own order. */
export const sortedColumnOf = (sort: BookingSort): TableSort | null =>
  sort === 'upcoming' ? null : { column: sort.replace('-', ''), descending: sort.startsWith('-') };

/** What the server is asked for by a head, all of whose columns are among the sorts. */
export const sortFromColumn = (head: TableSort | null): BookingSort =>
  head === null ? 'upcoming' : (`${head.descending ? '-' : ''}${head.column}` as BookingSort);
