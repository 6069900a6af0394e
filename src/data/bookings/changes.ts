/** Arguments of booking actions. */
import type { BookingReason } from '../../domain/booking-reasons.ts';
import type { PaymentMethod } from '../../domain/bookings.ts';
import type { BookingSource } from '../../domain/enums.ts';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';

/** Reason with which staff override capacity, party rules or a partner's credit limit; recorded in the history. */
interface Override {
  override?: string;
}
/** False: the price difference is not put on the partner's account. */
interface AccountOption {
  account?: boolean;
}
/** True: dry run that changes nothing. */
export interface Preview {
  preview?: boolean;
}
/** False: the guest gets no mail about the action. */
export interface MailOption {
  mail?: boolean;
}
export interface NewTicket {
  priceCategoryId: Uuid;
  name?: string;
  age?: number;
}
export interface Contact {
  name?: string;
  email?: string | null;
  phone?: string | null;
  country?: string | null;
  locale?: string;
}
export interface NewBooking extends Override, Preview, MailOption {
  guests: NewTicket[];
  contact?: Contact;
  state?: 'ON_HOLD' | 'PENDING' | 'CONFIRMED';
  /** How long the hold lasts; 15 if omitted. */
  minutes?: number;
  note?: string;
  source?: BookingSource;
  organisationId?: Uuid;
  voucherNumber?: string;
}

/** Arguments of each action; omitted fields stay unchanged. */
export interface Changes {
  extend_booking: { minutes?: number } & Override;
  confirm_booking: { state?: 'PENDING' | 'CONFIRMED'; contact?: Contact } & Override;
  change_party: {
    add?: NewTicket[];
    remove?: Uuid[];
    confirm?: boolean;
    reason?: BookingReason;
    reasonNote?: string;
  } & Override &
    AccountOption;
  /** A move within the same tour keeps the price unless `reprice` is set. */
  move_booking: {
    departureId: Uuid;
    reason?: BookingReason;
    reasonNote?: string;
    confirm?: boolean;
    reprice?: boolean;
  } & Override &
    AccountOption;
  cancel_booking: {
    reason?: BookingReason;
    reasonNote?: string;
    refund?: 'policy' | 'full' | 'none' | MinorUnits;
    confirm?: boolean;
    /** Text in the mail to the guest: '' sends only the facts; without this field no mail is sent. */
    message?: string;
  };
  release_hold: { reason?: BookingReason };
  reject_booking: { reason?: BookingReason; reasonNote?: string };
  restore_booking: Override & AccountOption;
  /** Replaces the earlier decision; 0 refunds nothing. */
  decide_refund: { amount: MinorUnits; reasonNote?: string };
  /** `due` means the amount due at that moment. */
  record_payment: {
    amount: MinorUnits | 'due';
    currency: string;
    method: PaymentMethod;
    reference?: string;
  } & Override;
  /** Retries a refund that the provider refused. */
  retry_refund: { refundId: Uuid };
  /** Replaces the existing receipts; `name` and `address` are the buyer's. */
  issue_invoice: { name: string; address: string; vatNumber?: string };
  record_refund: ({ refundId: Uuid } | { amount: MinorUnits }) & { method: PaymentMethod; reference?: string };
  mark_no_show: { guests?: Uuid[]; confirm?: boolean };
  mark_attended: { guests?: Uuid[] };
  merge_bookings: { other: Uuid; confirm?: boolean };
  split_booking: { guests: Uuid[]; contact?: Contact } & Override;
  edit_booking: {
    version: number;
    contact?: Contact;
    note?: string | null;
    voucherNumber?: string | null;
    names?: { guestId: Uuid; name: string | null }[];
  };
  /** Up to twenty tags per booking, 40 characters each. */
  tag_booking: { add?: string[]; remove?: string[] };
  assign_partner: { organisationId: Uuid | null };
  /** Replaces an earlier code of the same kind. */
  redeem_code: { code: string };
  resend_booking: { message?: string };
}
