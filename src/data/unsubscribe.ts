/** Unsubscribing from a company's news, by the link in such a mail. */
import * as v from 'valibot';
import { callPublicRpc, type PublicOptions } from './public-call.ts';

const response = v.object({ company: v.string(), isUnsubscribed: v.boolean() });

/** Reads the company's name and whether the address is unsubscribed already. */
export const readSubscription = (token: string, options: PublicOptions = {}) =>
  callPublicRpc('unsubscribe', { token }, { ...options, response });

export const unsubscribe = (token: string) => callPublicRpc('unsubscribe', { token, is_sure: true }, { response });
