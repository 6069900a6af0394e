/** The booking engine's enums and pure rules. The engine itself is SQL (supabase/schemas, ADR 026). */
import { visibleText } from './email-address.ts';
import type { Instant } from './ids.ts';
import type { DepartureStatus } from './enums.ts';

/**
 * How money was received or returned. `moved`: transferred between bookings by a split or a merge; `on_account`: none
 * was, the partner owes it. `public.payment_method`.
 */
export const PAYMENT_METHODS = ['cash', 'card', 'bank', 'voucher', 'online', 'moved', 'on_account', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** Only RECEIVED counts as paid. `public.payment_status`. */
export const PAYMENT_STATUSES = ['AWAITING', 'RECEIVED', 'FAILED', 'UNDONE'] as const;
/** Refunds: owed, sent, failed, or no longer owed. `public.refund_status`. */
export const REFUND_STATUSES = ['REFUND_PENDING', 'REFUNDED', 'REFUND_FAILED', 'WITHDRAWN'] as const;

/** How our ledger and a payment provider's list differ. `private.payment_difference_kind`. */
export const PAYMENT_DIFFERENCE_KINDS = [
  'missing_at_provider',
  'missing_in_ledger',
  'other_amount',
  'other_state',
  'disputed',
] as const;

/** States of a mail in the outbox. `private.message_state`. */
export const MESSAGE_STATES = ['pending', 'sent', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
/** Why a mail cannot be sent. `private.mail_problem`. */
export const MAIL_PROBLEMS = ['refused', 'bounced', 'unsubscribed', 'unreachable', 'other'] as const;
/** Suppressions reported by the mail provider. `private.suppression_reason`. */
export const SUPPRESSION_REASONS = ['bounced', 'complained'] as const;

/** Rules that staff may override, as the history names them. */
export const OVERRIDDEN_RULES = [
  'closed',
  'cut_off',
  'capacity',
  'allotted_seats',
  'party_too_small',
  'not_accompanied',
  'wrong_age',
  'account_limit',
] as const;

/** Entries of a booking's history: the office's RPCs, and actions of the roll-call. */
export const HISTORY_CODES = [
  'hold_booking',
  'import_booking',
  'extend_booking',
  'confirm_booking',
  'change_party',
  'move_booking',
  'cancel_booking',
  'release_hold',
  'reject_booking',
  'restore_booking',
  'decide_refund',
  'record_payment',
  'record_refund',
  'record_dispute',
  'record_dispute_won',
  'retry_refund',
  'issue_invoice',
  'merge_bookings',
  'split_booking',
  'edit_booking',
  'tag_booking',
  'assign_partner',
  'redeem_code',
  'resend_booking',
  'roll_call_check_in',
  'roll_call_no_show',
  'roll_call_walk_in',
  'roll_call_payment',
  'roll_call_note',
  'roll_call_undo',
] as const;

/** Milliseconds before the start from which the office may record attendance. As `private.attendance_not_known_yet`. */
const KNOWN_FROM_MS = 60 * 60_000;
export const attendanceIsKnown = (
  { startsAt, departureStatus }: { startsAt: Instant; departureStatus: DepartureStatus },
  now: number,
): boolean => departureStatus !== 'scheduled' || now >= Date.parse(startsAt) - KNOWN_FROM_MS;

/**
 * Folds case and Unicode form, but not accents. Lower-casing writes sigma in two ways. As `private.comparable_text`.
 */
const comparable = (text: string | null): string | undefined =>
  text === null ? undefined : visibleText(text).normalize('NFKD').toLowerCase().replaceAll('ς', 'σ');

interface Contacted {
  name: string;
  email: string | null;
  phone: string | null;
}
/** Returns whether two contacts share an email address, phone number or name. As `private.is_same_guest`. */
export function isSameGuest(first: Contacted, second: Contacted): boolean {
  const same = (a: string | undefined, b: string | undefined) => Boolean(a) && a === b;
  return (
    same(comparable(first.email), comparable(second.email)) ||
    same(first.phone?.replace(/[^0-9]/g, ''), second.phone?.replace(/[^0-9]/g, '')) ||
    same(comparable(first.name), comparable(second.name))
  );
}

/** Splits typed tags at commas and removes duplicates. */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
