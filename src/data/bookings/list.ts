/** Booking search for the office, with cursor pagination. */
import * as v from 'valibot';
import type { BookingFilter, BookingSort, BookingTotalsBy } from '../../domain/booking-filter.ts';
import type { Uuid } from '../../domain/ids.ts';
import { BOOKING_REASONS } from '../../domain/booking-reasons.ts';
import {
  ATTENDANCES,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  DEPARTURE_STATUSES,
  PRICE_CATEGORY_TYPES,
} from '../../domain/enums.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Json } from '../database-types.ts';
import { instant, localDate, localised } from '../departure-schemas.ts';
import { defineRpc } from '../define-rpc.ts';
import { rpc, type RpcOptions } from '../rpc.ts';
import { textOrNull } from '../parse-response.ts';

/** Booking row that all lists share; `ListedBooking` adds the tour's title. */
export const bookingRow = v.object({
  id: v.string(),
  /** Six characters that are easy to read aloud. */
  reference: v.string(),
  /** Without data sharing a partner gets the reference as `name` and no contact data. */
  contact: v.object({
    name: v.string(),
    email: textOrNull,
    phone: textOrNull,
    country: textOrNull,
    locale: v.string(),
  }),
  /** Guests by price category, without cancelled ones. */
  party: v.array(v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), count: v.number() })),
  guests: v.number(),
  departure: v.object({
    id: v.string(),
    tourId: v.string(),
    startsAt: instant,
    localDate,
    language: v.string(),
    departureStatus: v.picklist(DEPARTURE_STATUSES),
    guides: v.array(v.string()),
  }),
  /** Current status: an expired hold is already EXPIRED. */
  status: v.picklist(BOOKING_STATUSES),
  expiresAt: v.nullable(instant),
  currency: v.string(),
  // Amounts in minor units.
  total: v.number(),
  /** Received from the guest, less refunds. */
  paid: v.number(),
  /** Owed by the partner on account; not part of `paid`. */
  onAccount: v.number(),
  /** Still to be paid by the guest. */
  due: v.number(),
  /** Paid beyond the price, without a refund for it yet. */
  overpaid: v.number(),
  /** Refunds that are decided and not sent yet. */
  owed: v.number(),
  source: v.picklist(BOOKING_SOURCES),
  partner: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** Reason of the last move, reduction or cancellation. */
  reason: v.nullable(v.picklist(BOOKING_REASONS)),
  /** Attendance; null unless the booking is confirmed or pending. */
  attendance: v.nullable(v.picklist(ATTENDANCES)),
  referral: textOrNull,
  discount: textOrNull,
  hasNewsConsent: v.boolean(),
  voucherNumber: textOrNull,
  note: textOrNull,
  tags: v.array(v.string()),
  createdAt: instant,
  version: v.number(),
});
/** Cursor: position from which a list continues. */
export const bookingCursor = v.object({ part: v.number(), values: v.array(v.union([v.string(), v.number()])) });
const page = v.object({
  bookings: v.array(bookingRow),
  tours: v.array(v.object({ id: v.string(), title: localised })),
  /** Current day in the company's time zone. */
  today: localDate,
  showsGuests: v.boolean(),
  next: v.nullable(bookingCursor),
});
/** Cursor of the next page; valid only for the same search. */
export type BookingCursor = v.InferOutput<typeof bookingCursor>;
type Page = v.InferOutput<typeof page>;
export type ListedBooking = Page['bookings'][number] & {
  /** The tour's title by language. */
  title: Record<string, string>;
};
export type BookingPage = Omit<Page, 'bookings' | 'tours'> & { bookings: ListedBooking[] };

export interface BookingSearch {
  /** Search terms for name, reference, email, phone, voucher number or note. */
  search?: string;
  filter?: BookingFilter | null;
  sort?: BookingSort;
}

export const findBookingsRpc = defineRpc('find_bookings', { response: page });

/** Reads a page of the company's bookings. Fails with `not_permitted`, or `invalid` for a malformed filter. */
export async function findBookings(
  companyId: Uuid,
  query: BookingSearch & { after?: BookingCursor | null; pageSize?: number } & RpcOptions = {},
): Promise<Result<BookingPage>> {
  const { search, filter, sort = 'upcoming', after, pageSize = 50, ...options } = query;
  const result = await rpc(
    findBookingsRpc,
    {
      company: companyId,
      ...(search ? { search } : {}),
      ...(filter ? { filters: filter as Json } : {}),
      sort,
      ...(after ? { after } : {}),
      page_size: pageSize,
    },
    options,
  );
  if (!result.ok) return result;
  const { bookings, tours, ...rest } = result.data;
  const titles = new Map(tours.map(({ id, title }) => [id, title]));
  const departures = new Map<string, ListedBooking['departure']>();
  return ok({
    ...rest,
    bookings: bookings.map((booking) => {
      // Rows of one departure share one object to save memory in long lists.
      const departure = departures.get(booking.departure.id) ?? booking.departure;
      departures.set(departure.id, departure);
      return { ...booking, departure, title: titles.get(departure.tourId) ?? {} };
    }),
  });
}

const named = v.object({ id: v.string(), name: v.string() });
const choices = v.object({
  tours: v.array(v.object({ id: v.string(), title: localised, hasFutureDeparture: v.boolean() })),
  guides: v.array(named),
  languages: v.array(v.string()),
  currencies: v.array(v.string()),
  countries: v.array(v.string()),
  /** Names of links that led to bookings. */
  referrals: v.array(v.string()),
  partners: v.array(v.object({ ...named.entries, maySell: v.boolean() })),
  tags: v.array(v.string()),
  /** Unsettled differences between the ledger and the provider's list. */
  differences: v.number(),
});
export type BookingChoices = v.InferOutput<typeof choices>;

export const readBookingChoicesRpc = defineRpc('read_booking_choices', { response: choices });

/** Reads the values that the company's bookings can be filtered by. Fails with `not_permitted`. */
export const readBookingChoices = (companyId: Uuid, options: RpcOptions = {}) =>
  rpc(readBookingChoicesRpc, { company: companyId }, options);

const sums = v.array(
  v.object({
    /** Status, source, language, `YYYY-MM-DD`, `YYYY-MM` or id, depending on the grouping; null: no partner. */
    key: textOrNull,
    currency: v.string(),
    count: v.number(),
    /** Number of tickets. */
    guests: v.number(),
    // Amounts in minor units, with the meanings of a booking row.
    total: v.number(),
    paid: v.number(),
    owed: v.number(),
    due: v.number(),
    overpaid: v.number(),
  }),
);
const totals = v.object({
  sums,
  tours: v.array(v.object({ id: v.string(), title: localised })),
  partners: v.array(named),
});
export type BookingTotals = v.InferOutput<typeof totals>;
export type BookingSum = BookingTotals['sums'][number];

export const readBookingTotalsRpc = defineRpc('read_booking_totals', { response: totals });

/**
 * Sums all bookings that `findBookings` would return, grouped by `by`. `tours` and `partners` name the keys of those
 * groupings.
 */
export function readBookingTotals(
  companyId: Uuid,
  query: Omit<BookingSearch, 'sort'> & { by?: BookingTotalsBy } & RpcOptions = {},
): Promise<Result<BookingTotals>> {
  const { search, filter, by = 'status', ...options } = query;
  return rpc(
    readBookingTotalsRpc,
    { company: companyId, ...(search ? { search } : {}), ...(filter ? { filters: filter as Json } : {}), by },
    options,
  );
}
