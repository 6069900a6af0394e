/**
 * The nightly comparison of the ledger with the provider's list: each difference is found, stored once, and shown until
 * it is settled.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ListedMovement } from '../../supabase/functions/_shared/payments/provider.ts';
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import type { Stage } from '../support/booking-stage.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import * as paying from '../support/payments.ts';
import { makeWaiting, portsOf } from '../support/payments.ts';

const KEY = `sk_test_${'k'.repeat(24)}`;
const HOUR_MS = 3_600_000;

let db: Database;
let stage: Stage;
/** The payments and refunds at the provider. */
let books: { intents: Record<string, unknown>[]; refunds: Record<string, unknown>[] };
let requestedPaths: string[] = [];
let isDown = false;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  db = await openPostgres();
  stage = await paying.makePayingStage(db);
  await db.query(
    `update private.payment_settings set provider = 'stripe', secret_key = $2, webhook_secret = 'whsec_hhhhhhhhhhhh' where company_id = $1`,
    [stage.company.id, KEY],
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await db?.close();
});
beforeEach(async () => {
  books = { intents: [], refunds: [] };
  requestedPaths = [];
  isDown = false;
  await db.query(`delete from private.jobs`);
  await db.query(`delete from private.payment_differences`);
  await db.query(`delete from private.rate_limit_buckets`);
  await db.query(`update private.payment_settings set compared_on = null`);
});

/** Answers like a list of Stripe: newest first, in pages, after the given id. */
function listOf(all: Record<string, unknown>[], params: URLSearchParams) {
  const from = Number(params.get('created[gte]'));
  const to = Number(params.get('created[lt]'));
  const listed = all.filter(({ created }) => Number(created) >= from && Number(created) < to);
  const after = params.get('starting_after');
  const begin = after === null ? 0 : listed.findIndex(({ id }) => id === after) + 1;
  // Smaller pages than requested, so that a few rows span several.
  const data = listed.slice(begin, begin + 2);
  return { object: 'list', data, has_more: begin + data.length < listed.length, url: '/v1/list' };
}
const stripe = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const url = new URL(input instanceof Request ? input.url : input);
  requestedPaths.push(url.pathname);
  expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${KEY}`);
  if (isDown) return Promise.resolve(Response.json({ error: { type: 'api_error', message: KEY } }, { status: 500 }));
  const all = url.pathname === '/v1/refunds' ? books.refunds : books.intents;
  return Promise.resolve(Response.json(listOf(all, url.searchParams)));
};
const ports = (more = {}) => portsOf(db, { fetch: stripe, ...more });
const seconds = (hoursAgo: number) => Math.floor((Date.now() - hoursAgo * HOUR_MS) / 1000);

const intent = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  object: 'payment_intent',
  status: 'succeeded',
  amount: 10_000,
  amount_received: 10_000,
  currency: 'dkk',
  created: seconds(5),
  metadata: { session: randomUUID() },
  ...more,
});
const refund = (id: string, payment: string, more: Record<string, unknown> = {}) => ({
  id,
  object: 'refund',
  status: 'succeeded',
  payment_intent: payment,
  amount: 4000,
  currency: 'dkk',
  created: seconds(4),
  metadata: {},
  ...more,
});

/** Makes a payment of the provider in the ledger. */
async function makePaidBooking(reference: string, more: { amount?: number; status?: string; hoursAgo?: number } = {}) {
  const { id } = await makeWaiting(db, stage, { adults: 1 });
  const [row] = await db.query<{ id: string }>(
    `insert into public.payments (company_id, booking_id, amount, currency, method, provider, reference, idempotency_key, status, received_at)
     values ($1, $2, $3, 'DKK', 'online', 'stripe', $4, 'stripe:' || $4, $5, now() - make_interval(hours => $6)) returning id`,
    [stage.company.id, id, more.amount ?? 10_000, reference, more.status ?? 'RECEIVED', more.hoursAgo ?? 5],
  );
  return { booking: id, payment: row!.id };
}
const back = (
  { booking, payment }: { booking: string; payment: string },
  reference: string,
  status: 'REFUNDED' | 'REFUND_FAILED' = 'REFUNDED',
) =>
  db.query(
    `insert into public.refunds (company_id, booking_id, amount, currency, method, provider, reference, payment_id, status, refunded_at)
     values ($1, $2, 4000, 'DKK', 'online', 'stripe', $3, $4, $5::public.refund_status, case when $5 = 'REFUNDED' then now() - interval '4 hours' end)`,
    [stage.company.id, booking, reference, payment, status],
  );

interface Difference {
  id: string;
  is_refund: boolean;
  reference: string;
  difference: string;
  booking: { id: string } | null;
}
const open = (person: Persona = stage.company.people.accountant) =>
  db.rpc<{ status: string; differences: Difference[] }>(person, 'read_payment_differences', {
    company: stage.company.id,
  });
const openDifferences = async () =>
  (await open()).differences.map(({ reference, difference }) => `${reference} ${difference}`).sort();
const night = (more = {}) => runDueJobs(ports(more), JOBS);
const newReference = () => randomUUID().slice(0, 8);

test('equal rows are no difference, and rows of other ledgers are ignored', async () => {
  const [a, b, other, late] = [newReference(), newReference(), newReference(), newReference()];
  await makePaidBooking(a);
  const two = await makePaidBooking(b);
  await back(two, `re_${b}`);
  // So recent that its event may still be on its way.
  books.intents = [intent(a), intent(b), intent(other, { metadata: {} }), intent(late, { created: seconds(0.2) })];
  books.refunds = [
    refund(`re_${b}`, b),
    refund('re_other', 'pi_of_the_shop'),
    refund('re_null', '', { payment_intent: null }),
  ];
  expect(await night()).toMatchObject({ waiting: 0, dead: 0 });
  expect(requestedPaths.filter((path) => path === '/v1/payment_intents').length).toBeGreaterThan(1);
  expect(await openDifferences()).toEqual([]);
});

test('finds each kind of difference on either side, for payments and refunds', async () => {
  const name = newReference();
  const of = (what: string) => `${name}-${what}`;
  await makePaidBooking(of('gone'));
  await makePaidBooking(of('old'), { hoursAgo: 24 * 9 });
  await makePaidBooking(of('less'), { amount: 9000 });
  await makePaidBooking(of('unpaid'));
  // A payment in another currency is refunded automatically and is no difference.
  await makePaidBooking(of('foreign'), { status: 'FAILED' });
  const [first, second, third] = [
    await makePaidBooking(of('a')),
    await makePaidBooking(of('b')),
    await makePaidBooking(of('c')),
  ];
  await back(first, of('re-gone'));
  await back(second, of('re-failed'));
  await back(third, of('re-came'), 'REFUND_FAILED');
  books.intents = [
    intent(of('less')),
    intent(of('unpaid'), { status: 'requires_payment_method', amount_received: 0 }),
    intent(of('foreign')),
    intent(of('new')),
    intent(of('never'), { status: 'canceled', amount_received: 0 }),
    ...['a', 'b', 'c'].map((what) => intent(of(what))),
  ];
  books.refunds = [
    refund(of('re-failed'), of('b'), { status: 'failed' }),
    refund(of('re-came'), of('c')),
    refund(of('re-new'), of('a')),
    refund(of('re-foreign'), of('foreign')),
  ];
  await night();
  const expected = [
    `${of('gone')} missing_at_provider`,
    `${of('less')} other_amount`,
    `${of('unpaid')} other_state`,
    `${of('new')} missing_in_ledger`,
    `${of('re-gone')} missing_at_provider`,
    `${of('re-failed')} other_state`,
    `${of('re-came')} other_state`,
    `${of('re-new')} missing_in_ledger`,
  ];
  expect((await openDifferences()).filter((line) => line.startsWith(name))).toEqual(expected.sort());
  const { differences } = await open();
  expect(differences.find(({ reference }) => reference === of('re-new'))!.booking!.id).toBe(first.booking);
  expect(differences.find(({ reference }) => reference === of('new'))!.booking).toBeNull();
});

test('interrupted at any step and run again, stores each difference once', async () => {
  const reference = newReference();
  await makePaidBooking(reference);
  // Payments of other tests in this file are not at the provider either.
  const steps = ['read_payments_to_compare', 'list', 'compare_payments', 'finish_job'];
  const countRows = async () =>
    (
      await db.query<{ n: number }>(`select count(*)::int as n from private.payment_differences where reference = $1`, [
        reference,
      ])
    )[0]!.n;
  await db.query(`select private.enqueue_due_payment_comparisons()`);
  for (const step of steps)
    for (const when of ['before', 'after'] as const) {
      await db.query(
        `update private.jobs set state = 'waiting', attempts = 0, run_at = now(), lease = null, leased_until = null, finished_at = null`,
      );
      const real = ports();
      const kill = async <T>(run: () => Promise<T>): Promise<T> => {
        if (when === 'after') await run();
        throw new Error('Killed.');
      };
      const killed = ports({
        fetch: (...args: Parameters<typeof stripe>) =>
          step === 'list' ? kill(() => stripe(...args)) : stripe(...args),
        database: {
          call: (name: string, args?: Record<string, unknown>) =>
            name === step ? kill(() => real.database.call(name, args)) : real.database.call(name, args),
        },
      });
      await runDueJobs(killed, JOBS).catch(() => undefined);
      await db.query(
        `update private.jobs set run_at = now(), lease = null, leased_until = null where state = 'waiting'`,
      );
      await runDueJobs(real, JOBS);
      expect(await countRows(), `${when} ${step}`).toBe(1);
    }
});

test('is planned once a night in the company’s time zone, for companies with an account', async () => {
  const planned = () =>
    db.query<{ dedupe_key: string }>(`select dedupe_key from private.jobs where kind = 'reconcile_payments'`);
  for (let n = 0; n < 3; n += 1) await db.query(`select private.enqueue_due_payment_comparisons()`);
  expect(await planned()).toHaveLength(1);
  await db.query(`delete from private.jobs`);
  await db.query(`select private.enqueue_due_payment_comparisons()`);
  expect(await planned()).toEqual([]);
  // The next night.
  await db.query(`update private.payment_settings set compared_on = compared_on - 1`);
  await db.query(`select private.enqueue_due_payment_comparisons()`);
  expect(await planned()).toHaveLength(1);
  await db.query(`delete from private.jobs`);
  await db.query(`update private.payment_settings set compared_on = null, secret_key = null`);
  await db.query(`select private.enqueue_due_payment_comparisons()`);
  expect(await planned()).toEqual([]);
  await db.query(`update private.payment_settings set secret_key = $1`, [KEY]);
});

test('an unreachable provider is asked again, and the error contains no secret', async () => {
  isDown = true;
  expect(await night()).toMatchObject({ waiting: 1, done: 0 });
  const [job] = await db.query<{ last_error: string }>(
    `select last_error from private.jobs where kind = 'reconcile_payments'`,
  );
  expect(job!.last_error).toBe('Stripe could not be reached.');
});

test('a difference settled with a note is not shown again, even if found again', async () => {
  const reference = newReference();
  await makePaidBooking(reference);
  await night();
  const mine = async () => (await open()).differences.find((difference) => difference.reference === reference);
  const { id } = (await mine())!;
  const settle = (note: string, person: Persona = stage.company.people.office) =>
    db.rpc<{ status: string }>(person, 'settle_payment_difference', { difference: id, note });
  expect(await settle(' ')).toEqual({ status: 'invalid' });
  expect(await settle('seen', stage.company.people.accountant)).toEqual({ status: 'not_permitted' });
  expect(await settle('seen', stage.company.people.guide)).toEqual({ status: 'not_found' });
  expect(await settle('seen', stage.outsider)).toEqual({ status: 'not_found' });
  expect(await settle('Written to the bank.')).toEqual({ status: 'ok' });
  expect(await settle('Somebody else')).toEqual({ status: 'ok' });
  await db.query(`update private.payment_settings set compared_on = null`);
  await db.query(`delete from private.jobs`);
  await night();
  expect(await mine()).toBeUndefined();
  const [row] = await db.query(`select note, settled_by from private.payment_differences where id = $1`, [id]);
  expect(row).toEqual({ note: 'Written to the bank.', settled_by: stage.company.people.office });
  expect(await open(stage.outsider)).toEqual({ status: 'not_permitted' });
});

test('the adapter’s list is in minor units, whatever the provider uses', async () => {
  const { stripeProvider } = await import('../../supabase/functions/_shared/payments/stripe-provider.ts');
  books.intents = [intent('pi_isk', { currency: 'isk', amount: 150_000, amount_received: 150_000 })];
  const listed = await stripeProvider(KEY, stripe as never).list({
    from: new Date(Date.now() - 24 * HOUR_MS),
    to: new Date(),
  });
  expect(listed).toMatchObject([
    { reference: 'pi_isk', amount: 1500, currency: 'ISK', state: 'done' },
  ] satisfies Partial<ListedMovement>[]);
});
