/** The office's lists of bookings: what is found, a page at a time. */
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
} from '../../domain/closed-lists.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Json } from '../database-types.ts';
import { instant, localDate, localised } from '../departure-schemas.ts';
import { rpc, type RpcOptions } from '../rpc.ts';

const text = v.nullable(v.string());
/** One row of a list, as any of the lists tells it. */
export const listedBooking = v.object({
  id: v.string(),
  /** Six signs, said aloud. */
  reference: v.string(),
  /** Without consent a partner reads the reference in place of the name, and nothing else. */
  contact: v.object({ name: v.string(), email: text, phone: text, country: text, locale: v.string() }),
  /** How many of each category, those that were given up left out. */
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
  /** As it is now: a hold whose time is over is EXPIRED. */
  status: v.picklist(BOOKING_STATUSES),
  expiresAt: v.nullable(instant),
  currency: v.string(),
  // Minor units.
  total: v.number(),
  paid: v.number(),
  /** What a partner owes of it: no money, and not in what was paid. */
  onAccount: v.number(),
  due: v.number(),
  overpaid: v.number(),
  /** To be paid back. */
  owed: v.number(),
  source: v.picklist(BOOKING_SOURCES),
  partner: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** Why it last moved, lost guests or ended. */
  reason: v.nullable(v.picklist(BOOKING_REASONS)),
  /** Who of it came; null of what is neither confirmed nor pending. */
  attendance: v.nullable(v.picklist(ATTENDANCES)),
  referral: text,
  /** The code of its discount. */
  discount: text,
  wantsNews: v.boolean(),
  voucher: text,
  note: text,
  tags: v.array(v.string()),
  createdAt: instant,
  version: v.number(),
});
/** Where a list goes on. */
export const bookingPlace = v.object({ part: v.number(), values: v.array(v.union([v.string(), v.number()])) });
const page = v.object({
  bookings: v.array(listedBooking),
  tours: v.array(v.object({ id: v.string(), title: localised })),
  /** The company's day. */
  today: localDate,
  showsGuests: v.boolean(),
  next: v.nullable(bookingPlace),
});
/** Where the next page begins; of the page before, and of no other list. */
export type BookingPlace = v.InferOutput<typeof bookingPlace>;
type Page = v.InferOutput<typeof page>;
export type ListedBooking = Page['bookings'][number] & {
  /** The tour's title by language. */
  title: Record<string, string>;
};
export type BookingPage = Omit<Page, 'bookings' | 'tours'> & { bookings: ListedBooking[] };

export interface BookingSearch {
  /** Words of the name, reference, e-mail, telephone, voucher or note, as they are typed. */
  search?: string;
  filter?: BookingFilter | null;
  sort?: BookingSort;
}

/** A page of the company's bookings. Fails with `not_permitted`, `invalid` (a filter of another shape) and like any call. */
export async function findBookings(
  companyId: Uuid,
  ask: BookingSearch & { after?: BookingPlace | null; pageSize?: number } & RpcOptions = {},
): Promise<Result<BookingPage>> {
  const { search, filter, sort = 'upcoming', after, pageSize = 50, ...options } = ask;
  const answer = await rpc(
    'find_bookings',
    {
      company: companyId,
      ...(search ? { search } : {}),
      ...(filter ? { filters: filter as Json } : {}),
      sort,
      ...(after ? { after } : {}),
      page_size: pageSize,
    },
    { ...options, answer: page },
  );
  if (!answer.ok) return answer;
  const { bookings, tours, ...rest } = answer.data;
  const titles = new Map(tours.map(({ id, title }) => [id, title]));
  const departures = new Map<string, ListedBooking['departure']>();
  return ok({
    ...rest,
    bookings: bookings.map((one) => {
      // Those of one departure share what is said of it: a list is long.
      const departure = departures.get(one.departure.id) ?? one.departure;
      departures.set(departure.id, departure);
      return { ...one, departure, title: titles.get(departure.tourId) ?? {} };
    }),
  });
}

const named = v.object({ id: v.string(), name: v.string() });
const choices = v.object({
  /** `departs`: at some time from now on. */
  tours: v.array(v.object({ id: v.string(), title: localised, departs: v.boolean() })),
  guides: v.array(named),
  languages: v.array(v.string()),
  currencies: v.array(v.string()),
  /** Of guests. */
  countries: v.array(v.string()),
  /** What links that led to a booking called themselves. */
  referrals: v.array(v.string()),
  /** `sends`: takes new bookings for the company. */
  partners: v.array(v.object({ ...named.entries, sends: v.boolean() })),
  tags: v.array(v.string()),
  /** Between the ledger and the provider's list, that nobody has settled. */
  differences: v.number(),
});
export type BookingChoices = v.InferOutput<typeof choices>;

/** What a company's bookings can be filtered by. Fails with `not_permitted` and like any call. */
export const readBookingChoices = (companyId: Uuid, options: RpcOptions = {}) =>
  rpc('booking_choices', { company: companyId }, { ...options, answer: choices });

const sums = v.array(
  v.object({
    /** The status, source, language, `YYYY-MM-DD` or `YYYY-MM`, or an id; null: no partner. */
    key: text,
    currency: v.string(),
    count: v.number(),
    /** Tickets. */
    guests: v.number(),
    // Minor units.
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

/** What all bookings that `findBookings` would list come to. `tours` and `partners` name the keys when they are told by those. Fails as it does. */
export function readBookingTotals(
  companyId: Uuid,
  ask: Omit<BookingSearch, 'sort'> & { by?: BookingTotalsBy } & RpcOptions = {},
): Promise<Result<BookingTotals>> {
  const { search, filter, by = 'status', ...options } = ask;
  return rpc(
    'booking_totals',
    { company: companyId, ...(search ? { search } : {}), ...(filter ? { filters: filter as Json } : {}), by },
    { ...options, answer: totals },
  );
}
