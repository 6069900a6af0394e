/** Contracts of the booking actions. */
import * as v from 'valibot';
import { defineRpc, type RpcName } from '../define-rpc.ts';
import { textOrNull, type Refusals } from '../parse-response.ts';
import {
  checkedIn,
  noDetails,
  otherCurrency,
  overLimit,
  idReused,
  capacityRefusals,
  departureRefusals,
  tooEarly,
  tooMuch,
  wrongState,
} from './refusals.ts';
import { actionResult } from './schemas.ts';

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

/** Declares an action on a booking: `ok` carries the booking afterwards, and `more`. */
const action = <const Name extends RpcName, More extends v.ObjectEntries, R extends Refusals>(
  name: Name,
  more: More,
  refusals: R,
) => defineRpc(name, { response: v.object({ ...actionResult, ...more }), refusals });

export const BOOKING_ACTION_RPCS = {
  extend_booking: action(
    'extend_booking',
    { isMailed: v.optional(v.boolean(), false) },
    { ...wrongState, ...departureRefusals, code_used_up: noDetails },
  ),
  confirm_booking: action(
    'confirm_booking',
    {},
    { ...wrongState, ...departureRefusals, no_contact: noDetails, code_used_up: noDetails },
  ),
  change_party: action(
    'change_party',
    { ...accountChange, difference: v.number(), guests: v.array(ticket) },
    { ...wrongState, ...checkedIn, ...capacityRefusals, ...otherCurrency, ...overLimit },
  ),
  move_booking: action(
    'move_booking',
    { ...accountChange, difference: v.number() },
    {
      ...wrongState,
      ...checkedIn,
      ...departureRefusals,
      wrong_category: capacityRefusals.wrong_category,
      ...otherCurrency,
      ...overLimit,
      same_departure: noDetails,
    },
  ),
  cancel_booking: action(
    'cancel_booking',
    { ...accountChange, refund: v.number(), isMailed: v.optional(v.boolean(), false) },
    { ...wrongState, ...checkedIn, ...tooMuch },
  ),
  release_hold: action('release_hold', {}, wrongState),
  reject_booking: action('reject_booking', {}, wrongState),
  restore_booking: action('restore_booking', accountChange, {
    ...wrongState,
    ...departureRefusals,
    ...overLimit,
    no_contact: noDetails,
    code_used_up: noDetails,
  }),
  decide_refund: action('decide_refund', {}, { ...idReused, ...tooMuch }),
  record_payment: action(
    'record_payment',
    { paymentId: v.string() },
    {
      ...wrongState,
      ...tooMuch,
      ...overLimit,
      wrong_currency: noDetails,
      nothing_due: noDetails,
      no_account: noDetails,
    },
  ),
  retry_refund: action('retry_refund', {}, idReused),
  issue_invoice: action('issue_invoice', { documentId: v.string() }, { ...idReused, nothing_paid: noDetails }),
  record_refund: action('record_refund', { refundId: textOrNull }, { ...idReused, ...tooMuch }),
  mark_no_show: action('mark_no_show', {}, { ...wrongState, ...checkedIn, ...tooEarly, report_locked: noDetails }),
  mark_attended: action('mark_attended', {}, { ...wrongState, ...tooEarly, report_locked: noDetails }),
  merge_bookings: action(
    'merge_bookings',
    {},
    {
      ...wrongState,
      ...otherCurrency,
      other_departure: noDetails,
      /** Name, address or number differ; sending it again with `confirm` merges anyway. */
      other_guest: v.object({ reference: v.string() }),
    },
  ),
  split_booking: action(
    'split_booking',
    { newBookingId: v.string(), newReference: v.string(), token: v.optional(v.string()) },
    { ...wrongState, ...otherCurrency, not_accompanied: capacityRefusals.not_accompanied },
  ),
  edit_booking: action(
    'edit_booking',
    {},
    {
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
  ),
  tag_booking: action('tag_booking', { tags: v.array(v.string()) }, idReused),
  assign_partner: action('assign_partner', {}, { ...idReused, wrong_partner: noDetails }),
  redeem_code: action(
    'redeem_code',
    {},
    {
      ...wrongState,
      unknown_code: noDetails,
      other_tour: noDetails,
      not_these_days: noDetails,
      code_used_up: noDetails,
      /** A gift voucher of this booking has already been redeemed. */
      has_code: noDetails,
      nothing_due: noDetails,
    },
  ),
  resend_booking: action('resend_booking', {}, { ...wrongState, no_address: noDetails, nothing_to_pay: noDetails }),
} as const;
export type BookingActionName = keyof typeof BOOKING_ACTION_RPCS;

export const refusalsOf = (act: BookingActionName | 'hold_booking'): string[] =>
  Object.keys(act === 'hold_booking' ? HOLD_REFUSALS : BOOKING_ACTION_RPCS[act].refusals!);
export const ACT_NAMES = Object.keys(BOOKING_ACTION_RPCS) as BookingActionName[];
