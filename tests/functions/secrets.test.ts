/**
 * Marks every secret of payments and mail, uses each in success and failure, and then searches for the marks: in logs,
 * responses, outgoing requests, archives, and every row of every table except the secret's own column.
 */
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withErrorHandling } from '../../supabase/functions/_shared/json-response.ts';
import type { Handler, Ports, SecretName } from '../../supabase/functions/_shared/ports.ts';
import { smtpMailer } from '../../supabase/functions/_shared/smtp-mailer.ts';
import { beginPayment } from '../../supabase/functions/begin-payment/handler.ts';
import { mailEvents } from '../../supabase/functions/mail-events/handler.ts';
import { mail } from '../../supabase/functions/mail/handler.ts';
import { paymentEvents } from '../../supabase/functions/payment-events/handler.ts';
import { runJobs } from '../../supabase/functions/run-jobs/handler.ts';
import { signTickets } from '../../supabase/functions/sign-tickets/handler.ts';
import type { Stage } from '../support/booking-stage.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest } from '../support/guest-requests.ts';
import { booksOf, makePayingStage, makeWaiting } from '../support/payments.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';
import { openPostOffice, smtpUrl, type PostOffice } from './post-office.ts';

const base64 = (word: string) => Buffer.from(word.padEnd(24, '.')).toString('base64');
const HOOK_KEY = base64('marked-auth-hook');
const EVENTS_KEY = base64('marked-mail-events');
const PASSWORD = 'marked-smtp-password';
const KEY = 'sk_test_markedproviderkey0000000';
const HOOK = 'whsec_markedwebhooksecret0000000';
const INSTALLED: Partial<Record<SecretName, string>> = {
  JOBS_SECRET: 'marked-job-scheduler-secret-that-is-long-enough',
  SEND_EMAIL_HOOK_SECRET: `v1,whsec_${HOOK_KEY}`,
  MAIL_EVENTS_SECRET: `whsec_${EVENTS_KEY}`,
  TEST_PAYMENTS_SECRET: base64('marked-test-payments'),
  SUPABASE_SECRET_KEY: 'sb_secret_marked_service_role',
};
const AUTH_TOKEN = 'marked_auth_token_hash';
/** Text that only occurs in a secret. */
const MARKS = [
  'markedproviderkey',
  'markedwebhooksecret',
  PASSWORD,
  'marked-job-scheduler-secret',
  HOOK_KEY,
  EVENTS_KEY,
  INSTALLED.TEST_PAYMENTS_SECRET!,
  'marked_service_role',
  AUTH_TOKEN,
];
/** The columns where secrets are stored. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'private.payment_settings': ['secret_key', 'webhook_secret'],
  'private.ticket_keys': ['private_key'],
  'private.webhook_endpoints': ['secret', 'former_secret'],
  // Of unsent mails, so that a retry sends the same mail.
  'private.outbox_messages': ['secrets'],
};

let db: Database;
let stage: Stage;
let post: PostOffice;
const logged: string[] = [];
const statuses: string[] = [];
const requestLines: string[] = [];
/** If set, Stripe answers with an error that contains the key, as it really does. */
let stripeFails = false;
let wrongPassword = false;

const fetchStripe: Ports['fetch'] = async (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  // The key belongs in its header only.
  requestLines.push(`${pathname}${search} ${typeof init?.body === 'string' ? init.body : ''}`);
  const body = stripeFails
    ? { error: { type: 'api_error', message: `Invalid API Key provided: ${KEY}` } }
    : pathname === '/v1/checkout/sessions'
      ? { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/1' }
      : { id: `re_${requestLines.length}`, object: 'refund', status: 'succeeded', data: [], has_more: false };
  return new Response(JSON.stringify(body), {
    status: stripeFails ? 401 : 200,
    headers: { 'Content-Type': 'application/json' },
  });
};

const ports = (): Ports =>
  fakePorts({
    database: serviceDatabase(db),
    fetch: fetchStripe,
    secret: INSTALLED,
    mailer: smtpMailer({
      url: wrongPassword
        ? `smtp://muster%40mail:${PASSWORD}@127.0.0.1:${post.port}`
        : smtpUrl('smtp', { port: post.port }),
      from: 'no-reply@mail.example.com',
    }) as never,
  });

async function callFunction(
  name: string,
  handler: Handler,
  init: { body?: string; headers?: Record<string, string> },
  query = '',
) {
  const request = new Request(`http://127.0.0.1/functions/v1/${name}${query}`, { method: 'POST', ...init });
  const response = await withErrorHandling(name, handler)(request, ports());
  const text = await response.text();
  statuses.push(JSON.stringify([name, response.status, [...response.headers], text]));
  return { status: response.status, text };
}
const rpc = async (name: string, args: Record<string, unknown>) => {
  const result = await db.rpc<Record<string, unknown>>(stage.company.people.owner, name, args);
  statuses.push(JSON.stringify([name, result]));
  return result;
};
const signedHeaders = (secret: string, body: string, prefix: 'webhook' | 'svix') => {
  const at = new Date();
  return {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new Webhook(secret).sign('msg_1', at, body),
  };
};
/** Runs all due jobs. */
async function workAll(authorization = `Bearer ${INSTALLED.JOBS_SECRET}`) {
  await db.query(`update private.jobs set run_at = now(), lease = null, leased_until = null where state = 'waiting'`);
  return callFunction('run-jobs', runJobs, { headers: { authorization } });
}

beforeAll(async () => {
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, way).mockImplementation((...words) => void logged.push(words.map(String).join(' ')));
  db = await openPostgres();
  stage = await makePayingStage(db);
  post = await openPostOffice();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await post?.close();
  await db?.close();
});

/** Returns every row as text, without the columns of secrets. */
async function everyRow(): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private') order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await db.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} as t`,
      [PLACES[name] ?? []],
    ))
      rows.push(`${name}: ${row}`);
  return rows;
}

test('no secret of payments or mail occurs outside its own column', { timeout: 120_000 }, async () => {
  const { company } = stage;
  const keys = { secret_key: KEY, webhook_secret: HOOK };
  const settings = { company: company.id, version: 1, mode: 'online', provider: 'stripe' };
  expect(await rpc('save_payment_settings', { ...settings, ...keys, version: 9 })).toMatchObject({ status: 'stale' });
  expect(await rpc('save_payment_settings', { ...settings, secret_key: `${KEY} `, webhook_secret: 'x' })).toMatchObject(
    { status: 'invalid' },
  );
  expect(await rpc('save_payment_settings', { ...settings, ...keys })).toMatchObject({ has_secret_key: true });

  // A payment that is started, reported and refunded, each with failures and successes.
  const purchase = await makeWaiting(db, stage);
  const begin = () =>
    callFunction('begin-payment', beginPayment, { body: JSON.stringify({ token: purchase.token, locale: 'da' }) });
  stripeFails = true;
  expect((await begin()).text).toContain('unavailable');
  stripeFails = false;
  expect((await begin()).text).toContain('checkout.stripe.com');
  const [session] = await db.query<{ id: string }>(`select id from private.payment_sessions where booking_id = $1`, [
    purchase.id,
  ]);
  const deliver = async (secret: string, more: object = {}) => {
    const object = {
      object: 'checkout.session',
      client_reference_id: session!.id,
      payment_status: 'paid',
      payment_intent: 'pi_1',
      amount_total: 10_000,
      currency: 'dkk',
      ...more,
    };
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object },
    });
    const signature = await new Stripe(KEY).webhooks.generateTestHeaderStringAsync({ payload: body, secret });
    return callFunction(
      'payment-events',
      paymentEvents,
      { body, headers: { 'stripe-signature': signature } },
      `?company=${company.id}`,
    );
  };
  expect((await deliver('whsec_somebodyelse')).status).toBe(401);
  expect((await deliver(HOOK)).status).toBe(200);
  expect((await booksOf(db, purchase.id)).state).toBe('CONFIRMED');
  expect(
    (await callFunction('sign-tickets', signTickets, { body: JSON.stringify({ token: purchase.token }) })).status,
  ).toBe(200);
  await callAsGuest(db, 'cancel', { request: randomUUID(), token: purchase.token, change: {} });
  await rpc('request_company_export', { company: company.id });
  stripeFails = wrongPassword = true;
  expect((await workAll('Bearer somebody-else-who-knows-no-secret')).status).toBe(401);
  const { waiting } = JSON.parse((await workAll()).text) as { waiting: number };
  // The refund, and the mails.
  expect(waiting).toBeGreaterThan(2);
  expect(requestLines.filter((requestLine) => requestLine.startsWith('/v1/refunds')).length).toBeGreaterThan(0);
  const duringFailures = await everyRow();
  expect(duringFailures.some((row) => row.startsWith('private.jobs') && row.includes('Stripe'))).toBe(true);

  // Auth's mails and a mail provider's events, likewise.
  const hook = JSON.stringify({
    user: { id: randomUUID(), email: 'ana@example.com', user_metadata: { locale: 'es' } },
    email_data: {
      token: '305805',
      token_hash: AUTH_TOKEN,
      token_new: '',
      token_hash_new: '',
      redirect_to: '',
      site_url: '',
      email_action_type: 'recovery',
    },
  });
  expect(
    (await callFunction('mail', mail, { body: hook, headers: signedHeaders(HOOK_KEY, hook, 'webhook') })).status,
  ).toBe(503);
  stripeFails = wrongPassword = false;
  expect(
    (await callFunction('mail', mail, { body: hook, headers: signedHeaders(HOOK_KEY, hook, 'webhook') })).status,
  ).toBe(200);
  expect(
    (await callFunction('mail', mail, { body: hook, headers: signedHeaders(EVENTS_KEY, hook, 'webhook') })).status,
  ).toBe(401);
  const bounced = JSON.stringify({ type: 'email.bounced', data: { to: ['x@y.test'], bounce: { type: 'Permanent' } } });
  expect(
    (
      await callFunction('mail-events', mailEvents, {
        body: bounced,
        headers: signedHeaders(EVENTS_KEY, bounced, 'svix'),
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await callFunction('mail-events', mailEvents, {
        body: bounced,
        headers: signedHeaders(HOOK_KEY, bounced, 'svix'),
      })
    ).status,
  ).toBe(401);
  for (let round = 0; round < 3; round += 1) await workAll();
  await rpc('read_payment_settings', { company: company.id });
  await rpc('read_outbox', { company: company.id });
  const mails = JSON.stringify(await post.collect());
  expect(mails).toContain(AUTH_TOKEN);

  const rows = [...duringFailures, ...(await everyRow())];
  const [kept] = await db.query<{ keys: string; ticket: string }>(
    `select (select secret_key || webhook_secret from private.payment_settings where company_id = $1) as keys,
       (select private_key from private.ticket_keys where company_id = $1) as ticket`,
    [company.id],
  );
  // Make sure that the search would find something.
  expect(kept!.keys).toBe(KEY + HOOK);
  expect(kept!.ticket.length).toBeGreaterThan(40);
  expect(rows.filter((row) => row.startsWith('private.company_export_parts')).length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.startsWith('public.refunds'))).toHaveLength(2);

  const findMarks = (texts: readonly string[], marks: readonly string[]) =>
    texts.filter((text) => marks.some((mark) => text.includes(mark))).map((text) => text.slice(0, 400));
  const ticket = kept!.ticket;
  expect(findMarks(logged, [...MARKS, ticket, purchase.token])).toEqual([]);
  expect(findMarks(statuses, [...MARKS, ticket, purchase.token])).toEqual([]);
  expect(findMarks(requestLines, [...MARKS, ticket])).toEqual([]);
  expect(findMarks(rows, [...MARKS, ticket, purchase.token])).toEqual([]);
  expect(findMarks([mails], [...MARKS.filter((mark) => mark !== AUTH_TOKEN), ticket])).toEqual([]);
});
