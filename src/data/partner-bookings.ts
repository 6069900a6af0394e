/**
 * A partner's bookings across its companies, masked by the server where a company does not share data, and booking as
 * a partner.
 */
import * as v from 'valibot';
import type { BookingFilter, BookingSort } from '../domain/booking-filter.ts';
import { PRICE_CATEGORY_TYPES } from '../domain/enums.ts';
import type { Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { bookingCursor, bookingRow, type BookingCursor } from './bookings/list.ts';
import { capacityRefusals } from './bookings/refusals.ts';
import { actionResult } from './bookings/schemas.ts';
import type { Contact, NewTicket } from './bookings/changes.ts';
import type { Json } from './database-types.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import type { RefusalOf } from './parse-response.ts';
import { rpc, type RpcOptions } from './rpc.ts';
import { toWire } from './wire.ts';

const { id, reference, contact, party, guests, departure, status, expiresAt, currency, total, paid, onAccount, due } =
  bookingRow.entries;
const { source, partner, voucherNumber, note, createdAt } = bookingRow.entries;
const card = v.object({
  id,
  reference,
  contact,
  party,
  guests,
  status,
  expiresAt,
  currency,
  total,
  paid,
  onAccount,
  due,
  source,
  partner,
  voucherNumber,
  note,
  createdAt,
  departure: v.omit(departure, ['guides']),
  /** Only the reference is visible. */
  isMasked: v.boolean(),
  company: v.object({ id: v.string(), name: v.string(), timeZone: v.string() }),
});
const page = v.object({
  bookings: v.array(card),
  tours: v.array(v.object({ id: v.string(), title: localised })),
  next: v.nullable(bookingCursor),
});
type Page = v.InferOutput<typeof page>;
export type PartnerBooking = Page['bookings'][number] & {
  /** The tour's title by language. */
  title: Record<string, string>;
};
export type PartnerBookingPage = Omit<Page, 'bookings' | 'tours'> & { bookings: PartnerBooking[] };

export interface PartnerBookingSearch {
  organisation: Uuid;
  /** Empty: all companies. */
  companies: readonly Uuid[];
  search: string;
  filter: BookingFilter | null;
}
const toSearchArgs = ({ organisation, companies, search, filter }: PartnerBookingSearch) => ({
  organisation,
  ...(companies.length > 0 ? { companies: [...companies] } : {}),
  ...(search ? { search } : {}),
  ...(filter ? { filters: filter as Json } : {}),
});

export const findPartnerBookingsRpc = defineRpc('find_partner_bookings', { response: page });

/** Reads a page of the bookings that someone of a partner may see. Fails with `not_permitted` or `invalid`. */
export async function findPartnerBookings(
  ask: PartnerBookingSearch & { sort: BookingSort; after: BookingCursor | null; pageSize?: number },
  options: RpcOptions = {},
): Promise<Result<PartnerBookingPage>> {
  const { sort, after, pageSize = 50 } = ask;
  const result = await rpc(
    findPartnerBookingsRpc,
    { ...toSearchArgs(ask), sort, ...(after ? { after } : {}), page_size: pageSize },
    options,
  );
  if (!result.ok) return result;
  const titles = new Map(result.data.tours.map((tour) => [tour.id, tour.title]));
  return ok({
    next: result.data.next,
    bookings: result.data.bookings.map((booking) => ({
      ...booking,
      title: titles.get(booking.departure.tourId) ?? {},
    })),
  });
}

const sums = v.array(
  v.object({
    company: v.string(),
    name: v.string(),
    currency: v.string(),
    count: v.number(),
    /** Number of tickets. */
    guests: v.number(),
    // Minor units.
    total: v.number(),
    due: v.number(),
  }),
);
export type PartnerSum = v.InferOutput<typeof sums>[number];

export const readPartnerBookingTotalsRpc = defineRpc('read_partner_booking_totals', { response: v.object({ sums }) });

/** Sums all bookings that `findPartnerBookings` would return, by company. */
export const readPartnerTotals = (ask: PartnerBookingSearch, options: RpcOptions = {}) =>
  rpc(readPartnerBookingTotalsRpc, toSearchArgs(ask), options);

const choices = v.object({
  /** Whether all bookings of these companies are visible, or only those that the partner made. */
  seesAll: v.boolean(),
  companies: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      slug: v.string(),
      timeZone: v.string(),
      currency: v.string(),
      sharesGuests: v.boolean(),
      /** Remaining credit; null: no account. */
      account: v.nullable(v.object({ availableCredit: v.number() })),
      tours: v.array(v.object({ id: v.string(), title: localised })),
    }),
  ),
});
export type PartnerChoices = v.InferOutput<typeof choices>;
export type PartnerCompany = PartnerChoices['companies'][number];

export const readPartnerBookingChoicesRpc = defineRpc('read_partner_booking_choices', { response: choices });

/** Reads the partner's companies and their bookable tours. Fails with `not_permitted`. */
export const readPartnerChoices = (organisation: Uuid, options: RpcOptions = {}) =>
  rpc(readPartnerBookingChoicesRpc, { organisation }, options);

const partnerBookingDetail = v.object({
  booking: card,
  title: localised,
  /** Contact data of the company. */
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  guests: v.array(
    v.object({
      id: v.string(),
      type: v.picklist(PRICE_CATEGORY_TYPES),
      name: v.nullable(v.string()),
      isCancelled: v.boolean(),
      checkIn: v.nullable(v.string()),
    }),
  ),
});
export type PartnerBookingDetail = v.InferOutput<typeof partnerBookingDetail>;

export const readPartnerBookingRpc = defineRpc('read_partner_booking', { response: partnerBookingDetail });

/** Reads one booking. Fails with `not_found` or `not_permitted`. */
export const readPartnerBooking = (query: { organisation: Uuid; booking: Uuid }, options: RpcOptions = {}) =>
  rpc(readPartnerBookingRpc, query, options);

const month = v.object({
  /** Whether every guest of a party must be named. */
  asksNames: v.boolean(),
  days: v.array(
    v.object({
      date: localDate,
      times: v.array(
        v.object({
          id: v.string(),
          /** `HH:MM` in the company's time zone. */
          at: v.string(),
          startsAt: instant,
          /** Free seats. */
          left: v.number(),
          /** Of `left`, the seats allotted to the partner. */
          own: v.nullable(v.object({ seats: v.number(), until: instant })),
          language: v.string(),
          /** Prices of this departure that differ from the tour's. */
          prices: v.nullish(v.record(v.string(), v.number())),
        }),
      ),
    }),
  ),
  prices: v.array(
    v.object({
      id: v.string(),
      type: v.picklist(PRICE_CATEGORY_TYPES),
      /** Minor units. */
      amount: v.number(),
      seats: v.number(),
      minimumAge: v.nullable(v.number()),
      maximumAge: v.nullable(v.number()),
    }),
  ),
});
export type PartnerMonth = v.InferOutput<typeof month>;

export const readPartnerAvailabilityRpc = defineRpc('read_partner_availability', { response: month });

/** Reads a month (`YYYY-MM`) of a tour, with free seats and prices. Fails with `not_found`. */
export const readPartnerMonth = (query: { organisation: Uuid; tour: Uuid; month: string }, options: RpcOptions = {}) =>
  rpc(readPartnerAvailabilityRpc, query, options);

export interface PartnersBooking {
  guests: NewTicket[];
  contact?: Contact;
  /** The partner's own booking number. */
  voucherNumber?: string;
  note?: string;
  /** The partner owes the price; the guests pay nothing. */
  onAccount?: boolean;
  /** False: the guest gets no mail. */
  mail?: boolean;
  /** True: dry run that books nothing. */
  preview?: boolean;
}
const none = v.object({});

export const bookAsPartnerRpc = defineRpc('book_as_partner', {
  response: v.object(actionResult),
  refusals: {
    ...capacityRefusals,
    id_reused: none,
    too_late: none,
    no_contact: none,
    no_names: none,
    no_account: none,
    over_limit: v.object({ availableCredit: v.number(), currency: v.string() }),
    invalid: none,
  },
});

type Booked = { bookingId: Uuid; reference: string; money: { total: number } };

/** Books at once for a partner's guests. Idempotent by `request`. */
export const bookAsPartner = (
  input: { request: Uuid; organisation: Uuid; departure: Uuid; booking: PartnersBooking },
  options: RpcOptions = {},
): Promise<Result<Booked, RefusalOf<NonNullable<(typeof bookAsPartnerRpc)['refusals']>>>> =>
  rpc(bookAsPartnerRpc, { ...input, booking: toWire(input.booking) as Json }, options);
