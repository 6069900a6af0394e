/** The booking engine's closed lists and pure rules. The engine itself is SQL (supabase/migrations, ADR 026). */
import { visibleText } from './email-address.ts';
import type { Instant } from './ids.ts';
import type { DepartureStatus } from './closed-lists.ts';

/**
 * How money came or went; `moved`: from one booking to another, by a split or a merge; `on_account`: none did, a partner owes it.
 * `public.payment_method`.
 */
export const PAYMENT_METHODS = ['cash', 'card', 'bank', 'voucher', 'online', 'moved', 'on_account', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** Only what is received counts. `public.payment_status`. */
export const PAYMENT_STATUSES = ['AWAITING', 'RECEIVED', 'FAILED', 'UNDONE'] as const;
/** Owed, gone, failed, decided otherwise. `public.refund_status`. */
export const REFUND_STATUSES = ['REFUND_PENDING', 'REFUNDED', 'REFUND_FAILED', 'WITHDRAWN'] as const;

/** On what our ledger and a provider's list do not agree. `private.payment_difference_kind`. */
export const PAYMENT_DIFFERENCES = [
  'unknown_there',
  'unknown_here',
  'other_amount',
  'other_state',
  'disputed',
] as const;

/** `private.message_state`: of a mail that the outbox has. */
export const MAIL_STATES = ['pending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];
/** `private.mail_problem`: what keeps a mail from leaving. */
export const MAIL_PROBLEMS = ['refused', 'bounced', 'unsubscribed', 'unreachable', 'other'] as const;
/** `private.suppression_reason`: what the mail provider told of an address. */
export const ADDRESS_MARKS = ['bounced', 'complained'] as const;

/** What staff passed, as the history names it. */
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

/** What a booking's history may say: acts of the office by the name of their RPC, and of the roll-call. */
export const HISTORY_CODES = [
  'hold_booking',
  'import_booking',
  'extend_booking',
  'confirm_booking',
  'change_party',
  'move_booking',
  'cancel_booking',
  'expire_booking',
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

/** From so long before its start on it is known who came: the office marks nobody before that. As `private.attendance_not_known_yet`. */
const KNOWN_FROM = 60 * 60_000;
export const attendanceIsKnown = (
  { startsAt, departureStatus }: { startsAt: Instant; departureStatus: DepartureStatus },
  now: number,
): boolean => departureStatus !== 'scheduled' || now >= Date.parse(startsAt) - KNOWN_FROM;

/** Returns a text of which only letters and accents matter, not their case or form. As `private.comparable_text`. */
const comparable = (text: string | null): string | undefined =>
  text === null ? undefined : visibleText(text).normalize('NFKD').toLowerCase().replaceAll('ς', 'σ');

/** Whether two bookings are of one guest, as far as address, number or name tell. As `private.is_same_guest`. */
interface Contacted {
  name: string;
  email: string | null;
  phone: string | null;
}
export function isSameGuest(one: Contacted, other: Contacted): boolean {
  const same = (a: string | undefined, b: string | undefined) => Boolean(a) && a === b;
  return (
    same(comparable(one.email), comparable(other.email)) ||
    same(one.phone?.replace(/[^0-9]/g, ''), other.phone?.replace(/[^0-9]/g, '')) ||
    same(comparable(one.name), comparable(other.name))
  );
}

/** Tags as they are typed: several with commas between them, each once. */
export const parseTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
