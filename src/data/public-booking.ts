/** Booking by guests without an account (ADR 034). Each mutation carries an idempotency key (`request`). */
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { LOCALES, type Locale } from '../domain/locales.ts';
import { BOOKING_STATUSES, PRICE_CATEGORY_TYPES } from '../domain/closed-lists.ts';
import { callPublicRpc, callPublicFunction, type PublicOptions } from './public-call.ts';

const text = v.nullable(v.string());
const locale = v.picklist(LOCALES);

export const operatorShape = v.object({
  slug: v.string(),
  name: v.string(),
  colour: text,
  email: text,
  phone: text,
  timeZone: v.string(),
  currency: v.string(),
  locale,
  holdMinutes: v.number(),
  termsUrl: text,
  /** Tag of the logo. */
  logo: text,
  /** Guests must pay before their seats are confirmed. */
  paysOnline: v.boolean(),
});
export type PublicOperator = v.InferOutput<typeof operatorShape>;

export const partnerShape = v.object({
  slug: v.string(),
  name: v.string(),
  colour: text,
  email: text,
  phone: text,
  logo: text,
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
  nextAt: text,
  /** Tag of the picture. */
  picture: text,
  /** Whether every guest must be named. */
  asksNames: v.boolean(),
  categories: v.array(category),
});
export type PublicTour = v.InferOutput<typeof tour>;

export const shopShape = v.object({
  operator: operatorShape,
  organisation: v.nullable(partnerShape),
  tours: v.array(tour),
});
export type Shop = v.InferOutput<typeof shopShape>;

const time = v.object({
  id: v.string(),
  at: v.string(),
  startsAt: v.string(),
  left: v.number(),
  language: v.string(),
  prices: v.nullable(v.record(v.string(), v.number())),
});
export type PublicTime = v.InferOutput<typeof time>;
const day = v.object({ date: v.string(), times: v.array(time) });
export type PublicDay = v.InferOutput<typeof day>;

const soon = v.object({
  id: v.string(),
  tourId: v.string(),
  startsAt: v.string(),
  date: v.string(),
  at: v.string(),
  left: v.number(),
  language: v.string(),
});
export type UpcomingDeparture = v.InferOutput<typeof soon>;

const guest = v.object({
  id: v.string(),
  priceCategoryId: text,
  type: v.picklist(PRICE_CATEGORY_TYPES),
  name: text,
  amount: v.number(),
  isHere: v.boolean(),
  ticketCode: text,
});
/** A code and the amount that it takes off the booking. */
const worth = v.object({ code: v.string(), amount: v.number() });
export const publicBookingShape = v.object({
  id: v.string(),
  /** Increases with every change. */
  sequence: v.number(),
  reference: v.string(),
  state: v.picklist(BOOKING_STATUSES),
  reason: text,
  secondsLeft: v.nullable(v.number()),
  extensions: v.number(),
  version: v.number(),
  lateMinutes: v.nullable(v.number()),
  locale,
  note: text,
  contact: v.nullable(v.object({ name: v.string(), email: text, phone: text })),
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
    meetingNote: text,
  }),
  guests: v.array(guest),
  /** `now`: amount to pay online now; with a deposit it is less than `due`. */
  money: v.object({
    total: v.number(),
    due: v.number(),
    now: v.number(),
    balance: v.number(),
    owed: v.number(),
    currency: v.string(),
  }),
  codes: v.object({ discount: v.nullish(worth), gift: v.nullish(worth) }),
  may: v.object({
    beLate: v.boolean(),
    cancel: v.boolean(),
    move: v.boolean(),
    until: v.string(),
    refund: v.number(),
    pay: v.boolean(),
  }),
});
const booking = publicBookingShape;
export type PublicBooking = v.InferOutput<typeof booking>;

const nothing = v.object({});
const offered = v.object({ departureId: v.string(), startsAt: v.string(), left: v.number(), language: v.string() });
export type OfferedTour = v.InferOutput<typeof offered>;
/** Not available any more; `next` lists alternatives for someone who wanted to book it. */
const alternatives = v.object({ next: v.optional(v.array(offered), []) });
/** Refusals of a departure for a party or an existing booking. */
const SEATS = {
  sold_out: v.object({ left: v.number(), next: v.array(offered) }),
  closed: alternatives,
  too_late: alternatives,
  departure_cancelled: alternatives,
  party_too_small: v.object({ minimum: v.number() }),
  wrong_category: nothing,
  wrong_age: nothing,
  not_accompanied: v.object({ priceCategoryId: v.string() }),
  wrong_state: v.object({ state: v.picklist(BOOKING_STATUSES) }),
  code_used_up: nothing,
  id_reused: nothing,
};
const acted = v.object({ booking });
const previewed = v.object({
  booking: v.optional(booking),
  refund: v.nullish(v.number()),
  difference: v.nullish(v.number()),
});

export const readShop = (args: { operator: string; organisation: string | null }, options: PublicOptions = {}) =>
  callPublicRpc('operator', args, { answer: shopShape, ...options });

/** Reads a month of a tour. `token`: the caller's own hold, whose seats count as free. */
export const readMonth = (
  args: { operator: string; tour: Uuid; month: string; token: string | null },
  options: PublicOptions = {},
) => callPublicRpc('availability', args, { answer: v.object({ days: v.array(day) }), ...options });

export const readNext = (
  args: { operator: string; party: number; token: string | null },
  options: PublicOptions = {},
) => callPublicRpc('next', args, { answer: v.object({ departures: v.array(soon) }), ...options });

const listed = v.object({
  ...operatorShape.entries,
  tours: v.array(
    v.object({
      slug: v.string(),
      titles: v.record(v.string(), v.string()),
      meetingPoints: v.record(v.string(), v.string()),
      languages: v.array(v.string()),
      nextAt: v.string(),
    }),
  ),
});
export type ListedOperator = v.InferOutput<typeof listed>;

export interface DirectorySearch {
  /** Search terms: place, tour or operator. */
  search?: string | undefined;
  /** Language of the tour. */
  language?: string | undefined;
  day?: string | undefined;
}

/** Returns the search arguments without empty ones, so that they match the preloaded response. */
export const directoryArgs = (input: DirectorySearch): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, one]) => one !== undefined && one !== ''));

/** Reads twenty operators, those with the earliest next departure first. `shown`: slugs that the caller has already. */
export const readDirectory = (
  { shown = [], ...search }: DirectorySearch & { shown?: readonly string[] } = {},
  options: PublicOptions = {},
) =>
  callPublicRpc(
    'directory',
    { ...directoryArgs(search), ...(shown.length > 0 ? { shown: [...shown] } : {}) },
    { answer: v.object({ more: v.boolean(), operators: v.array(listed) }), ...options },
  );

export const readPublicBooking = (token: string, options: PublicOptions = {}) =>
  callPublicRpc('booking', { token }, { answer: acted, ...options });

export const signedCodesShape = v.object({
  party: v.string(),
  guests: v.array(v.object({ id: v.string(), ticket: v.string() })),
});
/** Signed ticket codes of a confirmed booking: one for the party and one per guest. */
export type SignedCodes = v.InferOutput<typeof signedCodesShape>;

export const readSignedCodes = (token: string, options: PublicOptions = {}) =>
  callPublicFunction(
    'sign-tickets',
    { token },
    {
      answer: signedCodesShape,
      refusals: { wrong_state: v.object({ state: v.picklist(BOOKING_STATUSES) }) },
      ...options,
    },
  );

const payment = v.object({
  mayPay: v.boolean(),
  /** State of the latest payment attempt; null without one. */
  state: v.nullable(v.picklist(['open', 'refused', 'paid', 'expired', 'closed'])),
  /** A payment event of the provider has not been processed yet. */
  isWaiting: v.boolean(),
  /** Outcome of the latest payment. */
  outcome: text,
});
export type PublicPayment = v.InferOutput<typeof payment>;

export const readPayment = (token: string, options: PublicOptions = {}) =>
  callPublicRpc('payment', { token }, { answer: v.object({ booking, payment }), ...options });

/** Starts a payment of the amount due and returns the address of the payment page. */
export const beginPayment = (input: { token: string; locale: Locale }) =>
  callPublicFunction('begin-payment', input, {
    answer: v.object({ url: v.string() }),
    refusals: { nothing_to_pay: v.object({ state: v.picklist(BOOKING_STATUSES) }), unavailable: nothing },
  });

/** A partner's link, and the day when it was clicked. */
export interface LinkClick {
  ref: string;
  day: LocalDate;
}

/** Counts a click on a partner's link; returns for how many days to remember it, 0 for not at all. */
export const countClick = (input: { code: string }) =>
  callPublicRpc('click', input, { answer: v.object({ days: v.number() }) });

/** Reports the site that embeds an operator's page. */
export const reportEmbeddingSite = (input: { operator: string; site: string }) =>
  callPublicRpc('embedded', input, { answer: v.object({}) });

export interface HoldRequest {
  request: Uuid;
  token: string;
  departure: Uuid;
  /** One per ticket. */
  categories: readonly Uuid[];
  locale: Locale;
  organisation: string | null;
  /** Name in the link that led here. */
  referral: string | null;
  /** Partner links clicked earlier, oldest first. */
  clicks: readonly LinkClick[] | null;
}
export const holdSeats = ({ request, token, departure, categories, locale: language, ...from }: HoldRequest) =>
  callPublicRpc(
    'hold',
    {
      request,
      token,
      departure,
      booking: {
        guests: categories.map((id) => ({ price_category_id: id })),
        locale: language,
        ...Object.fromEntries(Object.entries(from).filter(([, one]) => one !== null)),
      },
    },
    { answer: acted, refusals: SEATS },
  );
export type HoldRefusal = Extract<Awaited<ReturnType<typeof holdSeats>>, { code: 'refused' }>['refusal'];

export interface GuestActRequest {
  request: Uuid;
  token: string;
}
export const extendHold = (act: GuestActRequest) =>
  callPublicRpc(
    'extend',
    { ...act },
    { answer: acted, refusals: { ...SEATS, extended_before: nothing, seats_wanted: nothing } },
  );

export interface GuestName {
  guestId: Uuid;
  name: string;
}
const sentNames = (names: readonly GuestName[]) => names.map(({ guestId, name }) => ({ guest_id: guestId, name }));

export interface BookingDetails {
  name: string;
  email: string;
  phone: string;
  /** Country of the phone number; '' if unknown. */
  country: string;
  note: string;
  locale: Locale;
  /** Sentence that the guest agreed to for receiving news; null without consent. */
  news: string | null;
  /** Names of all guests, where the tour asks for them. */
  names: readonly GuestName[];
}
const withoutEmpty = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => one !== ''));

export const confirmHold = ({ request, token, details }: GuestActRequest & { details: BookingDetails }) => {
  const { name, email, phone, country, locale: language, note, news, names } = details;
  return callPublicRpc(
    'confirm',
    {
      request,
      token,
      details: {
        contact: withoutEmpty({ name, email, phone, country, locale: language }),
        ...withoutEmpty({ note: note.trim() }),
        ...(news === null ? {} : { news: { said: news } }),
        ...(names.length === 0 ? {} : { names: sentNames(names) }),
      },
    },
    { answer: acted, refusals: { ...SEATS, no_contact: nothing, no_names: nothing } },
  );
};

const ENDING = { too_late: nothing, wrong_state: SEATS.wrong_state, checked_in: nothing, too_much: nothing };
export const cancelAsGuest = ({ request, token, preview }: GuestActRequest & { preview: boolean }) =>
  callPublicRpc('cancel', { request, token, change: { preview } }, { answer: previewed, refusals: ENDING });

export const moveAsGuest = ({
  request,
  token,
  departure,
  preview,
}: GuestActRequest & { departure: Uuid; preview: boolean }) =>
  callPublicRpc(
    'move',
    { request, token, change: { departure_id: departure, preview } },
    {
      answer: previewed,
      refusals: {
        ...SEATS,
        same_departure: nothing,
        moving_not_allowed: nothing,
        deadline_passed: nothing,
        checked_in: nothing,
      },
    },
  );

export const renameGuests = ({
  request,
  token,
  version,
  names,
}: GuestActRequest & { version: number; names: readonly GuestName[] }) =>
  callPublicRpc(
    'edit',
    { request, token, change: { version, names: sentNames(names) } },
    {
      answer: acted,
      refusals: { stale: nothing, no_names: nothing, wrong_state: SEATS.wrong_state, id_reused: nothing },
    },
  );

/** Reports how many minutes late the party will be; null withdraws the report. */
export const reportRunningLate = ({ request, token, minutes }: GuestActRequest & { minutes: number | null }) =>
  callPublicRpc(
    'running_late',
    { request, token, minutes },
    {
      answer: acted,
      refusals: { too_early: nothing, too_late: nothing, wrong_state: SEATS.wrong_state, id_reused: nothing },
    },
  );
