/** The way out of a company's mail that is not about a booking, by the link that such a mail brings. */
import * as v from 'valibot';
import { publicCall, type PublicOptions } from './public-call.ts';

const answer = v.object({ company: v.string(), isUnsubscribed: v.boolean() });

/** Whose mail it is, and whether it has ended. */
export const readLetters = (token: string, options: PublicOptions = {}) =>
  publicCall('unsubscribe', { token }, { ...options, answer });

export const endLetters = (token: string) => publicCall('unsubscribe', { token, is_sure: true }, { answer });
