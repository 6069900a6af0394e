/** Interface of payment providers, with one adapter each. Amounts are minor units; events use our terms. */
import type { Locale } from '../../../../src/lib/locales.ts';

export interface Checkout {
  /** Our id and idempotency key: repeated requests return the same page. */
  session: string;
  company: string;
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** Booking reference. */
  reference: string;
  /** Description shown to the guest. */
  title: string;
  email: string | null;
  locale: Locale;
  expiresAt: string;
  /** Redirect targets after payment and after giving up. */
  paidAddress: string;
  backAddress: string;
}

/** Event as stored in `private.payment_events`. */
export interface PaymentEvent {
  event_id: string;
  /**
   * `refunded_total`: `amount` is the sum refunded so far. `disputed`: the guest's bank took the money back, `refund`
   * is the dispute; `dispute_won`: the money is back.
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
  /** Whether it belongs to another account than the company's. */
  is_foreign?: boolean;
  /** Our id of the checkout. */
  session_id?: string;
  /** The provider's id of the payment. */
  payment?: string;
  /** The provider's id of the refund; `refund_id` is ours if we requested it. */
  refund?: string;
  refund_id?: string;
  amount?: number;
  currency?: string;
}

export interface RefundRequest {
  /** Our id of the refund. */
  id: string;
  /** Idempotency key, the same until the provider rejects the refund. */
  key: string;
  /** The provider's id of the payment. */
  payment: string;
  amount: number;
  currency: string;
}

/** One entry of the provider's own list. */
export interface ListedMovement {
  is_refund: boolean;
  /** The provider's id. */
  reference: string;
  /** For a refund: the payment it belongs to. */
  payment?: string;
  amount: number;
  currency: string;
  state: 'done' | 'waiting' | 'failed';
  at: string;
}

export interface PaymentProvider {
  openCheckout(checkout: Checkout): Promise<{ id: string; url: string }>;
  /** Closes a checkout. Resolves even if closing fails; a late payment is handled when it arrives. */
  closeCheckout(id: string): Promise<void>;
  /** Returns the event, or null if its signature is invalid. */
  readEvent(body: string, headers: Headers, secret: string | null): Promise<PaymentEvent | null>;
  /** Requests a refund and returns the provider's id of it. Throws RefundRejected if a retry is pointless. */
  refund(request: RefundRequest): Promise<string>;
  /** Returns our payments and refunds of a period, or null if the provider has no list. */
  list(period: { from: Date; to: Date }): Promise<ListedMovement[] | null>;
}

/** The provider rejected a refund. The message is shown to the office. */
export class RefundRejected extends Error {
  override name = 'RefundRejected';
}
