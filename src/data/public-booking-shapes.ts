/** Shapes of what guests read: an operator with its tours, their availability, and a booking (ADR 034). */
import * as v from 'valibot';
import { BOOKING_STATUSES, PRICE_CATEGORY_TYPES } from '../domain/enums.ts';
import { LOCALES } from '../domain/locales.ts';
import { textOrNull } from './parse-response.ts';

const locale = v.picklist(LOCALES);

export const operatorShape = v.object({
  slug: v.string(),
  name: v.string(),
  colour: textOrNull,
  email: textOrNull,
  phone: textOrNull,
  timeZone: v.string(),
  currency: v.string(),
  locale,
  holdMinutes: v.number(),
  termsUrl: textOrNull,
  /** Tag of the logo. */
  logo: textOrNull,
  /** Guests must pay before their seats are confirmed. */
  paysOnline: v.boolean(),
});
export type PublicOperator = v.InferOutput<typeof operatorShape>;

export const partnerShape = v.object({
  slug: v.string(),
  name: v.string(),
  colour: textOrNull,
  email: textOrNull,
  phone: textOrNull,
  logo: textOrNull,
});
export type PublicPartner = v.InferOutput<typeof partnerShape>;

const tourTexts = v.record(
  v.string(),
  v.object({
    title: v.string(),
    summary: v.string(),
    description: v.string(),
    meetingPoint: v.string(),
    meetingNotes: v.string(),
  }),
);
export type PublicTourTexts = v.InferOutput<typeof tourTexts>;

const category = v.object({
  id: v.string(),
  type: v.picklist(PRICE_CATEGORY_TYPES),
  /** Minor units. */
  amount: v.number(),
  minimumAge: v.nullable(v.number()),
  maximumAge: v.nullable(v.number()),
  seats: v.number(),
  accompaniedBy: v.array(v.string()),
});
export type PublicCategory = v.InferOutput<typeof category>;

const tour = v.object({
  id: v.string(),
  slug: v.string(),
  /** Earlier slugs, which old links still use. */
  formerSlugs: v.array(v.string()),
  texts: tourTexts,
  durationMinutes: v.number(),
  languages: v.array(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  minimumParty: v.number(),
  cancellationCutOffHours: v.number(),
  nextAt: textOrNull,
  /** Tag of the picture. */
  picture: textOrNull,
  /** Whether every guest must be named. */
  asksNames: v.boolean(),
  categories: v.array(category),
});
export type PublicTour = v.InferOutput<typeof tour>;

export const catalogShape = v.object({
  operator: operatorShape,
  organisation: v.nullable(partnerShape),
  tours: v.array(tour),
});
export type Catalog = v.InferOutput<typeof catalogShape>;

const time = v.object({
  id: v.string(),
  at: v.string(),
  startsAt: v.string(),
  /** Free seats. */
  left: v.number(),
  language: v.string(),
  prices: v.nullable(v.record(v.string(), v.number())),
});
export type PublicTime = v.InferOutput<typeof time>;
export const dayShape = v.object({ date: v.string(), times: v.array(time) });
export type PublicDay = v.InferOutput<typeof dayShape>;

export const upcomingDepartureShape = v.object({
  id: v.string(),
  tourId: v.string(),
  startsAt: v.string(),
  date: v.string(),
  at: v.string(),
  /** Free seats. */
  left: v.number(),
  language: v.string(),
});
export type UpcomingDeparture = v.InferOutput<typeof upcomingDepartureShape>;

const guest = v.object({
  id: v.string(),
  priceCategoryId: textOrNull,
  type: v.picklist(PRICE_CATEGORY_TYPES),
  name: textOrNull,
  /** Minor units. */
  amount: v.number(),
  isCheckedIn: v.boolean(),
  ticketCode: textOrNull,
});
/** A code and the amount that it takes off the booking. */
const worth = v.object({ code: v.string(), amount: v.number() });
export const publicBookingShape = v.object({
  id: v.string(),
  /** Increases with every change. */
  sequence: v.number(),
  reference: v.string(),
  state: v.picklist(BOOKING_STATUSES),
  reason: textOrNull,
  secondsLeft: v.nullable(v.number()),
  extensions: v.number(),
  version: v.number(),
  lateMinutes: v.nullable(v.number()),
  locale,
  note: textOrNull,
  contact: v.nullable(v.object({ name: v.string(), email: textOrNull, phone: textOrNull })),
  operator: operatorShape,
  /** The partner in whose name it was booked; null for a direct booking. */
  organisation: v.nullable(partnerShape),
  tour: v.object({
    id: v.string(),
    texts: tourTexts,
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
  }),
  departure: v.object({
    id: v.string(),
    startsAt: v.string(),
    endsAt: v.string(),
    date: v.string(),
    language: v.string(),
    isCancelled: v.boolean(),
    meetingNote: textOrNull,
  }),
  guests: v.array(guest),
  /** Amounts in minor units. */
  money: v.object({
    total: v.number(),
    /** Still to be paid by the guest. */
    due: v.number(),
    /** To be paid online now; with a deposit less than `due`. */
    dueNow: v.number(),
    /** Received less refunded. */
    balance: v.number(),
    /** Refunds that are decided and not sent yet. */
    owed: v.number(),
    currency: v.string(),
  }),
  codes: v.object({ discount: v.nullish(worth), gift: v.nullish(worth) }),
  may: v.object({
    beLate: v.boolean(),
    cancel: v.boolean(),
    move: v.boolean(),
    /** Until when the guest may move, or cancel free of charge. */
    until: v.string(),
    /** Refund in minor units if the guest cancels now. */
    refund: v.number(),
    pay: v.boolean(),
  }),
});
export type PublicBooking = v.InferOutput<typeof publicBookingShape>;

export const nothing = v.object({});
const offered = v.object({ departureId: v.string(), startsAt: v.string(), left: v.number(), language: v.string() });
export type OfferedTour = v.InferOutput<typeof offered>;
/** Not available any more; `next` lists alternatives for someone who wanted to book it. */
const alternatives = v.object({ next: v.optional(v.array(offered), []) });
/** Refusals of a departure for a party or an existing booking. */
export const SEATS = {
  sold_out: v.object({ left: v.number(), next: v.array(offered) }),
  closed: alternatives,
  too_late: alternatives,
  departure_cancelled: alternatives,
  party_too_small: v.object({ minimum: v.number() }),
  not_accompanied: v.object({ priceCategoryId: v.string() }),
  wrong_state: v.object({ state: v.picklist(BOOKING_STATUSES) }),
  id_reused: nothing,
};
export const acted = v.object({ booking: publicBookingShape });
export const previewed = v.object({
  booking: v.optional(publicBookingShape),
  refund: v.nullish(v.number()),
  difference: v.nullish(v.number()),
});
