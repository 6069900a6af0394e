/** Schemas that booking actions and the booking detail share. */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../../domain/closed-lists.ts';

export const state = v.picklist(BOOKING_STATUSES);
export const text = v.nullable(v.string());
export const money = v.object({
  currency: v.string(),
  total: v.number(),
  balance: v.number(),
  /** Part of the balance that the partner owes on account instead of money received. */
  onAccount: v.number(),
  owed: v.number(),
  due: v.number(),
  overpaid: v.number(),
  kept: v.number(),
});
