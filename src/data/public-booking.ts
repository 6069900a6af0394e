/** Booking by guests without an account (ADR 034). Each mutation carries an idempotency key (`request`). */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../domain/enums.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import type { Locale } from '../domain/locales.ts';
import { defineRpc } from './define-rpc.ts';
import {
  acted,
  catalogShape,
  dayShape,
  nothing,
  previewed,
  SEATS,
  upcomingDepartureShape,
} from './public-booking-shapes.ts';
import { callPublicRpc, callPublicFunction, type PublicOptions } from './public-call.ts';

export const guestReadOperatorRpc = defineRpc('guest_read_operator', { response: catalogShape });

export const readCatalog = (args: { operator: string; organisation: string | null }, options: PublicOptions = {}) =>
  callPublicRpc(guestReadOperatorRpc, args, options);

export const guestReadAvailabilityRpc = defineRpc('guest_read_availability', {
  response: v.object({ days: v.array(dayShape) }),
});

/** Reads a month of a tour. `token`: the caller's own hold, whose seats count as free. */
export const readMonth = (
  args: { operator: string; tour: Uuid; month: string; token: string | null },
  options: PublicOptions = {},
) => callPublicRpc(guestReadAvailabilityRpc, args, options);

export const guestReadNextDeparturesRpc = defineRpc('guest_read_next_departures', {
  response: v.object({ departures: v.array(upcomingDepartureShape) }),
});

export const readNext = (
  args: { operator: string; party: number; token: string | null },
  options: PublicOptions = {},
) => callPublicRpc(guestReadNextDeparturesRpc, args, options);

export const guestReadBookingRpc = defineRpc('guest_read_booking', { response: acted });

export const readPublicBooking = (token: string, options: PublicOptions = {}) =>
  callPublicRpc(guestReadBookingRpc, { token }, options);

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
    },
    options,
  );

/** A partner's link, and the day when it was clicked. */
export interface LinkClick {
  ref: string;
  day: LocalDate;
}

export const guestRecordClickRpc = defineRpc('guest_record_click', { response: v.object({ days: v.number() }) });

/** Counts a click on a partner's link; returns for how many days to remember it, 0 for not at all. */
export const countClick = (input: { code: string }) => callPublicRpc(guestRecordClickRpc, input);

export const guestRecordEmbeddingRpc = defineRpc('guest_record_embedding', { response: v.object({}) });

/** Reports the site that embeds an operator's page. */
export const reportEmbeddingSite = (input: { operator: string; site: string }) =>
  callPublicRpc(guestRecordEmbeddingRpc, input);

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

export const guestHoldRpc = defineRpc('guest_hold', {
  response: acted,
  refusals: { ...SEATS, wrong_category: nothing },
});

export const holdSeats = ({ request, token, departure, categories, locale: language, ...from }: HoldRequest) =>
  callPublicRpc(guestHoldRpc, {
    request,
    token,
    departure,
    booking: {
      guests: categories.map((id) => ({ price_category_id: id })),
      locale: language,
      ...Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null)),
    },
  });
/** Also of an extended or confirmed hold. */
export type HoldRefusal =
  | Extract<Awaited<ReturnType<typeof holdSeats>>, { code: 'refused' }>['refusal']
  | { status: 'code_used_up' };

export const guestTakeOverHoldRpc = defineRpc('guest_take_over_hold', { response: acted });

/** Moves the hold of a former load of a frame to the token of this one. */
export const resumeHold = (tokens: { resume: string; token: string }) => callPublicRpc(guestTakeOverHoldRpc, tokens);

export interface GuestActRequest {
  request: Uuid;
  token: string;
}

export const guestExtendRpc = defineRpc('guest_extend', {
  response: acted,
  refusals: { ...SEATS, code_used_up: nothing, extended_before: nothing, holds_too_many: nothing },
});

export const extendHold = (act: GuestActRequest) => callPublicRpc(guestExtendRpc, { ...act });

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

export const guestConfirmRpc = defineRpc('guest_confirm', {
  response: acted,
  refusals: { ...SEATS, code_used_up: nothing, no_contact: nothing, no_names: nothing },
});

export const confirmHold = ({ request, token, details }: GuestActRequest & { details: BookingDetails }) => {
  const { name, email, phone, country, locale: language, note, news, names } = details;
  return callPublicRpc(guestConfirmRpc, {
    request,
    token,
    details: {
      contact: withoutEmpty({ name, email, phone, country, locale: language }),
      ...withoutEmpty({ note: note.trim() }),
      ...(news === null ? {} : { news: { text: news } }),
      ...(names.length === 0 ? {} : { names: sentNames(names) }),
    },
  });
};

const ENDING = { too_late: nothing, wrong_state: SEATS.wrong_state, checked_in: nothing, id_reused: nothing };

export const guestCancelRpc = defineRpc('guest_cancel', { response: previewed, refusals: ENDING });

export const cancelAsGuest = ({ request, token, preview }: GuestActRequest & { preview: boolean }) =>
  callPublicRpc(guestCancelRpc, { request, token, change: { preview } });

export const guestMoveRpc = defineRpc('guest_move', {
  response: previewed,
  refusals: {
    ...SEATS,
    same_departure: nothing,
    moving_not_allowed: nothing,
    deadline_passed: nothing,
    checked_in: nothing,
    /** The higher price exceeds the credit limit of the partner who pays. */
    over_limit: nothing,
  },
});

export const moveAsGuest = ({
  request,
  token,
  departure,
  preview,
}: GuestActRequest & { departure: Uuid; preview: boolean }) =>
  callPublicRpc(guestMoveRpc, { request, token, change: { departure_id: departure, preview } });

export const guestEditRpc = defineRpc('guest_edit', {
  response: acted,
  refusals: { stale: nothing, no_names: nothing, wrong_state: SEATS.wrong_state, id_reused: nothing },
});

export const renameGuests = ({
  request,
  token,
  version,
  names,
}: GuestActRequest & { version: number; names: readonly GuestName[] }) =>
  callPublicRpc(guestEditRpc, { request, token, change: { version, names: sentNames(names) } });

export const guestReportDelayRpc = defineRpc('guest_report_delay', {
  response: acted,
  refusals: { too_early: nothing, too_late: nothing, wrong_state: SEATS.wrong_state, id_reused: nothing },
});

/** Reports how many minutes late the party will be; null withdraws the report. */
export const reportRunningLate = ({ request, token, minutes }: GuestActRequest & { minutes: number | null }) =>
  callPublicRpc(guestReportDelayRpc, { request, token, minutes });
