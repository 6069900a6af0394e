/** The way out of a company's mail that is not about a booking, by the link that such a mail brings. */
import * as v from 'valibot';
import { callPublicRpc, type PublicOptions } from './public-call.ts';

const answer = v.object({ company: v.string(), isUnsubscribed: v.boolean() });

/** Whose mail it is, and whether it has ended. */
export const readSubscription = (token: string, options: PublicOptions = {}) =>
  callPublicRpc('unsubscribe', { token }, { ...options, answer });

export const unsubscribe = (token: string) => callPublicRpc('unsubscribe', { token, is_sure: true }, { answer });
