/** One booking with all that belongs to it. */
import * as v from 'valibot';
import { BOOKING_REASONS } from '../../domain/booking-reasons.ts';
import {
  ADDRESS_MARKS,
  HISTORY_CODES,
  MAIL_STATES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from '../../domain/bookings.ts';
import { BOOKING_SOURCES, DEPARTURE_STATUSES, PRICE_CATEGORY_TYPES } from '../../domain/closed-lists.ts';
import { DOCUMENT_KINDS } from '../../domain/document-sheet.ts';
import type { Uuid } from '../../domain/ids.ts';
import { rpc, type RpcOptions } from '../rpc.ts';
import { money, state, text } from './schemas.ts';

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
