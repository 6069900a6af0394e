/** Stripe Checkout with the company's own keys. */
import { Stripe } from 'stripe';
import type { Ports } from '../ports.ts';
import {
  RefundRejected,
  type Checkout,
  type ListedMovement,
  type PaymentEvent,
  type PaymentProvider,
  type RefundRequest,
} from './provider.ts';

/** Currencies without minor units that Stripe counts in hundredths. */
const IN_HUNDREDTHS = new Set(['ISK', 'UGX']);
const toStripe = (amount: number, currency: string) => (IN_HUNDREDTHS.has(currency) ? amount * 100 : amount);
const fromStripe = (amount: number, currency: string) => (IN_HUNDREDTHS.has(currency) ? amount / 100 : amount);

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : reference?.id;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uuid = (text: string | null | undefined) => (text && UUID.test(text) ? text : undefined);

/** Drops undefined fields. */
const withoutUndefined = (event: { [Name in keyof PaymentEvent]: PaymentEvent[Name] | undefined }) =>
  Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined)) as unknown as PaymentEvent;

function aboutCheckout(event: Stripe.Event, session: Stripe.Checkout.Session): PaymentEvent {
  const currency = session.currency?.toUpperCase();
  const isPaid =
    (event.type === 'checkout.session.completed' && session.payment_status === 'paid') ||
    event.type === 'checkout.session.async_payment_succeeded';
  return withoutUndefined({
    event_id: event.id,
    fact: isPaid
      ? 'paid'
      : event.type === 'checkout.session.expired'
        ? 'expired'
        : event.type === 'checkout.session.async_payment_failed'
          ? 'refused'
          : 'other',
    is_foreign: event.account !== undefined,
    session_id: uuid(session.client_reference_id),
    payment: idOf(session.payment_intent),
    amount:
      session.amount_total === null || currency === undefined ? undefined : fromStripe(session.amount_total, currency),
    currency,
  });
}

function aboutRefund(event: Stripe.Event, refund: Stripe.Refund): PaymentEvent {
  const currency = refund.currency.toUpperCase();
  return withoutUndefined({
    event_id: event.id,
    fact:
      refund.status === 'succeeded'
        ? 'refunded'
        : refund.status === 'failed' || refund.status === 'canceled'
          ? 'refund_failed'
          : 'other',
    is_foreign: event.account !== undefined,
    payment: idOf(refund.payment_intent),
    refund: refund.id,
    refund_id: uuid(refund.metadata?.['refund']),
    amount: fromStripe(refund.amount, currency),
    currency,
  });
}

/** Inquiries (`warning_…`) and prevented disputes move no money. */
const disputeFact = ({ status }: Pick<Stripe.Dispute, 'status'>): 'disputed' | 'dispute_won' | 'other' =>
  status === 'won' ? 'dispute_won' : status.startsWith('warning') || status === 'prevented' ? 'other' : 'disputed';

function aboutDispute(event: Stripe.Event, dispute: Stripe.Dispute): PaymentEvent {
  const currency = dispute.currency.toUpperCase();
  return withoutUndefined({
    event_id: event.id,
    fact:
      event.type === 'charge.dispute.funds_reinstated'
        ? 'dispute_won'
        : event.type === 'charge.dispute.funds_withdrawn'
          ? 'disputed'
          : disputeFact(dispute),
    is_foreign: event.account !== undefined,
    payment: idOf(dispute.payment_intent),
    refund: dispute.id,
    amount: fromStripe(dispute.amount, currency),
    currency,
  });
}

/** Total refunded of a charge. Newer versions of Stripe's API do not name the refund, so the charge stands for it. */
function aboutRefundedCharge(event: Stripe.Event, charge: Stripe.Charge): PaymentEvent {
  const currency = charge.currency.toUpperCase();
  return withoutUndefined({
    event_id: event.id,
    fact: 'refunded_total',
    is_foreign: event.account !== undefined,
    payment: idOf(charge.payment_intent),
    refund: charge.id,
    amount: fromStripe(charge.amount_refunded, currency),
    currency,
  });
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return aboutCheckout(event, event.data.object);
    case 'payment_intent.payment_failed':
      return withoutUndefined({
        event_id: event.id,
        fact: 'refused',
        is_foreign: event.account !== undefined,
        session_id: uuid(event.data.object.metadata['session']),
      });
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return aboutRefund(event, event.data.object);
    case 'charge.refunded':
      return aboutRefundedCharge(event, event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return aboutDispute(event, event.data.object);
    default:
      return { event_id: event.id, fact: 'other' };
  }
}

/** The account may have other sales; payments without our session are not in our ledger. */
const listedPayment = (intent: Stripe.PaymentIntent): ListedMovement[] => {
  const currency = intent.currency.toUpperCase();
  const isDone = intent.status === 'succeeded';
  return uuid(intent.metadata['session'])
    ? [
        {
          is_refund: false,
          reference: intent.id,
          amount: fromStripe(isDone ? intent.amount_received : intent.amount, currency),
          currency,
          state: isDone ? 'done' : 'waiting',
          at: new Date(intent.created * 1000).toISOString(),
        },
      ]
    : [];
};

const listedRefund = (refund: Stripe.Refund): ListedMovement[] => {
  const currency = refund.currency.toUpperCase();
  const payment = idOf(refund.payment_intent);
  return payment
    ? [
        {
          is_refund: true,
          reference: refund.id,
          payment,
          amount: fromStripe(refund.amount, currency),
          currency,
          state:
            refund.status === 'succeeded'
              ? 'done'
              : refund.status === 'failed' || refund.status === 'canceled'
                ? 'failed'
                : 'waiting',
          at: new Date(refund.created * 1000).toISOString(),
        },
      ]
    : [];
};

const listedDispute = (dispute: Stripe.Dispute): ListedMovement[] => {
  const currency = dispute.currency.toUpperCase();
  const payment = idOf(dispute.payment_intent);
  const fact = disputeFact(dispute);
  return payment && fact !== 'other'
    ? [
        {
          is_refund: true,
          reference: dispute.id,
          payment,
          amount: fromStripe(dispute.amount, currency),
          currency,
          state: fact === 'disputed' ? 'done' : 'failed',
          at: new Date(dispute.created * 1000).toISOString(),
        },
      ]
    : [];
};

async function openCheckout(stripe: Stripe, checkout: Checkout): Promise<{ id: string; url: string }> {
  const { session, amount, currency, reference, title, email, locale } = checkout;
  const checkoutSession = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: session,
      ...(email ? { customer_email: email } : {}),
      locale,
      success_url: checkout.paidAddress,
      cancel_url: checkout.backAddress,
      expires_at: Math.floor(Date.parse(checkout.expiresAt) / 1000),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: toStripe(amount, currency),
            product_data: { name: `${title} (${reference})` },
          },
        },
      ],
      payment_intent_data: { metadata: { session } },
    },
    // The redirect URLs depend on the locale, so the key does, too.
    { idempotencyKey: `${session}:${locale}` },
  );
  return { id: checkoutSession.id, url: checkoutSession.url! };
}

async function createRefund(stripe: Stripe, request: RefundRequest): Promise<string> {
  const { id, key: idempotencyKey, payment, amount, currency } = request;
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: payment, amount: toStripe(amount, currency), metadata: { refund: id } },
      { idempotencyKey },
    );
    if (refund.status === 'failed' || refund.status === 'canceled')
      throw new RefundRejected(`Stripe: ${refund.failure_reason ?? refund.status}`);
    return refund.id;
  } catch (failure) {
    // Invalid requests stay invalid; everything else is retried. The code contains no personal data.
    if (failure instanceof Stripe.errors.StripeInvalidRequestError)
      throw new RefundRejected(`Stripe: ${failure.code ?? 'invalid request'}`);
    throw failure instanceof RefundRejected ? failure : new Error('Stripe could not be reached.');
  }
}

async function listMovements(stripe: Stripe, { from, to }: { from: Date; to: Date }): Promise<ListedMovement[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) };
  const listed: ListedMovement[] = [];
  try {
    for await (const intent of stripe.paymentIntents.list({ created, limit: 100 }))
      listed.push(...listedPayment(intent));
    for await (const refund of stripe.refunds.list({ created, limit: 100 })) listed.push(...listedRefund(refund));
  } catch {
    throw new Error('Stripe could not be reached.');
  }
  try {
    for await (const dispute of stripe.disputes.list({ created, limit: 100 })) listed.push(...listedDispute(dispute));
  } catch (failure) {
    // A restricted key may lack access to disputes; those then arrive as events only.
    if (!(failure instanceof Stripe.errors.StripePermissionError))
      throw new Error('Stripe could not be reached.', { cause: failure });
  }
  return listed;
}

export function stripeProvider(key: string | null, fetch: Ports['fetch']): PaymentProvider {
  // Events are verified with the webhook secret, without a key.
  const stripe = new Stripe(key ?? 'none', {
    httpClient: Stripe.createFetchHttpClient(fetch as typeof globalThis.fetch),
    // The job or the guest retries with the same idempotency key.
    maxNetworkRetries: 0,
    timeout: 10_000,
    telemetry: false,
  });
  return {
    openCheckout: (checkout) => openCheckout(stripe, checkout),
    async closeCheckout(id) {
      await stripe.checkout.sessions.expire(id).catch(() => undefined);
    },
    async readEvent(body, headers, secret) {
      const signature = headers.get('stripe-signature');
      if (!signature || !secret) return null;
      try {
        const cryptoProvider = Stripe.createSubtleCryptoProvider();
        return toPaymentEvent(
          await stripe.webhooks.constructEventAsync(body, signature, secret, undefined, cryptoProvider),
        );
      } catch {
        return null;
      }
    },
    refund: (request) => createRefund(stripe, request),
    list: (period) => listMovements(stripe, period),
  };
}
