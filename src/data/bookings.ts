/** The office's acts on bookings: one call an intention, each with a request's uuid that makes it safe to repeat (ADR 026). */
import * as v from 'valibot';
import { DOCUMENT_KINDS } from '../domain/document-sheet.ts';
import { BOOKING_REASONS, type BookingReason } from '../domain/booking-reasons.ts';
import {
  ADDRESS_MARKS,
  HISTORY_CODES,
  MAIL_STATES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from '../domain/bookings.ts';
import type { PaymentMethod } from '../domain/bookings.ts';
import type { MinorUnits, Uuid } from '../domain/ids.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  DEPARTURE_STATUSES,
  PRICE_CATEGORY_TYPES,
  type BookingSource,
} from '../domain/closed-lists.ts';
import type { Result } from '../domain/result.ts';
import type { Json } from './database-types.ts';
import { seatsSetAside } from './departure-shapes.ts';
import { rpc, type RpcName, type RpcOptions } from './rpc.ts';
import { toWire } from './wire.ts';

const state = v.picklist(BOOKING_STATUSES);
const text = v.nullable(v.string());
const money = v.object({
  currency: v.string(),
  total: v.number(),
  balance: v.number(),
  /** What of that is no money but stands on a partner's account. */
  onAccount: v.number(),
  owed: v.number(),
  due: v.number(),
  overpaid: v.number(),
  kept: v.number(),
});
/** What every act answers: what has become of the booking; `preview`: what would. */
const acted = {
  bookingId: v.string(),
  reference: v.string(),
  state,
  departureId: v.string(),
  expiresAt: text,
  version: v.number(),
  money,
  preview: v.optional(v.boolean(), false),
  /** What staff passed without being asked why, or by saying why. */
  passed: v.optional(v.nullable(v.array(v.string())), null),
};
const ticket = v.object({
  id: v.string(),
  priceCategoryId: v.string(),
  ticketCode: v.string(),
  amount: v.number(),
});

// Refusals, by what may go wrong.
const nothing = v.object({});
const category = v.optional(v.nullable(v.picklist(PRICE_CATEGORY_TYPES)), null);
const repeated = { id_reused: nothing };
const wrongState = { ...repeated, wrong_state: v.object({ state }) };
const checkedIn = { checked_in: v.object({ guests: v.array(v.string()) }) };
/** The company has another currency than when it was booked: `currency` is the booking's. */
const otherCurrency = { other_currency: v.object({ currency: v.string(), other: v.string() }) };
const tooEarly = { too_early: v.object({ from: v.string() }) };
const tooMuch = { too_much: v.object({ most: v.number() }) };
/** The partner's account has less left, or there is none. */
const overLimit = { over_limit: v.object({ left: v.number(), currency: v.string() }) };
/** What went on a partner's account by an act, or off it (below zero). */
const followed = { onAccount: v.optional(v.number()) };
const fitting = v.object({ departureId: v.string(), startsAt: v.string(), left: v.number() });
/** A departure that has room for the party. */
export type Fitting = v.InferOutput<typeof fitting>;
/** Why a departure does not take a party. */
export const room = {
  /** `setAside`: what there would be beside, kept for partners; told to the office alone. */
  sold_out: v.object({ left: v.number(), next: v.array(fitting), setAside: v.optional(seatsSetAside, []) }),
  closed: nothing,
  departure_cancelled: nothing,
  /** `categoryType` null: one that is not known at all. */
  wrong_category: v.object({ categoryType: category }),
  wrong_age: v.object({
    categoryType: category,
    minimumAge: v.nullable(v.number()),
    maximumAge: v.nullable(v.number()),
  }),
  not_accompanied: v.object({ categoryType: category }),
  party_too_small: v.object({ minimum: v.number() }),
};

/** Staff pass with it what would be refused for want of room, by the party's rules or beyond a partner's limit; it is in the history. */
interface Override {
  override?: string;
}
/** False: what it costs more or less does not follow on the partner's account. */
interface Following {
  account?: boolean;
}
/** Asks what an act would come to; nothing happens. */
interface Preview {
  preview?: boolean;
}
/** Said of any act: false, and the guest hears nothing of it by mail. */
interface Telling {
  mail?: boolean;
}
export interface NewTicket {
  priceCategoryId: Uuid;
  name?: string;
  age?: number;
}
export interface Contact {
  name?: string;
  email?: string | null;
  phone?: string | null;
  country?: string | null;
  locale?: string;
}
export interface NewBooking extends Override, Preview, Telling {
  guests: NewTicket[];
  contact?: Contact;
  state?: 'ON_HOLD' | 'PENDING' | 'CONFIRMED';
  /** How long a hold lasts; 15 unless told. */
  minutes?: number;
  note?: string;
  source?: BookingSource;
  organisationId?: Uuid;
  externalReference?: string;
}

/** Which act, by whom asked for: `request` is made by the client once an intention and kept for its repeats. */
export interface Act extends RpcOptions {
  request: Uuid;
}
const wire = (value: object) => toWire(value) as Json;

const HOLD_REFUSALS = { ...repeated, ...room, wrong_partner: nothing };
/** Takes seats: a hold, or a booking at once. `token` is the end of the guest's link and is told only once: a repeat has none. */
export const holdBooking = (departure: Uuid, booking: NewBooking, { request, ...options }: Act) =>
  rpc(
    'hold_booking',
    { request, departure, booking: wire(booking) },
    {
      ...options,
      answer: v.object({ ...acted, token: v.optional(v.string()), guests: v.array(ticket) }),
      refusals: HOLD_REFUSALS,
    },
  );

export type ActName = Extract<
  RpcName,
  | 'extend_booking'
  | 'confirm_booking'
  | 'change_party'
  | 'move_booking'
  | 'cancel_booking'
  | 'expire_booking'
  | 'reject_booking'
  | 'restore_booking'
  | 'decide_refund'
  | 'record_payment'
  | 'record_refund'
  | 'retry_refund'
  | 'issue_invoice'
  | 'mark_no_show'
  | 'mark_came'
  | 'merge_bookings'
  | 'split_booking'
  | 'edit_booking'
  | 'tag_booking'
  | 'assign_partner'
  | 'redeem_code'
  | 'resend_booking'
>;
const SHAPES = {
  extend_booking: {
    more: { isMailed: v.optional(v.boolean(), false) },
    refusals: { ...wrongState, ...room, code_used_up: nothing },
  },
  confirm_booking: { more: {}, refusals: { ...wrongState, ...room, no_contact: nothing, code_used_up: nothing } },
  change_party: {
    more: { ...followed, difference: v.number(), guests: v.array(ticket) },
    refusals: { ...wrongState, ...checkedIn, ...room, ...otherCurrency, ...overLimit },
  },
  move_booking: {
    more: { ...followed, difference: v.number() },
    refusals: { ...wrongState, ...checkedIn, ...room, ...otherCurrency, ...overLimit, same_departure: nothing },
  },
  cancel_booking: {
    more: { ...followed, refund: v.number(), isMailed: v.optional(v.boolean(), false) },
    refusals: { ...wrongState, ...checkedIn, ...tooMuch },
  },
  expire_booking: { more: {}, refusals: wrongState },
  reject_booking: { more: {}, refusals: wrongState },
  restore_booking: {
    more: followed,
    refusals: { ...wrongState, ...room, ...overLimit, no_contact: nothing, code_used_up: nothing },
  },
  decide_refund: { more: {}, refusals: { ...repeated, ...tooMuch } },
  record_payment: {
    more: { paymentId: v.string() },
    refusals: {
      ...wrongState,
      ...tooMuch,
      ...overLimit,
      wrong_currency: nothing,
      nothing_due: nothing,
      no_account: nothing,
    },
  },
  retry_refund: { more: {}, refusals: repeated },
  issue_invoice: { more: { documentId: v.string() }, refusals: { ...repeated, nothing_paid: nothing } },
  record_refund: { more: { refundId: text }, refusals: { ...repeated, ...tooMuch } },
  mark_no_show: { more: {}, refusals: { ...wrongState, ...checkedIn, ...tooEarly, report_locked: nothing } },
  mark_came: { more: {}, refusals: { ...wrongState, ...tooEarly, report_locked: nothing } },
  merge_bookings: {
    more: {},
    refusals: {
      ...wrongState,
      ...otherCurrency,
      other_departure: nothing,
      /** Not the same name, address or number: done when `confirm` says so. */
      other_guest: v.object({ reference: v.string() }),
    },
  },
  split_booking: {
    more: { newBookingId: v.string(), newReference: v.string(), token: v.optional(v.string()) },
    refusals: { ...wrongState, ...otherCurrency, not_accompanied: room.not_accompanied },
  },
  edit_booking: {
    more: {},
    refusals: {
      ...repeated,
      stale: v.object({
        version: v.number(),
        current: v.object({
          name: v.string(),
          email: text,
          phone: text,
          country: text,
          locale: v.string(),
          note: text,
          externalReference: text,
          names: v.record(v.string(), v.string()),
        }),
      }),
    },
  },
  tag_booking: { more: { tags: v.array(v.string()) }, refusals: repeated },
  assign_partner: { more: {}, refusals: { ...repeated, wrong_partner: nothing } },
  redeem_code: {
    more: {},
    refusals: {
      ...wrongState,
      unknown_code: nothing,
      other_tour: nothing,
      not_these_days: nothing,
      code_used_up: nothing,
      /** A gift of this booking has been drawn already. */
      has_code: nothing,
      nothing_due: nothing,
    },
  },
  resend_booking: { more: {}, refusals: { ...wrongState, no_address: nothing, nothing_to_pay: nothing } },
} as const satisfies Record<ActName, { more: v.ObjectEntries; refusals: Record<string, v.GenericSchema> }>;

/** By which statuses an act may be refused. */
export const refusalsOf = (act: ActName | 'hold_booking'): string[] =>
  Object.keys(act === 'hold_booking' ? HOLD_REFUSALS : SHAPES[act].refusals);
export const ACT_NAMES = Object.keys(SHAPES) as ActName[];

/** What each act takes; what is not named stays as it is. */
export interface Changes {
  extend_booking: { minutes?: number } & Override;
  confirm_booking: { state?: 'PENDING' | 'CONFIRMED'; contact?: Contact } & Override;
  change_party: {
    add?: NewTicket[];
    remove?: Uuid[];
    confirm?: boolean;
    reason?: BookingReason;
    words?: string;
  } & Override &
    Following;
  /** On the same tour it keeps its price unless `reprice`. */
  move_booking: {
    departureId: Uuid;
    reason?: BookingReason;
    words?: string;
    confirm?: boolean;
    reprice?: boolean;
  } & Override &
    Following;
  cancel_booking: {
    reason?: BookingReason;
    words?: string;
    refund?: 'policy' | 'full' | 'none' | MinorUnits;
    confirm?: boolean;
    /** What the guest is written, '' for the bare facts; without it nobody is. */
    message?: string;
  };
  expire_booking: { reason?: BookingReason };
  reject_booking: { reason?: BookingReason; words?: string };
  restore_booking: Override & Following;
  /** In place of what was decided before; 0 for nothing. */
  decide_refund: { amount: MinorUnits; words?: string };
  /** `due`: what is due at that moment. */
  record_payment: {
    amount: MinorUnits | 'due';
    currency: string;
    method: PaymentMethod;
    reference?: string;
  } & Override;
  /** One that a provider has refused. */
  retry_refund: { refundId: Uuid };
  /** In the place of the receipts that there are; `name` and `address` of the buyer. */
  issue_invoice: { name: string; address: string; vatNumber?: string };
  record_refund: ({ refundId: Uuid } | { amount: MinorUnits }) & { method: PaymentMethod; reference?: string };
  mark_no_show: { guests?: Uuid[]; confirm?: boolean };
  mark_came: { guests?: Uuid[] };
  merge_bookings: { other: Uuid; confirm?: boolean };
  split_booking: { guests: Uuid[]; contact?: Contact } & Override;
  edit_booking: {
    version: number;
    contact?: Contact;
    note?: string | null;
    externalReference?: string | null;
    names?: { guestId: Uuid; name: string | null }[];
  };
  /** The office's own words, up to 40 signs each, twenty a booking. */
  tag_booking: { add?: string[]; remove?: string[] };
  assign_partner: { organisationId: Uuid | null };
  /** A second one of its kind takes the place of the first. */
  redeem_code: { code: string };
  resend_booking: { message?: string };
}

/** Does one act on a booking. Answers what has become of it, or why not, by the act's own list. */
export function actOnBooking<Name extends ActName>(
  name: Name,
  { booking, change }: { booking: Uuid; change: Changes[Name] & Preview & Telling },
  { request, ...options }: Act,
) {
  type Shape = (typeof SHAPES)[Name];
  const { more, refusals } = SHAPES[name] as Shape;
  const answer = v.object({ ...acted, ...more } as typeof acted & Shape['more'] & v.ObjectEntries);
  return rpc(
    name as ActName,
    { request, booking, change: wire(change) },
    { ...options, answer, refusals: refusals as Shape['refusals'] },
  );
}

type RefusalOf<Answer> = Answer extends { refusal: infer Refusal } ? Refusal : never;
/** Why any of the acts may be refused. */
export type ActRefusal =
  | { [Name in ActName]: RefusalOf<Awaited<ReturnType<typeof actOnBooking<Name>>>> }[ActName]
  | RefusalOf<Awaited<ReturnType<typeof holdBooking>>>;
const anyAct = v.object(acted);
/** What any of the acts answers; what only some of them tell is there where they do. */
export type ActAnswer = v.InferOutput<typeof anyAct> & {
  /** Minor units by which the price became another one. */
  difference?: MinorUnits;
  refund?: MinorUnits;
  /** What went on a partner's account, or off it (below zero). */
  onAccount?: MinorUnits;
  /** Whether its guest hears of it by mail. */
  isMailed?: boolean;
  newBookingId?: Uuid;
  documentId?: Uuid;
  newReference?: string;
};

/** `actOnBooking` for whoever handles all acts alike. */
export const anyActOnBooking = (
  { name, booking, change }: AnyAct,
  options: Act,
): Promise<Result<ActAnswer, ActRefusal>> =>
  actOnBooking(name, { booking, change: change as Changes[ActName] }, options) as Promise<
    Result<ActAnswer, ActRefusal>
  >;
/** An act with what it takes. */
export type ActChange = { [Name in ActName]: { name: Name; change: Changes[Name] & Preview & Telling } }[ActName];
type AnyAct = ActChange & { booking: Uuid };

/** A code, and what it is worth to the booking. */
const worth = v.object({ code: v.string(), amount: v.number() });
const facts = v.nullable(v.record(v.string(), v.unknown()));
const detail = v.object({
  id: v.string(),
  companyId: v.string(),
  reference: v.string(),
  state,
  source: v.picklist(BOOKING_SOURCES),
  reason: v.nullable(v.picklist(BOOKING_REASONS)),
  version: v.number(),
  expiresAt: text,
  createdAt: v.string(),
  contactName: v.string(),
  contactEmail: text,
  contactMark: v.nullable(v.picklist(ADDRESS_MARKS)),
  contactPhone: text,
  country: text,
  locale: v.string(),
  note: text,
  externalReference: text,
  organisation: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** What the link or the page that led here called itself. */
  referral: text,
  /** That the guest wants to hear of other tours: the words beside the tick, in a language, and when. */
  newsConsent: v.nullable(v.object({ said: v.string(), at: v.string(), locale: v.string() })),
  tags: v.array(v.string()),
  /** That its guests take. */
  seats: v.number(),
  /** What went out to the guest, the newest first. */
  mails: v.array(
    v.object({
      id: v.string(),
      template: v.string(),
      recipient: v.string(),
      mailState: v.picklist(MAIL_STATES),
      createdAt: v.string(),
      sentAt: text,
    }),
  ),
  departure: v.object({
    id: v.string(),
    tourId: v.string(),
    title: v.record(v.string(), v.string()),
    startsAt: v.string(),
    localDate: v.string(),
    capacity: v.number(),
    left: v.number(),
    isClosed: v.boolean(),
    departureStatus: v.picklist(DEPARTURE_STATUSES),
    language: v.string(),
  }),
  guests: v.array(
    v.object({
      id: v.string(),
      categoryType: v.picklist(PRICE_CATEGORY_TYPES),
      priceCategoryId: text,
      name: text,
      ticketCode: v.string(),
      amount: v.nullable(v.number()),
      cancelled: v.boolean(),
      checkIn: v.nullable(v.picklist(['expected', 'checked_in', 'no_show', 'cancelled'])),
      at: text,
    }),
  ),
  money,
  /** Of its partner, where it books on account: whose, and what may still go on it. Null for who may not know. */
  account: v.nullable(v.object({ name: v.string(), left: v.number() })),
  price: v.record(v.string(), v.unknown()),
  codes: v.object({ discount: v.nullish(worth), gift: v.nullish(worth) }),
  payments: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      method: v.picklist(PAYMENT_METHODS),
      paymentStatus: v.picklist(PAYMENT_STATUSES),
      provider: text,
      reference: text,
      receivedAt: v.string(),
      atRollCall: v.boolean(),
      who: text,
    }),
  ),
  refunds: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      method: v.nullable(v.picklist(PAYMENT_METHODS)),
      refundStatus: v.picklist(REFUND_STATUSES),
      reference: text,
      /** Why the provider would not pay it back. */
      failure: text,
      /** It goes back by the provider that it was paid by. */
      isOnline: v.boolean(),
      note: text,
      decidedAt: v.string(),
      refundedAt: text,
      who: text,
    }),
  ),
  /** Receipts, invoices and credit notes, the oldest first. */
  documents: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(DOCUMENT_KINDS),
      number: v.string(),
      issuedOn: v.string(),
      currency: v.string(),
      gross: v.number(),
    }),
  ),
  /** Invoiced and not paid yet. */
  openInvoice: v.optional(v.number(), 0),
  /** What the policy gives back now, and until when all. */
  cancellation: v.object({ refund: v.number(), freeUntil: v.string() }),
  history: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      code: v.picklist(HISTORY_CODES),
      who: v.nullable(v.object({ id: v.string(), name: text })),
      /** The booking that it was joined with or split from. */
      otherId: text,
      before: facts,
      after: facts,
    }),
  ),
});
export type BookingDetail = v.InferOutput<typeof detail>;
/** The answer of `readBooking` as a device keeps it. */
export const KEPT_BOOKING = v.object({ booking: detail });

/** The whole of a booking, its history oldest first. `not_found` for whoever may not see the company's bookings. */
export const readBooking = (booking: Uuid, options: RpcOptions = {}) =>
  rpc('read_booking', { booking }, { ...options, answer: KEPT_BOOKING });

/** The token of a link by which the office sees the guest's page for some minutes, and changes nothing there. */
export const previewAsGuest = (booking: Uuid, options: RpcOptions = {}) =>
  rpc('preview_as_guest', { booking }, { ...options, answer: v.object({ token: v.string() }) });
