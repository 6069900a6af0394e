/** Converts the URL state of the bookings list to the server's query. */
import { combineConditions, type BookingFilter } from '../../../domain/booking-filter.ts';
import { dateCondition, listCondition, statusCondition } from '../../../features/bookings/list-query.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

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

/** Builds the filter, without the search text, which is a separate parameter. */
export function toBookingFilter(query: BookingQuery): BookingFilter | null {
  const { source, due, tour, partner, guide, language, tag, from, to, bookedFrom, bookedTo } = query;
  return combineConditions([
    statusCondition(query),
    listCondition('source', source),
    due.length > 0 ? { any: due.map((field) => ({ field, from: 1 })) } : null,
    listCondition('tour', tour),
    listCondition('partner', partner),
    listCondition('guide', guide),
    listCondition('language', language),
    listCondition('tag', tag),
    dateCondition('date', from, to),
    dateCondition('created', bookedFrom, bookedTo),
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

/** Counts the date ranges that are set, whose fields can be collapsed. */
export const countDateRanges = ({ from, to, bookedFrom, bookedTo }: BookingQuery) =>
  [from ?? to, bookedFrom ?? bookedTo].filter(Boolean).length;
