/** From a guest's hold to money in the ledger: requests to the provider, its events, and their effects (ADR 044). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import type { WebhookRequest } from '../../supabase/functions/_shared/ports.ts';
import { deliverWebhooks } from '../../supabase/functions/run-jobs/webhooks.ts';
import type { PaymentEvent } from '../../supabase/functions/_shared/payments/provider.ts';
import type { Stage } from '../support/booking-stage.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';
import * as paying from '../support/payments.ts';
import { begin, booksOf, makeWaiting, paidBy, payment, portsOf } from '../support/payments.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await paying.makePayingStage(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.query(`delete from private.rate_limit_buckets`);
  await db.query(`delete from private.jobs`);
  await paying.payOnline(db, stage.company.id);
});

const ports = () => portsOf(db);
const deliver = (event: PaymentEvent, company = stage.company.id) =>
  paying.deliverPaymentEvent(company, event, ports());
const workOff = () => paying.runDueJobsFor(db, ports());
const started = async (options?: { capacity?: number; adults?: number }) => {
  const waiting = await makeWaiting(db, stage, options);
  const { checkout, url } = await begin(waiting.token, ports());
  return { ...waiting, checkout: checkout!, url: url! };
};
const paidFor = async (options?: { capacity?: number; adults?: number }) => {
  const purchase = await started(options);
  await deliver(paidBy(purchase.checkout));
  await workOff();
  return purchase;
};
const endHold = (id: string) =>
  db.query(`update public.bookings set expires_at = clock_timestamp() - interval '1 day' where id = $1`, [id]);
const office = (name: string, booking: string, change: object) =>
  db.rpc<{ status: string }>(stage.company.people.office, name, { request: randomUUID(), booking, change });

describe('starting a payment', () => {
  test('asks for the amount due once; a repeat returns the same page, and the hold is extended', async () => {
    const purchase = await started();
    expect(purchase.checkout).toMatchObject({ amount: 10_000, currency: 'DKK', title: 'Harbour walk', locale: 'da' });
    expect(purchase.checkout.paidAddress).toBe(
      `https://app.example.com/da/booking/isolated/payment/${purchase.token}#paid`,
    );
    expect((await begin(purchase.token, ports())).url).toBe(purchase.url);
    const [row] = await db.query<{ minutes: number; sessions: number }>(
      `select extract(epoch from expires_at - now())::float8 / 60 as minutes,
         (select count(*)::int from private.payment_sessions where booking_id = b.id) as sessions from public.bookings as b where id = $1`,
      [purchase.id],
    );
    expect(row!.minutes).toBeGreaterThan(34);
    expect(row!.sessions).toBe(1);
  });

  test('a second session does not extend the hold', async () => {
    const purchase = await started();
    await db.query(`update private.payment_sessions set expires_at = now() where booking_id = $1`, [purchase.id]);
    await db.query(`update public.bookings set expires_at = now() + interval '3 minutes' where id = $1`, [purchase.id]);
    expect((await begin(purchase.token, ports())).checkout!.session).not.toBe(purchase.checkout.session);
    const [row] = await db.query<{ short: boolean }>(
      `select expires_at < now() + interval '4 minutes' as short from public.bookings where id = $1`,
      [purchase.id],
    );
    expect(row).toEqual({ short: true });
  });

  test('a changed amount closes the former page and opens another', async () => {
    const purchase = await started();
    await office('change_party', purchase.id, { add: [{ price_category_id: stage.categories.ADULT }] });
    const next = await begin(purchase.token, ports());
    expect(next.checkout).toMatchObject({ amount: 15_000 });
    const states = await db.query<{ state: string }>(
      `select state from private.payment_sessions where booking_id = $1 order by created_at`,
      [purchase.id],
    );
    expect(states.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('a hold is not booked before it is paid, and an expired one cannot be paid', async () => {
    const purchase = await makeWaiting(db, stage);
    expect(await payment(db, purchase.token)).toMatchObject({ payment: { may_pay: true, state: null } });
    await endHold(purchase.id);
    expect(await begin(purchase.token, ports())).toMatchObject({ status: 'nothing_to_pay', state: 'EXPIRED' });
    expect(await payment(db, purchase.token)).toMatchObject({ payment: { may_pay: false } });
  });

  test('where guests pay on arrival, a hold is booked at once and nothing is paid online', async () => {
    await db.query(`update private.payment_settings set mode = 'on_arrival' where company_id = $1`, [stage.company.id]);
    const departure = await makeDeparture(db, stage.company, { localDate: '2099-05-01' });
    const token = makeToken();
    await holdAsGuest(db, { departure, token, guests: [{ price_category_id: stage.categories.ADULT }] });
    const contact = { name: 'Anna Holm', email: 'anna@holm.test' };
    const confirmed = await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact } });
    expect(confirmed).toMatchObject({ booking: { state: 'CONFIRMED', may: { pay: false } } });
    expect(await begin(token, ports())).toMatchObject({ status: 'nothing_to_pay' });
  });

  test('an unknown booking is not found, whatever the token', async () => {
    for (const token of ['', 'x', randomUUID()])
      expect(await begin(token, ports())).toMatchObject({ status: 'not_found' });
  });

  test('a provider failure is an error, and a retry uses the same session', async () => {
    const purchase = await makeWaiting(db, stage);
    const down = portsOf(db, {
      secrets: () => {
        throw new Error('down');
      },
    });
    await expect(begin(purchase.token, down)).rejects.toThrow('down');
    expect((await begin(purchase.token, ports())).status).toBe('ok');
    const [row] = await db.query(`select count(*)::int as n from private.payment_sessions where booking_id = $1`, [
      purchase.id,
    ]);
    expect(row).toEqual({ n: 1 });
  });
});

describe('payment events', () => {
  test('are processed at once for waiting guests; the job finds them done', async () => {
    const purchase = await started();
    expect(await paying.deliverConcurrently(stage.company.id, paidBy(purchase.checkout), ports())).toBe(200);
    const done = { state: 'CONFIRMED', payments: [{ amount: 10_000, status: 'RECEIVED' }], refunds: [] };
    expect(await booksOf(db, purchase.id)).toMatchObject(done);
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject(done);
  });

  test('paid confirms the hold and adds the payment, once', async () => {
    const purchase = await started();
    const event = paidBy(purchase.checkout);
    expect([await deliver(event), await deliver(event)]).toEqual([200, 200]);
    expect(await payment(db, purchase.token)).toMatchObject({
      payment: { is_waiting: true },
      booking: { state: 'ON_HOLD' },
    });
    await workOff();
    await deliver(event);
    // Another event of the provider for the same payment.
    await deliver({ ...event, event_id: `again_${purchase.checkout.session}` });
    await workOff();
    expect(await booksOf(db, purchase.id)).toEqual({
      state: 'CONFIRMED',
      payments: [{ amount: 10_000, currency: 'DKK', status: 'RECEIVED', provider: 'test' }],
      refunds: [],
      outcomes: { [event.event_id]: 'received', [`again_${purchase.checkout.session}`]: 'repeated' },
    });
    expect(await payment(db, purchase.token)).toMatchObject({
      payment: { may_pay: false, state: 'paid', is_waiting: false, outcome: 'received' },
      booking: { state: 'CONFIRMED', money: { due: 0 } },
    });
  });

  test('refused adds nothing to the ledger, and the same page can still be paid', async () => {
    const purchase = await started();
    await deliver({ event_id: randomUUID(), fact: 'refused', session_id: purchase.checkout.session });
    await workOff();
    expect(await payment(db, purchase.token)).toMatchObject({ payment: { may_pay: true, state: 'refused' } });
    expect((await begin(purchase.token, ports())).url).toBe(purchase.url);
    await deliver(paidBy(purchase.checkout));
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({ state: 'CONFIRMED' });
  });

  test.each([
    ['a refused card', { fact: 'refused' as const }, { amount: 10_000, currency: 'DKK' }],
    ['a payment in another currency', { currency: 'EUR' }, { amount: 10_000, currency: 'EUR' }],
  ])('%s is sent once to a subscribed webhook', async (_, more, expected) => {
    const made = await db.rpc<{ status: string; secret: string }>(stage.company.people.owner, 'save_webhook', {
      company: stage.company.id,
      endpoint: randomUUID(),
      version: 0,
      input: { url: 'https://hooks.example.com/', events: ['payment.failed', 'payment.received'] },
    });
    const requests: unknown[] = [];
    const send = async ({ headers, body }: WebhookRequest) => {
      requests.push(new Webhook(made.secret).verify(body, headers));
      return { status: 200, failure: null, response: 'ok', durationMs: 1 };
    };
    const purchase = await started();
    const event = paidBy(purchase.checkout, { event_id: randomUUID(), ...more });
    await deliver(event);
    await deliver(event);
    await workOff();
    await deliverWebhooks(portsOf(db, { webhooks: { send } }));
    expect(requests).toMatchObject([
      {
        type: 'payment.failed',
        data: { payment: { ...expected, method: 'online', state: 'failed' }, booking: { id: purchase.id } },
      },
    ]);
    const { body } = await db.rpc<{ body: string }>(stage.company.people.owner, 'preview_webhook', {
      company: stage.company.id,
      event: 'payment.failed',
      has_personal_data: false,
    });
    if ('fact' in more) expect(JSON.parse(body)).toMatchObject({ data: { booking: { id: purchase.id } } });
    await db.query('delete from private.webhook_endpoints');
  });

  test('after the hold expired, take the seats again or refund', async () => {
    const lucky = await started();
    await endHold(lucky.id);
    await deliver(paidBy(lucky.checkout));
    const late = await started({ capacity: 2 });
    await endHold(late.id);
    await makeBooking(db, stage.company, { departureId: late.departure });
    await deliver(paidBy(late.checkout));
    await workOff();
    expect(await booksOf(db, lucky.id)).toMatchObject({ state: 'CONFIRMED', refunds: [] });
    expect(await booksOf(db, late.id)).toMatchObject({
      state: 'EXPIRED',
      payments: [{ status: 'RECEIVED' }],
      refunds: [{ amount: 10_000, status: 'REFUNDED', bound: true }],
      outcomes: { [`paid_${late.checkout.session}`]: 'seats_taken' },
    });
    expect(await payment(db, late.token)).toMatchObject({
      payment: { outcome: 'seats_taken' },
      booking: { money: { owed: 0 } },
    });
  });

  test('a second payment is refunded automatically', async () => {
    const purchase = await paidFor();
    await deliver(paidBy(purchase.checkout, { event_id: randomUUID(), payment: randomUUID() }));
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({
      state: 'CONFIRMED',
      payments: [{ amount: 10_000 }, { amount: 10_000 }],
      refunds: [{ amount: 10_000, status: 'REFUNDED', bound: true }],
    });
  });

  test('for an ended booking or a replaced hold are refunded', async () => {
    const cancelled = await paidFor();
    await office('cancel_booking', cancelled.id, { refund: 'none' });
    await deliver(paidBy(cancelled.checkout, { event_id: randomUUID(), payment: randomUUID() }));
    const exchanged = await started();
    await holdAsGuest(db, {
      departure: cancelled.departure,
      token: exchanged.token,
      guests: [{ price_category_id: stage.categories.ADULT }],
    });
    await deliver(paidBy(exchanged.checkout));
    await workOff();
    expect(await booksOf(db, cancelled.id)).toMatchObject({
      state: 'CANCELLED',
      refunds: [{ amount: 10_000, status: 'REFUNDED' }],
    });
    expect(await booksOf(db, exchanged.id)).toMatchObject({
      state: 'EXPIRED',
      refunds: [{ amount: 10_000, status: 'REFUNDED' }],
      outcomes: { [`paid_${exchanged.checkout.session}`]: 'booking_ended' },
    });
  });

  test('with another amount or currency confirm nothing and are refunded', async () => {
    const little = await started();
    await deliver(paidBy(little.checkout, { amount: 1 }));
    const other = await started();
    await deliver(paidBy(other.checkout, { currency: 'EUR' }));
    await workOff();
    expect(await booksOf(db, little.id)).toMatchObject({
      state: 'ON_HOLD',
      refunds: [{ amount: 1, status: 'REFUNDED' }],
      outcomes: { [`paid_${little.checkout.session}`]: 'wrong_amount' },
    });
    expect(await booksOf(db, other.id)).toMatchObject({
      state: 'ON_HOLD',
      payments: [{ currency: 'EUR', status: 'FAILED' }],
      refunds: [],
      outcomes: { [`paid_${other.checkout.session}`]: 'wrong_currency' },
    });
    const jobs = await db.query(
      `select state, last_error from private.jobs where kind = 'refund_payment' and payload ->> 'refund' in (select id::text from public.payments where booking_id = $1)`,
      [other.id],
    );
    expect(jobs).toEqual([{ state: 'done', last_error: null }]);
  });

  test('of another company or account, or an unknown session, have an outcome and no effect', async () => {
    const purchase = await started();
    const other = await makeCompany(db);
    await paying.payOnline(db, other.id);
    const [foreign, account, unknown, strange] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await deliver(paidBy(purchase.checkout, { event_id: foreign }), other.id);
    await deliver(paidBy(purchase.checkout, { event_id: account, is_foreign: true }));
    await deliver(paidBy(purchase.checkout, { event_id: unknown, session_id: randomUUID() }));
    await deliver({ event_id: strange, fact: 'other' });
    await workOff();
    const rows = await db.query<{ event_id: string; outcome: string }>(
      `select event_id, outcome from private.payment_events where event_id = any ($1)`,
      [[foreign, account, unknown, strange]],
    );
    expect(Object.fromEntries(rows.map((row) => [row.event_id, row.outcome]))).toEqual({
      [foreign]: 'foreign',
      [account]: 'foreign',
      [unknown]: 'unknown',
      [strange]: 'ignored',
    });
    expect(await booksOf(db, purchase.id)).toMatchObject({ state: 'ON_HOLD', payments: [] });
  });

  test('without a valid signature are not stored', async () => {
    const purchase = await started();
    expect(
      await paying.deliverPaymentEvent(
        stage.company.id,
        paidBy(purchase.checkout),
        ports(),
        'AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      ),
    ).toBe(401);
    expect(await paying.deliverPaymentEvent(randomUUID(), paidBy(purchase.checkout), ports())).toBe(404);
    expect(
      await db.query(`select from private.payment_events where session_id = $1`, [purchase.checkout.session]),
    ).toEqual([]);
  });
});

describe('refunds', () => {
  test('by the policy go to the payment method after a delay in which they can be cancelled', async () => {
    const purchase = await paidFor();
    await callAsGuest(db, 'cancel', { request: randomUUID(), token: purchase.token, change: {} });
    const [job] = await db.query<{ later: boolean }>(
      `select run_at > now() + interval '1 minute' as later from private.jobs where kind = 'refund_payment' and state = 'waiting'`,
    );
    expect(job).toEqual({ later: true });
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({
      state: 'CANCELLED',
      refunds: [{ amount: 10_000, status: 'REFUNDED', bound: true }],
    });
  });

  test('cancelled within the delay are not sent', async () => {
    const purchase = await paidFor();
    await office('cancel_booking', purchase.id, { refund: 'full' });
    await office('restore_booking', purchase.id, {});
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({ state: 'CONFIRMED', refunds: [] });
  });

  test('of mixed payments go to the card online, and the cash part is left for the office', async () => {
    const purchase = await paidFor();
    await office('change_party', purchase.id, { add: [{ price_category_id: stage.categories.ADULT }] });
    await office('record_payment', purchase.id, { amount: 5000, currency: 'DKK', method: 'cash' });
    await office('cancel_booking', purchase.id, { refund: 'full' });
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({
      refunds: [
        { amount: 5000, status: 'REFUND_PENDING', bound: false },
        { amount: 10_000, status: 'REFUNDED', bound: true },
      ],
    });
  });

  test('that the office paid by hand meanwhile are not sent again', async () => {
    const purchase = await paidFor();
    await office('cancel_booking', purchase.id, { refund: 'full' });
    const none = portsOf(db, {
      database: {
        call: async (name, args) =>
          name === 'record_refund_sent' ? Promise.reject(new Error('lost')) : ports().database.call(name, args),
      },
    });
    const [refund] = await db.query<{ id: string }>(`select id from public.refunds where booking_id = $1`, [
      purchase.id,
    ]);
    await db.query(`select public.read_refund_to_send($1)`, [refund!.id]);
    expect(await office('record_refund', purchase.id, { refund_id: refund!.id })).toMatchObject({
      status: 'not_found',
    });
    await office('record_refund', purchase.id, { amount: 6000, method: 'cash' });
    await paying.runDueJobsFor(db, none);
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({
      refunds: [
        { amount: 4000, status: 'REFUNDED', bound: true },
        { amount: 6000, status: 'REFUNDED', bound: false },
      ],
    });
  });

  test('made at the provider are recorded, even if reported before the payment', async () => {
    const purchase = await started();
    const paid = paidBy(purchase.checkout);
    const back: PaymentEvent = {
      event_id: randomUUID(),
      fact: 'refunded',
      payment: paid.payment!,
      refund: randomUUID(),
      amount: 4000,
      currency: 'DKK',
    };
    await deliver(back);
    await workOff();
    const outcome = async () =>
      (
        await db.query<{ outcome: string }>(`select outcome from private.payment_events where event_id = $1`, [
          back.event_id,
        ])
      )[0]!.outcome;
    expect(await outcome()).toBe('waiting');
    await deliver(paid);
    await workOff();
    expect(await outcome()).toBe('refunded');
    expect(await booksOf(db, purchase.id)).toMatchObject({
      state: 'CONFIRMED',
      refunds: [{ amount: 4000, status: 'REFUNDED' }],
    });
  });

  test('that fail are owed again and shown, and can be retried', async () => {
    const purchase = await paidFor();
    await office('cancel_booking', purchase.id, { refund: 'full' });
    await workOff();
    const [refund] = await db.query<{ id: string; reference: string }>(
      `select id, reference from public.refunds where booking_id = $1`,
      [purchase.id],
    );
    const failed: PaymentEvent = {
      event_id: randomUUID(),
      fact: 'refund_failed',
      payment: `payment_${purchase.checkout.session}`,
      refund: refund!.reference,
      refund_id: refund!.id,
    };
    await deliver(failed);
    await deliver({ ...failed, event_id: randomUUID() });
    await workOff();
    const read = await db.rpc<{ booking: { refunds: object[] } }>(stage.company.people.office, 'read_booking', {
      booking: purchase.id,
    });
    expect(read.booking.refunds).toMatchObject([
      { id: refund!.id, refund_status: 'REFUND_FAILED', failure: expect.any(String), is_online: true },
    ]);
    expect(await office('retry_refund', purchase.id, { refund_id: refund!.id })).toMatchObject({ status: 'ok' });
    expect(await office('retry_refund', purchase.id, { refund_id: refund!.id })).toMatchObject({ status: 'not_found' });
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({ refunds: [{ status: 'REFUNDED' }] });
  });
});

test('logs contain no secret and no name', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await paidFor();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/MfKQ9r8G|Anna|holm/);
  logged.mockRestore();
});

describe('a deposit', () => {
  const deposit = (percent: number | null) =>
    db.query('update private.payment_settings set deposit_percent = $2 where company_id = $1', [
      stage.company.id,
      percent,
    ]);

  test('confirms the booking; the rest is due later, and refunds cover what was paid', async () => {
    await deposit(30);
    const purchase = await started();
    await deposit(null);
    expect(purchase.checkout.amount).toBe(3000);
    await deliver(paidBy(purchase.checkout));
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({
      state: 'CONFIRMED',
      payments: [{ amount: 3000 }],
      refunds: [],
    });
    expect(await payment(db, purchase.token)).toMatchObject({
      booking: { money: { total: 10_000, due: 7000, due_now: 7000 } },
      payment: { may_pay: true, state: 'paid', outcome: 'received' },
    });
    // What the guide's tablet shows as due.
    const [row] = await db.query<{ open: number }>(
      'select (total_amount - paid_amount)::int as open from public.bookings where id = $1',
      [purchase.id],
    );
    expect(row).toEqual({ open: 7000 });
    await callAsGuest(db, 'cancel', { request: randomUUID(), token: purchase.token, change: {} });
    await workOff();
    expect(await booksOf(db, purchase.id)).toMatchObject({
      state: 'CANCELLED',
      refunds: [{ amount: 3000, status: 'REFUNDED' }],
    });
  });

  test('less a discount, with the rest paid by cash, balances ledger, documents and daily close', async () => {
    const { company } = stage;
    await db.query(
      `insert into private.codes (company_id, code, kind, percent) values ($1, 'FIFTH-OFF', 'percentage', 20)`,
      [company.id],
    );
    await deposit(30);
    await db.query('update public.tours set deposit_percent = 50, vat_rate = 25 where id = $1', [company.tourId]);
    const purchase = await makeWaiting(db, stage);
    await db.query('update public.tours set deposit_percent = null where id = $1', [company.tourId]);
    await deposit(null);
    const redeemed = await callAsGuest(db, 'redeem', {
      request: randomUUID(),
      token: purchase.token,
      code: 'fifth-off',
    });
    expect(redeemed).toMatchObject({ booking: { money: { total: 8000, due: 8000, due_now: 4000 } } });
    const { checkout } = await begin(purchase.token, ports());
    expect(checkout!.amount).toBe(4000);
    await deliver(paidBy(checkout!));
    await workOff();

    // Tablets hold the days around today.
    const [{ day }] = (await db.query<{ day: string }>(
      `update public.departures set starts_at = starts_at - interval '19 days', ends_at = ends_at - interval '19 days', local_date = local_date - 19
       where id = $1 returning local_date::text as day`,
      [purchase.departure],
    )) as [{ day: string }];
    const { rows } = await db.rpc<{ rows: { bookings: { id: string; total_amount: number; paid_amount: number }[] } }>(
      company.people.guide,
      'check_in_pull',
      { company: company.id, from_date: day, to_date: day, cursor: null, page_size: 1000 },
    );
    const listed = rows.bookings.find(({ id }) => id === purchase.id);
    expect(listed!.total_amount - listed!.paid_amount).toBe(4000);
    const device = makeDevice();
    const collected = await db.rpc<{ outcomes: { status: string }[] }>(company.people.guide, 'check_in_push', {
      device: device.header(),
      actions: [
        device.action('payment', {
          company,
          departureId: purchase.departure,
          bookingId: purchase.id,
          payload: { amount: 4000, currency: 'DKK', method: 'cash' },
        }),
      ],
    });
    expect(collected.outcomes).toMatchObject([{ status: 'applied' }]);
    expect(await payment(db, purchase.token)).toMatchObject({
      booking: { state: 'CONFIRMED', money: { total: 8000, balance: 8000, due: 0, overpaid: 0 } },
      payment: { may_pay: false },
    });
    expect(
      await db.query(
        `select kind, gross::int, vat::int, subject #>> '{discount,code}' as code from public.documents where booking_id = $1 order by issued_at`,
        [purchase.id],
      ),
    ).toEqual([
      { kind: 'receipt', gross: 4000, vat: 800, code: 'FIFTH-OFF' },
      { kind: 'receipt', gross: 4000, vat: 800, code: 'FIFTH-OFF' },
    ]);
    const [today] = await db.query<{ day: string }>(
      `select (now() at time zone time_zone)::date::text as day from public.companies where id = $1`,
      [company.id],
    );
    expect(
      await db.rpc(company.people.owner, 'read_daily_close', { company: company.id, day: today!.day }),
    ).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({
          method: 'cash',
          received: 4000,
          actor: expect.objectContaining({ id: company.people.guide }),
        }),
      ]),
    });
  });

  test('is refunded if the hold expired and its discount was used by another guest', async () => {
    await db.query(
      `insert into private.codes (company_id, code, kind, percent, max_uses) values ($1, 'LAST-1', 'percentage', 50, 1)`,
      [stage.company.id],
    );
    const [late, other] = [await makeWaiting(db, stage), await makeWaiting(db, stage)];
    const redeem = (token: string) => callAsGuest(db, 'redeem', { request: randomUUID(), token, code: 'last-1' });
    expect(await redeem(late.token)).toMatchObject({ status: 'ok', booking: { money: { due: 5000 } } });
    const { checkout } = await begin(late.token, ports());
    await db.query(`update public.bookings set expires_at = now() - interval '1 minute' where id = $1`, [late.id]);
    expect(await redeem(other.token)).toMatchObject({ status: 'ok' });
    await deliver(paidBy(checkout!));
    await workOff();
    expect(await booksOf(db, late.id)).toMatchObject({
      state: 'EXPIRED',
      refunds: [{ amount: 5000, status: 'REFUNDED' }],
      outcomes: { [`paid_${checkout!.session}`]: 'seats_taken' },
    });
  });
});
