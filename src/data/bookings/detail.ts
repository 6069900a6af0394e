/** A booking with everything that belongs to it. */
import * as v from 'valibot';
import { BOOKING_REASONS } from '../../domain/booking-reasons.ts';
import {
  SUPPRESSION_REASONS,
  HISTORY_CODES,
  MESSAGE_STATES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from '../../domain/bookings.ts';
import { BOOKING_SOURCES, DEPARTURE_STATUSES, PRICE_CATEGORY_TYPES } from '../../domain/enums.ts';
import { DOCUMENT_KINDS } from '../../domain/document-sheet.ts';
import type { Uuid } from '../../domain/ids.ts';
import { defineRpc } from '../define-rpc.ts';
import { rpc, type RpcOptions } from '../rpc.ts';
import { money, state } from './schemas.ts';
import { textOrNull } from '../parse-response.ts';

/** A code and the amount that it takes off the booking. */
const worth = v.object({ code: v.string(), amount: v.number(), percent: v.nullish(v.number()) });
/** Facts of the booking before and after an event; the event's `code` decides which. */
const facts = v.nullable(v.record(v.string(), v.unknown()));
const detail = v.object({
  id: v.string(),
  companyId: v.string(),
  reference: v.string(),
  state,
  source: v.picklist(BOOKING_SOURCES),
  reason: v.nullable(v.picklist(BOOKING_REASONS)),
  version: v.number(),
  expiresAt: textOrNull,
  createdAt: v.string(),
  contactName: v.string(),
  contactEmail: textOrNull,
  contactSuppression: v.nullable(v.picklist(SUPPRESSION_REASONS)),
  contactPhone: textOrNull,
  country: textOrNull,
  locale: v.string(),
  note: textOrNull,
  voucherNumber: textOrNull,
  organisation: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** Name that the link or page which led here gave itself. */
  referral: textOrNull,
  /** Consent to news: the sentence beside the checkbox, when it was given, and in which language. */
  newsConsent: v.nullable(v.object({ text: v.string(), at: v.string(), locale: v.string() })),
  tags: v.array(v.string()),
  /** Seats that the booking's guests take. */
  seats: v.number(),
  /** Mails to the guest, newest first. */
  mails: v.array(
    v.object({
      id: v.string(),
      template: v.string(),
      recipient: v.string(),
      mailState: v.picklist(MESSAGE_STATES),
      createdAt: v.string(),
      sentAt: textOrNull,
    }),
  ),
  departure: v.object({
    id: v.string(),
    tourId: v.string(),
    title: v.record(v.string(), v.string()),
    startsAt: v.string(),
    localDate: v.string(),
    /** Seats, and free seats. */
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
      priceCategoryId: textOrNull,
      name: textOrNull,
      ticketCode: v.string(),
      /** Price in minor units; null if only the total is known. */
      amount: v.nullable(v.number()),
      cancelled: v.boolean(),
      checkIn: v.nullable(v.picklist(['expected', 'checked_in', 'no_show', 'cancelled'])),
      /** When `checkIn` was recorded. */
      at: textOrNull,
    }),
  ),
  money,
  /**
   * Account of the booking's partner: its name and remaining credit. Null without an account or without permission to
   * see it.
   */
  account: v.nullable(v.object({ name: v.string(), availableCredit: v.number() })),
  price: v.record(v.string(), v.unknown()),
  codes: v.object({ discount: v.nullish(worth), gift: v.nullish(worth) }),
  /** Amounts in minor units, with the currency of `money`. */
  payments: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      method: v.picklist(PAYMENT_METHODS),
      paymentStatus: v.picklist(PAYMENT_STATUSES),
      provider: textOrNull,
      reference: textOrNull,
      receivedAt: v.string(),
      atRollCall: v.boolean(),
      actor: textOrNull,
    }),
  ),
  /** Amounts in minor units, with the currency of `money`. */
  refunds: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      method: v.nullable(v.picklist(PAYMENT_METHODS)),
      refundStatus: v.picklist(REFUND_STATUSES),
      reference: textOrNull,
      /** Why the provider rejected the refund. */
      failure: textOrNull,
      /** Refunded through the payment provider that took the payment. */
      isOnline: v.boolean(),
      note: textOrNull,
      decidedAt: v.string(),
      refundedAt: textOrNull,
      actor: textOrNull,
    }),
  ),
  /** Receipts, invoices and credit notes, oldest first. */
  documents: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(DOCUMENT_KINDS),
      number: v.string(),
      issuedOn: v.string(),
      currency: v.string(),
      /** Minor units. */
      gross: v.number(),
    }),
  ),
  /** Invoiced but not paid, in minor units. */
  openInvoice: v.optional(v.number(), 0),
  /** Refund by the policy if cancelled now, and until when all of it is refunded. */
  cancellation: v.object({ refund: v.number(), freeUntil: v.string() }),
  history: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      code: v.picklist(HISTORY_CODES),
      actor: v.nullable(v.object({ id: v.string(), name: textOrNull })),
      /** The booking that this one was merged with or split from. */
      otherId: textOrNull,
      before: facts,
      after: facts,
    }),
  ),
});
export type BookingDetail = v.InferOutput<typeof detail>;
/** Response of `readBooking` as the device stores it. */
export const BOOKING_CACHE_SCHEMA = v.object({ booking: detail });

export const readBookingRpc = defineRpc('read_booking', { response: BOOKING_CACHE_SCHEMA });

/**
 * Reads a booking, its history oldest first. Fails with `not_found` without permission to see the company's bookings.
 */
export const readBooking = (booking: Uuid, options: RpcOptions = {}) => rpc(readBookingRpc, { booking }, options);

export const previewAsGuestRpc = defineRpc('preview_as_guest', { response: v.object({ token: v.string() }) });

/** Returns a token for a short-lived, read-only link to the guest's page. */
export const createGuestPreviewToken = (booking: Uuid, options: RpcOptions = {}) =>
  rpc(previewAsGuestRpc, { booking }, options);
