/** Response and refusal schemas of each booking action. */
import * as v from 'valibot';
import type { RpcName } from '../rpc.ts';
import {
  checkedIn,
  noDetails,
  otherCurrency,
  overLimit,
  idReused,
  capacityRefusals,
  tooEarly,
  tooMuch,
  wrongState,
} from './refusals.ts';
import { money, state, textOrNull } from './schemas.ts';

/** Response that all actions share: the booking afterwards, or for a `preview` what it would be. */
export const actionResult = {
  bookingId: v.string(),
  reference: v.string(),
  state,
  departureId: v.string(),
  expiresAt: textOrNull,
  version: v.number(),
  money,
  preview: v.optional(v.boolean(), false),
  /** Rules that staff overrode; the booking cut-off needs no reason, the others do. */
  overriddenRules: v.optional(v.nullable(v.array(v.string())), null),
};
export const ticket = v.object({
  id: v.string(),
  priceCategoryId: v.string(),
  ticketCode: v.string(),
  /** Minor units. */
  amount: v.number(),
});

/** Minor units charged to the partner's account, or credited to it (negative). */
const accountChange = { onAccount: v.optional(v.number()) };

export const HOLD_REFUSALS = { ...idReused, ...capacityRefusals, wrong_partner: noDetails };

export type BookingActionName = Extract<
  RpcName,
  | 'extend_booking'
  | 'confirm_booking'
  | 'change_party'
  | 'move_booking'
  | 'cancel_booking'
  | 'release_hold'
  | 'reject_booking'
  | 'restore_booking'
  | 'decide_refund'
  | 'record_payment'
  | 'record_refund'
  | 'retry_refund'
  | 'issue_invoice'
  | 'mark_no_show'
  | 'mark_attended'
  | 'merge_bookings'
  | 'split_booking'
  | 'edit_booking'
  | 'tag_booking'
  | 'assign_partner'
  | 'redeem_code'
  | 'resend_booking'
>;
export const ACTION_SCHEMAS = {
  extend_booking: {
    more: { isMailed: v.optional(v.boolean(), false) },
    refusals: { ...wrongState, ...capacityRefusals, code_used_up: noDetails },
  },
  confirm_booking: {
    more: {},
    refusals: { ...wrongState, ...capacityRefusals, no_contact: noDetails, code_used_up: noDetails },
  },
  change_party: {
    more: { ...accountChange, difference: v.number(), guests: v.array(ticket) },
    refusals: { ...wrongState, ...checkedIn, ...capacityRefusals, ...otherCurrency, ...overLimit },
  },
  move_booking: {
    more: { ...accountChange, difference: v.number() },
    refusals: {
      ...wrongState,
      ...checkedIn,
      ...capacityRefusals,
      ...otherCurrency,
      ...overLimit,
      same_departure: noDetails,
    },
  },
  cancel_booking: {
    more: { ...accountChange, refund: v.number(), isMailed: v.optional(v.boolean(), false) },
    refusals: { ...wrongState, ...checkedIn, ...tooMuch },
  },
  release_hold: { more: {}, refusals: wrongState },
  reject_booking: { more: {}, refusals: wrongState },
  restore_booking: {
    more: accountChange,
    refusals: { ...wrongState, ...capacityRefusals, ...overLimit, no_contact: noDetails, code_used_up: noDetails },
  },
  decide_refund: { more: {}, refusals: { ...idReused, ...tooMuch } },
  record_payment: {
    more: { paymentId: v.string() },
    refusals: {
      ...wrongState,
      ...tooMuch,
      ...overLimit,
      wrong_currency: noDetails,
      nothing_due: noDetails,
      no_account: noDetails,
    },
  },
  retry_refund: { more: {}, refusals: idReused },
  issue_invoice: { more: { documentId: v.string() }, refusals: { ...idReused, nothing_paid: noDetails } },
  record_refund: { more: { refundId: textOrNull }, refusals: { ...idReused, ...tooMuch } },
  mark_no_show: { more: {}, refusals: { ...wrongState, ...checkedIn, ...tooEarly, report_locked: noDetails } },
  mark_attended: { more: {}, refusals: { ...wrongState, ...tooEarly, report_locked: noDetails } },
  merge_bookings: {
    more: {},
    refusals: {
      ...wrongState,
      ...otherCurrency,
      other_departure: noDetails,
      /** Name, address or number differ; sending it again with `confirm` merges anyway. */
      other_guest: v.object({ reference: v.string() }),
    },
  },
  split_booking: {
    more: { newBookingId: v.string(), newReference: v.string(), token: v.optional(v.string()) },
    refusals: { ...wrongState, ...otherCurrency, not_accompanied: capacityRefusals.not_accompanied },
  },
  edit_booking: {
    more: {},
    refusals: {
      ...idReused,
      stale: v.object({
        version: v.number(),
        current: v.object({
          name: v.string(),
          email: textOrNull,
          phone: textOrNull,
          country: textOrNull,
          locale: v.string(),
          note: textOrNull,
          voucherNumber: textOrNull,
          names: v.record(v.string(), v.string()),
        }),
      }),
    },
  },
  tag_booking: { more: { tags: v.array(v.string()) }, refusals: idReused },
  assign_partner: { more: {}, refusals: { ...idReused, wrong_partner: noDetails } },
  redeem_code: {
    more: {},
    refusals: {
      ...wrongState,
      unknown_code: noDetails,
      other_tour: noDetails,
      not_these_days: noDetails,
      code_used_up: noDetails,
      /** A gift voucher of this booking has already been redeemed. */
      has_code: noDetails,
      nothing_due: noDetails,
    },
  },
  resend_booking: { more: {}, refusals: { ...wrongState, no_address: noDetails, nothing_to_pay: noDetails } },
} as const satisfies Record<BookingActionName, { more: v.ObjectEntries; refusals: Record<string, v.GenericSchema> }>;

export const refusalsOf = (act: BookingActionName | 'hold_booking'): string[] =>
  Object.keys(act === 'hold_booking' ? HOLD_REFUSALS : ACTION_SCHEMAS[act].refusals);
export const ACT_NAMES = Object.keys(ACTION_SCHEMAS) as BookingActionName[];
