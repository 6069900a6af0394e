/** Booking by guests without an account (ADR 034). Each mutation carries an idempotency key (`request`). */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../domain/enums.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import type { Locale } from '../domain/locales.ts';
import {
  dayShape,
  operatorShape,
  publicBookingShape,
  catalogShape,
  upcomingDepartureShape,
} from './public-booking-shapes.ts';
import { callPublicRpc, callPublicFunction, type PublicOptions } from './public-call.ts';

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
const acted = v.object({ booking: publicBookingShape });
const previewed = v.object({
  booking: v.optional(publicBookingShape),
  refund: v.nullish(v.number()),
  difference: v.nullish(v.number()),
});

export const readCatalog = (args: { operator: string; organisation: string | null }, options: PublicOptions = {}) =>
  callPublicRpc('read_operator', args, { response: catalogShape, ...options });

/** Reads a month of a tour. `token`: the caller's own hold, whose seats count as free. */
export const readMonth = (
  args: { operator: string; tour: Uuid; month: string; token: string | null },
  options: PublicOptions = {},
) => callPublicRpc('read_availability', args, { response: v.object({ days: v.array(dayShape) }), ...options });

export const readNext = (
  args: { operator: string; party: number; token: string | null },
  options: PublicOptions = {},
) =>
  callPublicRpc('read_next_departures', args, {
    response: v.object({ departures: v.array(upcomingDepartureShape) }),
    ...options,
  });

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
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''));

/** Reads twenty operators, those with the earliest next departure first. `shown`: slugs that the caller has already. */
export const readDirectory = (
  { shown = [], ...search }: DirectorySearch & { shown?: readonly string[] } = {},
  options: PublicOptions = {},
) =>
  callPublicRpc(
    'read_directory',
    { ...directoryArgs(search), ...(shown.length > 0 ? { shown: [...shown] } : {}) },
    { response: v.object({ hasMore: v.boolean(), operators: v.array(listed) }), ...options },
  );

export const readPublicBooking = (token: string, options: PublicOptions = {}) =>
  callPublicRpc('read_booking', { token }, { response: acted, ...options });

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
      response: signedCodesShape,
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
  outcome: v.nullable(v.string()),
});
export type PublicPayment = v.InferOutput<typeof payment>;

export const readPayment = (token: string, options: PublicOptions = {}) =>
  callPublicRpc(
    'read_payment',
    { token },
    { response: v.object({ booking: publicBookingShape, payment }), ...options },
  );

/** Starts a payment of the amount due and returns the address of the payment page. */
export const beginPayment = (input: { token: string; locale: Locale }) =>
  callPublicFunction('begin-payment', input, {
    response: v.object({ url: v.string() }),
    refusals: { nothing_to_pay: v.object({ state: v.picklist(BOOKING_STATUSES) }), unavailable: nothing },
  });

/** A partner's link, and the day when it was clicked. */
export interface LinkClick {
  ref: string;
  day: LocalDate;
}

/** Counts a click on a partner's link; returns for how many days to remember it, 0 for not at all. */
export const countClick = (input: { code: string }) =>
  callPublicRpc('record_click', input, { response: v.object({ days: v.number() }) });

/** Reports the site that embeds an operator's page. */
export const reportEmbeddingSite = (input: { operator: string; site: string }) =>
  callPublicRpc('record_embedding', input, { response: v.object({}) });

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
  /** Token with which a reloaded frame takes over the hold; null where the frame has storage. */
  resume: string | null;
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
        ...Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null)),
      },
    },
    { response: acted, refusals: SEATS },
  );
export type HoldRefusal = Extract<Awaited<ReturnType<typeof holdSeats>>, { code: 'refused' }>['refusal'];

/** Moves the hold of a former load of a frame to the token of this one. */
export const resumeHold = (tokens: { resume: string; token: string }) =>
  callPublicRpc('take_over_hold', tokens, { response: acted });

export interface GuestActRequest {
  request: Uuid;
  token: string;
}
export const extendHold = (act: GuestActRequest) =>
  callPublicRpc(
    'extend',
    { ...act },
    { response: acted, refusals: { ...SEATS, extended_before: nothing, holds_too_many: nothing } },
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
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));

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
        ...(news === null ? {} : { news: { text: news } }),
        ...(names.length === 0 ? {} : { names: sentNames(names) }),
      },
    },
    { response: acted, refusals: { ...SEATS, no_contact: nothing, no_names: nothing } },
  );
};

const ENDING = { too_late: nothing, wrong_state: SEATS.wrong_state, checked_in: nothing, id_reused: nothing };
export const cancelAsGuest = ({ request, token, preview }: GuestActRequest & { preview: boolean }) =>
  callPublicRpc('cancel', { request, token, change: { preview } }, { response: previewed, refusals: ENDING });

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
      response: previewed,
      refusals: {
        ...SEATS,
        same_departure: nothing,
        moving_not_allowed: nothing,
        deadline_passed: nothing,
        checked_in: nothing,
        /** The company has changed its currency since the booking. */
        other_currency: nothing,
        /** The higher price exceeds the credit limit of the partner who pays. */
        over_limit: nothing,
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
      response: acted,
      refusals: { stale: nothing, no_names: nothing, wrong_state: SEATS.wrong_state, id_reused: nothing },
    },
  );

/** Reports how many minutes late the party will be; null withdraws the report. */
export const reportRunningLate = ({ request, token, minutes }: GuestActRequest & { minutes: number | null }) =>
  callPublicRpc(
    'report_delay',
    { request, token, minutes },
    {
      response: acted,
      refusals: { too_early: nothing, too_late: nothing, wrong_state: SEATS.wrong_state, id_reused: nothing },
    },
  );
