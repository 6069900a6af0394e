/** What a payment provider is to us: one interface, an adapter each. Amounts are minor units; events are told in our words. */
import type { Locale } from '../../../../src/lib/locales.ts';

export interface Checkout {
  /** Our number of it: asked twice for one, a provider gives the same page. */
  session: string;
  company: string;
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** Of the booking, as people say it aloud. */
  reference: string;
  /** What is paid for, as the guest reads it. */
  title: string;
  email: string | null;
  locale: Locale;
  expiresAt: string;
  /** Where the provider leads whoever has paid, and whoever has not. */
  paidAddress: string;
  backAddress: string;
}

/** As `private.payment_events` keeps it. */
export interface PaymentEvent {
  event_id: string;
  /**
   * `refunded_total`: `amount` is all that has gone back of the payment so far. `disputed`: the guest's bank has taken money back, by the
   * dispute `refund`; `dispute_won`: it is there again.
   */
  fact:
    | 'paid'
    | 'refused'
    | 'expired'
    | 'refunded'
    | 'refunded_total'
    | 'refund_failed'
    | 'disputed'
    | 'dispute_won'
    | 'other';
  is_foreign?: boolean;
  session_id?: string;
  payment?: string;
  refund?: string;
  refund_id?: string;
  amount?: number;
  currency?: string;
}

export interface RefundRequest {
  id: string;
  /** The same as long as it is the same try. */
  key: string;
  /** The provider's number of the payment. */
  payment: string;
  amount: number;
  currency: string;
}

/** One movement of money as the provider's own list has it. */
export interface ListedMovement {
  is_refund: boolean;
  /** The provider's number of it. */
  reference: string;
  /** Of a refund: the payment that it is of. */
  payment?: string;
  amount: number;
  currency: string;
  state: 'done' | 'waiting' | 'failed';
  at: string;
}

export interface PaymentProvider {
  openCheckout(checkout: Checkout): Promise<{ id: string; url: string }>;
  /** Nobody shall pay there any more. Settles whatever comes of it: what is paid all the same is judged when it comes. */
  closeCheckout(id: string): Promise<void>;
  /** The event, or null for what is not signed by the secret. */
  readEvent(body: string, headers: Headers, secret: string | null): Promise<PaymentEvent | null>;
  /** The provider's number of the refund. Throws RefundRefused where asking again is of no use. */
  refund(wish: RefundRequest): Promise<string>;
  /** What was paid by us and given back in a time; null from one that keeps no list. */
  list(period: { from: Date; to: Date }): Promise<ListedMovement[] | null>;
}

/** The provider will not pay it back. Its message is shown to the office. */
export class RefundRejected extends Error {
  override name = 'RefundRefused';
}
