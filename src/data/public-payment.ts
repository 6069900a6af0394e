/** Paying online as a guest; a separate module, because booking pages do not need it at first. */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../domain/enums.ts';
import type { Locale } from '../domain/locales.ts';
import { defineRpc } from './define-rpc.ts';
import { nothing, publicBookingShape } from './public-booking-shapes.ts';
import { callPublicFunction, callPublicRpc, type PublicOptions } from './public-call.ts';

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

export const guestReadPaymentRpc = defineRpc('guest_read_payment', {
  response: v.object({ booking: publicBookingShape, payment }),
});

export const readPayment = (token: string, options: PublicOptions = {}) =>
  callPublicRpc(guestReadPaymentRpc, { token }, options);

/** Starts a payment of the amount due and returns the address of the payment page. */
export const beginPayment = (input: { token: string; locale: Locale }) =>
  callPublicFunction('begin-payment', input, {
    response: v.object({ url: v.string() }),
    refusals: { nothing_to_pay: v.object({ state: v.picklist(BOOKING_STATUSES) }), unavailable: nothing },
  });
