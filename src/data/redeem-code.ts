/** Redeems a discount code or gift voucher as a guest. */
import * as v from 'valibot';
import { BOOKING_STATUSES } from '../domain/enums.ts';
import type { GuestActRequest } from './public-booking.ts';
import { publicBookingShape } from './public-booking-shapes.ts';
import { callPublicRpc } from './public-call.ts';

const nothing = v.object({});
const acted = v.object({ booking: publicBookingShape });
const REFUSALS = {
  unknown_code: nothing,
  other_tour: nothing,
  not_these_days: nothing,
  code_used_up: nothing,
  has_code: nothing,
  nothing_due: nothing,
  wrong_state: v.object({ state: v.picklist(BOOKING_STATUSES) }),
  id_reused: nothing,
};
export type CodeRefusal = keyof typeof REFUSALS;

/** Applies a discount code or gift voucher to a hold. */
export const redeemCode = ({ code, ...act }: GuestActRequest & { code: string }) =>
  callPublicRpc('redeem', { ...act, code }, { response: acted, refusals: REFUSALS });
