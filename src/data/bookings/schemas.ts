/** What acts on a booking and its detail tell alike. */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../../domain/closed-lists.ts';

export const state = v.picklist(BOOKING_STATUSES);
export const text = v.nullable(v.string());
export const money = v.object({
  currency: v.string(),
  total: v.number(),
  balance: v.number(),
  /** What of that is no money but stands on a partner's account. */
  onAccount: v.number(),
  owed: v.number(),
  due: v.number(),
  overpaid: v.number(),
  kept: v.number(),
});
