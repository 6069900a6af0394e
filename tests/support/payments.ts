/**
 * Online payments for tests: a company that requires them, bookings that wait for one, and a provider whose ledger can
 * be compared.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { beginPayment } from '../../supabase/functions/begin-payment/handler.ts';
import type { Ports } from '../../supabase/functions/_shared/ports.ts';
import type { Checkout, PaymentEvent } from '../../supabase/functions/_shared/payments/provider.ts';
import { verifySignedCheckout, signedTestEvent } from '../../supabase/functions/_shared/payments/test-provider.ts';
import { paymentEvents } from '../../supabase/functions/payment-events/handler.ts';
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs, type JobTotals } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import { fakePorts, serviceDatabase, SECRETS } from '../functions/fakes.ts';
import { makeStage, type Stage } from './booking-stage.ts';
import { makeDeparture } from './database-fixtures.ts';
import type { Database } from './database.ts';
import { callAsGuest, holdAsGuest, makeToken, type GuestResult } from './guest-requests.ts';

export const SECRET = SECRETS.TEST_PAYMENTS_SECRET;
const FUNCTIONS = 'http://127.0.0.1/functions/v1';

export async function makePayingStage(db: Database): Promise<Stage> {
  const stage = await makeStage(db);
  await db.query(`insert into private.payment_providers values ('test', false) on conflict do nothing`);
  await payOnline(db, stage.company.id);
  return stage;
}

export const payOnline = (db: Database, company: string) =>
  db.query(
    `insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')
     on conflict (company_id) do update set mode = 'online', provider = 'test'`,
    [company],
  );

export const portsOf = (db: Database, more: Partial<Ports> = {}): Ports =>
  fakePorts({ database: serviceDatabase(db), ...more });

export interface Waiting {
  token: string;
  id: string;
  departure: string;
  due: number;
}

/** Creates a hold of two adults with contact data, with 10000 to pay. */
export async function makeWaiting(db: Database, stage: Stage, { capacity = 10, adults = 2 } = {}): Promise<Waiting> {
  const localDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const departure = await makeDeparture(db, stage.company, { localDate, capacity });
  const token = makeToken();
  const guests = Array.from({ length: adults }, () => ({ price_category_id: stage.categories.ADULT }));
  await holdAsGuest(db, { departure, guests, token });
  const contact = { name: 'Anna Holm', email: 'anna@holm.test', locale: 'da' };
  const result = await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact } });
  expect(result).toMatchObject({ status: 'ok', booking: { state: 'ON_HOLD', contact: { name: 'Anna Holm' } } });
  return { token, id: result.booking.id, departure, due: result.booking.money.due };
}

export async function begin(
  token: string,
  ports: Ports,
): Promise<{ status: string; url?: string; checkout: Checkout | null }> {
  const body = JSON.stringify({ token, locale: 'da' });
  const response = await beginPayment(new Request(`${FUNCTIONS}/begin-payment`, { method: 'POST', body }), ports);
  const result = (await response.json()) as { status: string; url?: string };
  return {
    ...result,
    checkout: result.url?.includes('/local/pay/')
      ? await verifySignedCheckout(result.url.split('/').at(-1)!, SECRET)
      : null,
  };
}

export const paidBy = ({ session, amount, currency }: Checkout, more: Partial<PaymentEvent> = {}): PaymentEvent => ({
  event_id: `paid_${session}`,
  fact: 'paid',
  session_id: session,
  payment: `payment_${session}`,
  amount,
  currency,
  ...more,
});

/** Makes the immediate processing of a payment event fail, so that its job does it when the test runs jobs. */
const withFailingProcessing = (ports: Ports): Ports => ({
  ...ports,
  database: {
    call: (name, args) =>
      name === 'process_payment_event'
        ? Promise.reject(new Error('Processing failed on purpose'))
        : ports.database.call(name, args),
  },
});

/** Delivers an event without processing it, and returns the HTTP status. */
export const deliverPaymentEvent = (
  company: string,
  event: PaymentEvent,
  ports: Ports,
  secret = SECRET,
): Promise<number> => deliverConcurrently(company, event, withFailingProcessing(ports), secret);

/** Delivers an event and processes it, as in production. */
export async function deliverConcurrently(
  company: string,
  event: PaymentEvent,
  ports: Ports,
  secret = SECRET,
): Promise<number> {
  const init = signedTestEvent(event, secret, new Date());
  return (await paymentEvents(new Request(`${FUNCTIONS}/payment-events?company=${company}`, init), ports)).status;
}

/** Runs all queued jobs, also those scheduled for later. */
export async function runDueJobsFor(db: Database, ports: Ports): Promise<JobTotals> {
  const sum: JobTotals = { done: 0, waiting: 0, dead: 0, lost: 0 };
  for (let round = 0; round < 5; round += 1) {
    await db.query(`update private.jobs set run_at = now(), lease = null, leased_until = null where state = 'waiting'`);
    const worked = await runDueJobs(ports, JOBS);
    for (const name of ['done', 'waiting', 'dead', 'lost'] as const) sum[name] += worked[name];
    if (worked.done + worked.waiting === 0) break;
  }
  return sum;
}

export interface Books {
  state: string;
  payments: { amount: number; currency: string; status: string; provider: string | null }[];
  refunds: { amount: number; status: string; bound: boolean }[];
  outcomes: Record<string, string | null>;
}

/** Returns everything in the ledger about a booking, in an order independent of time. */
export async function booksOf(db: Database, booking: string): Promise<Books> {
  const [row] = await db.query<{ books: Books }>(
    `select jsonb_build_object('state', private.booking_state(b),
       'payments', (select coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'currency', currency, 'status', status, 'provider', provider)
         order by amount, status), '[]') from public.payments where booking_id = b.id),
       'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'status', status, 'bound', payment_id is not null)
         order by amount, status), '[]') from public.refunds where booking_id = b.id and status <> 'WITHDRAWN'),
       'outcomes', (select coalesce(jsonb_object_agg(e.event_id, e.outcome), '{}') from private.payment_events as e
         join private.payment_sessions as s on s.id = e.session_id where s.booking_id = b.id)) as books
     from public.bookings as b where b.id = $1`,
    [booking],
  );
  return row!.books;
}

export const payment = (db: Database, token: string) =>
  callAsGuest<
    GuestResult & { payment: { may_pay: boolean; state: string | null; is_waiting: boolean; outcome: string | null } }
  >(db, 'read_payment', { token });
