/** Redeems a discount code or gift voucher as a guest. */
import type { GuestActRequest } from './public-booking.ts';
import { acted, nothing, SEATS } from './public-booking-shapes.ts';
import { defineRpc } from './define-rpc.ts';
import { callPublicRpc } from './public-call.ts';

const REFUSALS = {
  unknown_code: nothing,
  other_tour: nothing,
  not_these_days: nothing,
  code_used_up: nothing,
  has_code: nothing,
  nothing_due: nothing,
  wrong_state: SEATS.wrong_state,
  id_reused: nothing,
};
export type CodeRefusal = keyof typeof REFUSALS;

export const guestRedeemRpc = defineRpc('guest_redeem', { response: acted, refusals: REFUSALS });

/** Applies a discount code or gift voucher to a hold. */
export const redeemCode = ({ code, ...act }: GuestActRequest & { code: string }) =>
  callPublicRpc(guestRedeemRpc, { ...act, code });
