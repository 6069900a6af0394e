/** What acts on a booking take. */
import type { BookingReason } from '../../domain/booking-reasons.ts';
import type { PaymentMethod } from '../../domain/bookings.ts';
import type { BookingSource } from '../../domain/closed-lists.ts';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';

/** Staff pass with it what would be refused for want of room, by the party's rules or beyond a partner's limit; it is in the history. */
interface Override {
  override?: string;
}
/** False: what it costs more or less does not follow on the partner's account. */
interface Following {
  account?: boolean;
}
/** Asks what an act would come to; nothing happens. */
export interface Preview {
  preview?: boolean;
}
/** Said of any act: false, and the guest hears nothing of it by mail. */
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
  /** How long a hold lasts; 15 unless told. */
  minutes?: number;
  note?: string;
  source?: BookingSource;
  organisationId?: Uuid;
  externalReference?: string;
}

/** What each act takes; what is not named stays as it is. */
export interface Changes {
  extend_booking: { minutes?: number } & Override;
  confirm_booking: { state?: 'PENDING' | 'CONFIRMED'; contact?: Contact } & Override;
  change_party: {
    add?: NewTicket[];
    remove?: Uuid[];
    confirm?: boolean;
    reason?: BookingReason;
    words?: string;
  } & Override &
    Following;
  /** On the same tour it keeps its price unless `reprice`. */
  move_booking: {
    departureId: Uuid;
    reason?: BookingReason;
    words?: string;
    confirm?: boolean;
    reprice?: boolean;
  } & Override &
    Following;
  cancel_booking: {
    reason?: BookingReason;
    words?: string;
    refund?: 'policy' | 'full' | 'none' | MinorUnits;
    confirm?: boolean;
    /** What the guest is written, '' for the bare facts; without it nobody is. */
    message?: string;
  };
  expire_booking: { reason?: BookingReason };
  reject_booking: { reason?: BookingReason; words?: string };
  restore_booking: Override & Following;
  /** In place of what was decided before; 0 for nothing. */
  decide_refund: { amount: MinorUnits; words?: string };
  /** `due`: what is due at that moment. */
  record_payment: {
    amount: MinorUnits | 'due';
    currency: string;
    method: PaymentMethod;
    reference?: string;
  } & Override;
  /** One that a provider has refused. */
  retry_refund: { refundId: Uuid };
  /** In the place of the receipts that there are; `name` and `address` of the buyer. */
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
    externalReference?: string | null;
    names?: { guestId: Uuid; name: string | null }[];
  };
  /** The office's own words, up to 40 signs each, twenty a booking. */
  tag_booking: { add?: string[]; remove?: string[] };
  assign_partner: { organisationId: Uuid | null };
  /** A second one of its kind takes the place of the first. */
  redeem_code: { code: string };
  resend_booking: { message?: string };
}
