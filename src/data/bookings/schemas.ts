/** Schemas that booking actions and the booking detail share. */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../../domain/enums.ts';
import { textOrNull } from '../parse-response.ts';

export const state = v.picklist(BOOKING_STATUSES);
/** Money of a booking, in minor units; from private.booking_money. */
export const money = v.object({
  currency: v.string(),
  total: v.number(),
  /** Received less refunded. */
  balance: v.number(),
  /** Part of the balance that the partner owes on account instead of money received. */
  onAccount: v.number(),
  /** Refunds that are decided and not sent yet. */
  owed: v.number(),
  /** Still to be paid by the guest. */
  due: v.number(),
  /** Balance beyond the total, without a refund for it yet. */
  overpaid: v.number(),
  /** What the company retains of a cancelled booking. */
  retained: v.number(),
});

/** Response that all actions share: the booking afterwards, or for a `preview` what it would be. */
export const actionResult = {
  bookingId: v.string(),
  reference: v.string(),
  state,
  departureId: v.string(),
  expiresAt: textOrNull,
  version: v.number(),
  money,
  preview: v.optional(v.boolean(), false),
  /** Rules that staff overrode; the booking cut-off needs no reason, the others do. */
  overriddenRules: v.optional(v.nullable(v.array(v.string())), null),
};
