/** Link with which a guest pays on their own phone, shown by the person who checks them in (ADR 044). */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { state } from './bookings/schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';

export const readPaymentLinkRpc = defineRpc('read_payment_link', {
  response: v.object({ token: v.string() }),
  refusals: { nothing_to_pay: v.object({ state }) },
});

/** Creates a token for the guest's payment page, valid for half an hour. Refused with `nothing_to_pay`. */
export const makePaymentLink = (booking: Uuid, options: RpcOptions = {}) =>
  rpc(readPaymentLinkRpc, { booking }, options);
