/** The Stripe adapter against a small fake of Stripe's API, with events signed by Stripe's own library. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stripeProvider } from '../../supabase/functions/_shared/payments/stripe-provider.ts';
import { paymentEvents } from '../../supabase/functions/payment-events/handler.ts';
import type { Stage } from '../support/booking-stage.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest } from '../support/guest-requests.ts';
import * as paying from '../support/payments.ts';
import { begin, booksOf, makeWaiting, portsOf } from '../support/payments.ts';

const KEY = `sk_test_${'k'.repeat(24)}`;
const HOOK = `whsec_${'h'.repeat(32)}`;

interface StripeRequest {
  path: string;
  form: Record<string, string>;
  key: string | undefined;
  idempotency: string | undefined;
}
/** Repeats its response for an idempotency key, and refuses the key for another request. */
class FakeStripe {
  readonly requests: StripeRequest[] = [];
  /** The failure of the next call. */
  failure: { status: number; code: string } | 'lost' | null = null;
  readonly #responses = new Map<string, { form: string; body: object }>();
  made = 0;

  respond(request: StripeRequest): { status: number; body: object } | null {
    this.requests.push(request);
    const error = (status: number, code: string, type = 'invalid_request_error') => ({
      status,
      body: { error: { type, code, message: `No: ${JSON.stringify(request.form)}` } },
    });
    const { failure } = this;
    this.failure = null;
    if (request.key !== `Bearer ${KEY}`) return error(401, 'api_key_invalid');
    if (failure && failure !== 'lost') return error(failure.status, failure.code);
    const written = JSON.stringify(request.form);
    const known = request.idempotency === undefined ? undefined : this.#responses.get(request.idempotency);
    if (known && known.form !== written) return error(400, 'idempotency', 'idempotency_error');
    const body = known?.body ?? this.#make(request);
    if (request.idempotency !== undefined) this.#responses.set(request.idempotency, { form: written, body });
    return failure === 'lost' ? null : { status: 200, body };
  }

  #make({ path, form }: StripeRequest): object {
    this.made += 1;
    if (path === '/v1/checkout/sessions')
      return { id: `cs_${this.made}`, object: 'checkout.session', url: `https://checkout.stripe.com/c/${this.made}` };
    if (path === '/v1/refunds')
      return { id: `re_${this.made}`, object: 'refund', status: 'succeeded', amount: Number(form['amount']) };
    return { id: path.split('/')[4], object: 'checkout.session', status: 'expired' };
  }
}

let db: Database;
let stage: Stage;
let server: Server;
let stripe: FakeStripe;
let logged: string[] = [];
/** Sends requests for Stripe's address to the local fake. */
const nearby: typeof fetch = (input, init) => {
  const to = new URL(input instanceof Request ? input.url : input);
  expect(to.origin).toBe('https://api.stripe.com');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${to.pathname}`, init);
};
const ports = () => portsOf(db, { fetch: nearby as never });

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words.join(' ')));
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const result = stripe.respond({
        path: request.url!,
        form: Object.fromEntries(new URLSearchParams(body)),
        key: request.headers.authorization,
        idempotency: request.headers['idempotency-key'] as string | undefined,
      });
      if (!result) return request.socket.destroy();
      response.writeHead(result.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(result.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  db = await openPostgres();
  stage = await paying.makePayingStage(db);
  const saved = await db.rpc<Record<string, unknown>>(stage.company.people.owner, 'save_payment_settings', {
    company: stage.company.id,
    version: 1,
    mode: 'online',
    provider: 'stripe',
    secret_key: KEY,
    webhook_secret: HOOK,
  });
  expect(saved).toMatchObject({ status: 'ok', has_secret_key: true });
});
afterAll(async () => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  await db?.close();
});
beforeEach(async () => {
  stripe = new FakeStripe();
  logged = [];
  await db.query(`delete from private.rate_limit_buckets`);
  await db.query(`delete from private.jobs`);
});

const signer = new Stripe(KEY);
async function deliver(
  type: string,
  object: object,
  { secret = HOOK, ...more }: { secret?: string; account?: string } = {},
) {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object }, ...more });
  const signature = await signer.webhooks.generateTestHeaderStringAsync({ payload, secret });
  const request = new Request(`http://127.0.0.1/functions/v1/payment-events?company=${stage.company.id}`, {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  });
  return (await paymentEvents(request, ports())).status;
}
const sessionOf = async (booking: string) =>
  (
    await db.query<{ id: string }>(`select id from private.payment_sessions where booking_id = $1 and state = 'open'`, [
      booking,
    ])
  )[0]!.id;
const completed = (session: string, more: object = {}) => ({
  object: 'checkout.session',
  client_reference_id: session,
  payment_status: 'paid',
  payment_intent: `pi_${session}`,
  amount_total: 10_000,
  currency: 'dkk',
  ...more,
});
async function makePaidBooking() {
  const purchase = await makeWaiting(db, stage);
  await begin(purchase.token, ports());
  const session = await sessionOf(purchase.id);
  expect(await deliver('checkout.session.completed', completed(session))).toBe(200);
  await paying.runDueJobsFor(db, ports());
  expect(await booksOf(db, purchase.id)).toMatchObject({ state: 'CONFIRMED', payments: [{ provider: 'stripe' }] });
  return { ...purchase, session };
}

describe('a checkout', () => {
  test('is created with the company’s key, the amount due and return URLs, under its session’s id', async () => {
    const purchase = await makeWaiting(db, stage);
    const result = await begin(purchase.token, ports());
    expect(result).toMatchObject({ status: 'ok', url: 'https://checkout.stripe.com/c/1' });
    const session = await sessionOf(purchase.id);
    expect(stripe.requests).toMatchObject([
      {
        path: '/v1/checkout/sessions',
        idempotency: `${session}:da`,
        form: {
          client_reference_id: session,
          customer_email: 'anna@holm.test',
          'line_items[0][price_data][currency]': 'dkk',
          'line_items[0][price_data][unit_amount]': '10000',
          'payment_intent_data[metadata][session]': session,
          success_url: `https://app.example.com/da/booking/isolated/payment/${purchase.token}#paid`,
        },
      },
    ]);
  });

  test('with a lost response is the same one on retry', async () => {
    const purchase = await makeWaiting(db, stage);
    stripe.failure = 'lost';
    expect(await begin(purchase.token, ports())).toMatchObject({ status: 'unavailable' });
    expect(await begin(purchase.token, ports())).toMatchObject({
      status: 'ok',
      url: 'https://checkout.stripe.com/c/1',
    });
    expect(stripe.made).toBe(1);
  });

  test('is closed at Stripe when another replaces it', async () => {
    const purchase = await makeWaiting(db, stage);
    await begin(purchase.token, ports());
    const add = [{ price_category_id: stage.categories.ADULT }];
    await db.rpc(stage.company.people.office, 'change_party', {
      request: randomUUID(),
      booking: purchase.id,
      change: { add },
    });
    await begin(purchase.token, ports());
    expect(stripe.requests.map(({ path }) => path)).toEqual([
      '/v1/checkout/sessions',
      '/v1/checkout/sessions/cs_1/expire',
      '/v1/checkout/sessions',
    ]);
  });
});

describe('an event', () => {
  test.each([
    ['payment_intent.payment_failed', (session: string) => ({ metadata: { session } }), 'refused'],
    ['checkout.session.expired', (session: string) => completed(session, { payment_status: 'unpaid' }), 'expired'],
    ['checkout.session.async_payment_succeeded', (session: string) => completed(session), 'received'],
  ])('%s is mapped to our outcome', async (type, object, outcome) => {
    const purchase = await makeWaiting(db, stage);
    await begin(purchase.token, ports());
    const session = await sessionOf(purchase.id);
    await deliver(type, object(session));
    await paying.runDueJobsFor(db, ports());
    expect(Object.values((await booksOf(db, purchase.id)).outcomes)).toEqual([outcome]);
  });

  test('that is unpaid, of an unknown kind or of a connected account changes nothing', async () => {
    const purchase = await makeWaiting(db, stage);
    await begin(purchase.token, ports());
    const session = await sessionOf(purchase.id);
    expect(await deliver('checkout.session.completed', completed(session, { payment_status: 'unpaid' }))).toBe(200);
    expect(await deliver('customer.created', { object: 'customer', email: 'x@y.test' })).toBe(200);
    expect(await deliver('checkout.session.completed', completed(session), { account: 'acct_other' })).toBe(200);
    await paying.runDueJobsFor(db, ports());
    expect(await booksOf(db, purchase.id)).toMatchObject({ state: 'ON_HOLD', payments: [] });
  });

  describe('of a dispute or refund at Stripe', () => {
    const dispute = (session: string, more: object = {}) => ({
      id: `dp_${session}`,
      object: 'dispute',
      payment_intent: `pi_${session}`,
      amount: 10_000,
      currency: 'dkk',
      status: 'needs_response',
      ...more,
    });
    const refund = (session: string, id: string, more: object = {}) => ({
      id: `re_${id}_${session}`,
      object: 'refund',
      payment_intent: `pi_${session}`,
      amount: 4000,
      currency: 'dkk',
      status: 'succeeded',
      ...more,
    });
    const charge = (session: string, amount_refunded: number) => ({
      id: `ch_${session}`,
      object: 'charge',
      payment_intent: `pi_${session}`,
      amount: 10_000,
      amount_refunded,
      currency: 'dkk',
    });
    type EventOf = [string, (session: string) => object];
    const created: EventOf = ['charge.dispute.created', (session) => dispute(session)];
    const withdrawn: EventOf = ['charge.dispute.funds_withdrawn', (session) => dispute(session)];
    const lost: EventOf = ['charge.dispute.closed', (session) => dispute(session, { status: 'lost' })];
    const won: EventOf = ['charge.dispute.closed', (session) => dispute(session, { status: 'won' })];
    const reinstated: EventOf = ['charge.dispute.funds_reinstated', (session) => dispute(session, { status: 'won' })];
    const inquiry: EventOf = [
      'charge.dispute.created',
      (session) => dispute(session, { status: 'warning_needs_response' }),
    ];
    const total = (amount: number): EventOf => ['charge.refunded', (session) => charge(session, amount)];
    const refundEvent: EventOf = ['refund.created', (session) => refund(session, 'a')];
    const other: EventOf = ['refund.updated', (session) => refund(session, 'b', { amount: 6000 })];
    const sameOld: EventOf = ['charge.refund.updated', (session) => refund(session, 'a')];
    const failed: EventOf = ['refund.failed', (session) => refund(session, 'a', { status: 'failed' })];
    const cancelled: EventOf = ['refund.updated', (session) => refund(session, 'a', { status: 'canceled' })];

    test.each<[string, EventOf[], number]>([
      ['a dispute', [created], 10_000],
      ['a partial dispute', [['charge.dispute.created', (session) => dispute(session, { amount: 2500 })]], 2500],
      ['a dispute by all its events', [created, withdrawn, created, lost], 10_000],
      ['a dispute by its last event alone', [lost], 10_000],
      ['a won dispute', [created, withdrawn, won, reinstated], 0],
      ['a won dispute with its events reversed', [reinstated, won, withdrawn, created], 0],
      ['an inquiry, which takes no money', [inquiry], 0],
      ['a refund by the charge alone', [total(4000)], 4000],
      ['two refunds by the charge alone', [total(4000), total(10_000), total(10_000)], 10_000],
      ['a refund by charge and refund event', [total(4000), refundEvent, sameOld], 4000],
      ['a refund by refund event and charge', [refundEvent, total(4000)], 4000],
      ['two refunds by both events', [total(4000), total(10_000), other, refundEvent], 10_000],
      ['a refund by its old event name', [sameOld], 4000],
      ['a failed refund', [refundEvent, failed], 0],
      ['a cancelled refund', [refundEvent, cancelled], 0],
      [
        'a refund and a dispute of the rest',
        [refundEvent, total(4000), ['charge.dispute.created', (session) => dispute(session, { amount: 6000 })]],
        10_000,
      ],
    ])('%s is in the ledger once', async (_, events, back) => {
      const { id, session } = await makePaidBooking();
      for (const [type, object] of events) expect(await deliver(type, object(session))).toBe(200);
      await paying.runDueJobsFor(db, ports());
      const [money] = await db.query<{ paid: number }>(
        `select paid_amount::int as paid from public.bookings where id = $1`,
        [id],
      );
      expect(money).toEqual({ paid: 10_000 - back });
    });

    test('a dispute is shown to the office in booking and list, and not to the guest', async () => {
      const { id, session } = await makePaidBooking();
      const mails = async () =>
        (
          await db.query(
            `select from private.outbox_messages where booking_id = $1 and template = 'booking-refunded'`,
            [id],
          )
        ).length;
      await deliver(...eventArgs(created, session));
      await paying.runDueJobsFor(db, ports());
      const office = stage.company.people.office;
      const { booking } = await db.rpc<{ booking: { money: object; history: { code: string; after: object }[] } }>(
        office,
        'read_booking',
        { booking: id },
      );
      expect(booking.money).toMatchObject({ due: 10_000, balance: 0 });
      expect(booking.history.map(({ code }) => code)).toContain('record_dispute');
      const list = async () =>
        (
          await db.rpc<{ differences: { reference: string; difference: string; provider_amount: number }[] }>(
            office,
            'read_payment_differences',
            { company: stage.company.id },
          )
        ).differences.filter(({ reference }) => reference === `dp_${session}`);
      expect(await list()).toMatchObject([{ difference: 'disputed', provider_amount: 10_000 }]);
      await deliver(...eventArgs(won, session));
      await paying.runDueJobsFor(db, ports());
      const after = await db.rpc<{ booking: { money: object; history: { code: string }[] } }>(office, 'read_booking', {
        booking: id,
      });
      expect(after.booking.money).toMatchObject({ due: 0, balance: 10_000 });
      expect(after.booking.history.map(({ code }) => code)).toContain('record_dispute_won');
      expect(await mails()).toBe(0);
    });
    const eventArgs = ([type, object]: EventOf, session: string) => [type, object(session)] as const;
  });

  test('without a valid signature is not stored', async () => {
    const session = randomUUID();
    expect(await deliver('checkout.session.completed', completed(session), { secret: `whsec_${'x'.repeat(32)}` })).toBe(
      401,
    );
    expect(await db.query(`select from private.payment_events where session_id = $1`, [session])).toEqual([]);
  });

  test('scales amounts in zero-decimal currencies that Stripe takes in hundredths', async () => {
    const provider = stripeProvider(KEY, nearby as never);
    await provider.refund({ id: randomUUID(), key: 'a', payment: 'pi_1', amount: 500, currency: 'ISK' });
    await provider.refund({ id: randomUUID(), key: 'b', payment: 'pi_1', amount: 500, currency: 'JPY' });
    expect(stripe.requests.map(({ form }) => form['amount'])).toEqual(['50000', '500']);
  });
});

describe('a refund', () => {
  const cancel = (token: string) => callAsGuest(db, 'cancel', { request: randomUUID(), token, change: {} });

  test('with a lost response is sent once', async () => {
    const purchase = await makePaidBooking();
    await cancel(purchase.token);
    const before = stripe.made;
    stripe.failure = 'lost';
    await paying.runDueJobsFor(db, ports());
    expect(stripe.made).toBe(before + 1);
    expect(await booksOf(db, purchase.id)).toMatchObject({ refunds: [{ amount: 10_000, status: 'REFUNDED' }] });
    expect(stripe.requests.at(-1)).toMatchObject({
      path: '/v1/refunds',
      form: { payment_intent: `pi_${purchase.session}`, amount: '10000' },
    });
  });

  test('that Stripe refuses is owed and shown, and retried by the office under another key', async () => {
    const purchase = await makePaidBooking();
    await cancel(purchase.token);
    stripe.failure = { status: 400, code: 'insufficient_funds' };
    await paying.runDueJobsFor(db, ports());
    const [failed] = await db.query<{ id: string; status: string; failure: string }>(
      `select id, status, failure from public.refunds where booking_id = $1`,
      [purchase.id],
    );
    expect(failed).toMatchObject({ status: 'REFUND_FAILED', failure: 'Stripe: insufficient_funds' });
    await db.rpc(stage.company.people.office, 'retry_refund', {
      request: randomUUID(),
      booking: purchase.id,
      change: { refund_id: failed!.id },
    });
    await paying.runDueJobsFor(db, ports());
    expect(await booksOf(db, purchase.id)).toMatchObject({ refunds: [{ status: 'REFUNDED' }] });
    const keys = stripe.requests.filter(({ path }) => path === '/v1/refunds').map(({ idempotency }) => idempotency);
    expect(new Set(keys).size).toBe(2);
  });
});

test('no log, response or stored failure contains a key or secret', async () => {
  const purchase = await makePaidBooking();
  stripe.failure = { status: 500, code: 'api_error' };
  await callAsGuest(db, 'cancel', { request: randomUUID(), token: purchase.token, change: {} });
  const worked = await paying.runDueJobsFor(db, ports());
  expect(worked.waiting).toBe(1);
  const storedRows = await db.query(
    `select last_error from private.jobs union all select failure from public.refunds
     union all select row_to_json(e)::text from private.payment_events as e
     union all select row_to_json(a)::text from public.audit_events as a`,
  );
  const owner = await db.rpc(stage.company.people.owner, 'read_payment_settings', { company: stage.company.id });
  const texts = JSON.stringify([storedRows, logged, owner, await begin(purchase.token, ports())]);
  expect(texts).toContain('has_secret_key');
  expect(texts).not.toMatch(/sk_test|whsec|kkkkkk|hhhhhh/);
});
