/** Unsubscribing from a company's news, by the link in such a mail. */
import * as v from 'valibot';
import { defineRpc } from './define-rpc.ts';
import { callPublicRpc, type PublicOptions } from './public-call.ts';

const response = v.object({ company: v.string(), isUnsubscribed: v.boolean() });

export const guestUnsubscribeRpc = defineRpc('guest_unsubscribe', { response });

/** Reads the company's name and whether the address is unsubscribed already. */
export const readSubscription = (token: string, options: PublicOptions = {}) =>
  callPublicRpc(guestUnsubscribeRpc, { token }, options);

export const unsubscribe = (token: string) => callPublicRpc(guestUnsubscribeRpc, { token, is_sure: true });
