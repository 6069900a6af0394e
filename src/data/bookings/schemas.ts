/** Schemas that booking actions and the booking detail share. */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../../domain/enums.ts';

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
