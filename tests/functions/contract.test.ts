/**
 * The same functions in this process and on two versions of Deno, with one real database and mail server: all responses
 * are equal.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { getRequestListener } from '@hono/node-server';
import { readXlsx } from 'hucre/xlsx';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withErrorHandling } from '../../supabase/functions/_shared/json-response.ts';
import type { Handler } from '../../supabase/functions/_shared/ports.ts';
import { postgrest } from '../../supabase/functions/_shared/postgrest.ts';
import { smtpMailer } from '../../supabase/functions/_shared/smtp-mailer.ts';
import { api } from '../../supabase/functions/api/handler.ts';
import { beginPayment } from '../../supabase/functions/begin-payment/handler.ts';
import { calendarFeed } from '../../supabase/functions/calendar-feed/handler.ts';
import { companyExport } from '../../supabase/functions/company-export/handler.ts';
import { mail } from '../../supabase/functions/mail/handler.ts';
import { mailEvents } from '../../supabase/functions/mail-events/handler.ts';
import { picture } from '../../supabase/functions/picture/handler.ts';
import { paymentEvents } from '../../supabase/functions/payment-events/handler.ts';
import { runJobs } from '../../supabase/functions/run-jobs/handler.ts';
import { scheduledExport } from '../../supabase/functions/scheduled-export/handler.ts';
import { signTickets } from '../../supabase/functions/sign-tickets/handler.ts';
import { unsubscribe } from '../../supabase/functions/unsubscribe/handler.ts';
import type { Database } from '../../supabase/local/database.ts';
import { serviceKey } from '../../supabase/local/functions/keys.ts';
import { parseSignedTicket } from '../../src/domain/signed-ticket.ts';
import { fromBase64Url } from '../../src/lib/base64url.ts';
import { verifyEd25519 } from '../../src/lib/ed25519.ts';
import { makeBooking, makeCompanyOf, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { openHostDatabase } from '../support/host-database.ts';
import { DENOS, serveOn, serveSeveralOn } from './deno.ts';
import { fakePorts } from './fakes.ts';
import { openPostOffice, smtpUrl, type PostOffice } from './post-office.ts';
import { waitFor } from '../support/wait-for.ts';

const JWT_SECRET = 'a secret of this test and of nothing else, long enough';
const JOBS_SECRET = 'what-the-job-scheduler-shows-to-run-jobs-in-this-test';
const HOOK_SECRET = 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let database: Database;
let server: Server;
let post: PostOffice;
let env: Record<string, string>;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  database = await openHostDatabase({ jwtSecret: JWT_SECRET });
  const listener = getRequestListener((request) => database.fetch(request), { overrideGlobalObjects: false });
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  post = await openPostOffice();
  env = {
    APP_URL: 'https://app.example.com',
    JOBS_SECRET,
    SEND_EMAIL_HOOK_SECRET: HOOK_SECRET,
    MAIL_EVENTS_SECRET: HOOK_SECRET,
    MAIL_FROM: 'no-reply@mail.example.com',
    SMTP_URL: smtpUrl('smtp', { port: post.port }),
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // In the form that the platform sets.
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: serviceKey(JWT_SECRET) }),
  };
});
afterAll(async () => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  await post?.close();
  await database?.close();
});

const NAMES = [
  'api',
  'begin-payment',
  'calendar-feed',
  'company-export',
  'mail',
  'mail-events',
  'payment-events',
  'picture',
  'run-jobs',
  'scheduled-export',
  'sign-tickets',
  'unsubscribe',
] as const;
type Name = (typeof NAMES)[number];
type Ask = (name: Name, init: RequestInit, query?: string) => Promise<Response>;

const hooked = (body: unknown, secret = HOOK_SECRET): RequestInit => {
  const text = JSON.stringify(body);
  const at = new Date();
  const signature = new Webhook(secret.replace('v1,', '')).sign('msg_1', at, text);
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
  return { method: 'POST', body: text, headers };
};
const recovery = (email: string) => ({
  user: { id: 'x', email, user_metadata: { locale: 'da' } },
  email_data: { email_action_type: 'recovery', token_hash: 'hash', redirect_to: 'https://app.example.com' },
});
const ticking = { method: 'POST', headers: { Authorization: `Bearer ${JOBS_SECRET}` } };
const enqueue = (sql: string) => database.exclusive((db) => db.query(sql));

const PAYING = '00000000-0000-4000-8000-0000000000a1';
/** Adds a company that receives Stripe webhooks. */
const makePaying = () =>
  database.exclusive((db) =>
    db.exec(`
      insert into public.companies (id, name, slug, time_zone, currency) values ('${PAYING}', 'Paid Walks', 'paid-walks', 'Europe/Copenhagen', 'DKK');
      insert into private.payment_settings (company_id, mode, provider, secret_key, webhook_secret, compared_on)
      -- Tonight is compared already: that is no outcome of what is asked here.
      values ('${PAYING}', 'online', 'stripe', 'sk_test_of_nobody', 'whsec_of_nobody',
        (now() at time zone 'Europe/Copenhagen' - interval '3 hours')::date);`),
  );
async function stripeEvent(secret: string): Promise<RequestInit> {
  const payload = JSON.stringify({
    id: 'evt_contract',
    object: 'event',
    type: 'checkout.session.completed',
    data: {
      object: {
        client_reference_id: PAYING,
        payment_status: 'paid',
        payment_intent: 'pi_1',
        amount_total: 1,
        currency: 'dkk',
      },
    },
  });
  const signature = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({ payload, secret });
  return { method: 'POST', body: payload, headers: { 'stripe-signature': signature } };
}

const EXPORT = 'the-link-of-an-export-of-this-test-alone';
const FEED = 'the-address-of-a-calendar-of-this-test-alone';
const TOKEN = 'the-token-of-a-booking-of-this-test-and-of-nothing-else';
const API_KEY = `muster_live_${'ab'.repeat(32)}`;
/** Makes a booking whose tickets are signed with the company's one key, so that each runtime signs the same. */
async function makeTicket(): Promise<void> {
  const db = {
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      database.exclusive(async (session) => (await session.query(sql, [...params])).rows as T[]),
  };
  const company = await makeCompanyOf(db, async () => ({ guide: null }), { tag: 'contract' });
  await db.query(
    `insert into private.api_keys (id, company_id, name, scopes, key_hash, last_four)
     values (gen_random_uuid(), $1, 'Contract', '{tours_read}', encode(sha256($2::bytea), 'hex'), 'abab')`,
    [company.id, Buffer.from(API_KEY)],
  );
  const departureId = await makeDeparture(db, company, { guides: [] });
  await db.query(
    `insert into private.calendar_feeds (company_id, kind, token, locale) values ($1, 'company', $2, 'da')`,
    [company.id, FEED],
  );
  const { bookingId } = await makeBooking(db, company, { departureId, guests: 3 });
  const owner = await makePerson(db, { role: 'owner', company: company.id });
  await db.query(
    `with view as (insert into public.booking_views (company_id, name, view) values ($1, 'All', '{"search": ""}') returning id, version),
       export as (
         insert into private.scheduled_exports (id, company_id, kind, view_id, view_version, frequency, minute, format, outside, locale, made_by, next_at)
         select gen_random_uuid(), $1, 'bookings', id, version, 'daily', 420, 'csv', '{books@example.com}', 'da', $2, now() + interval '1 day' from view returning id),
       run as (insert into private.export_runs (id, export_id, due_at) select gen_random_uuid(), id, now() from export returning id)
     insert into private.export_links (token_hash, run_id, recipient, expires_at)
     select encode(sha256($3::bytea), 'hex'), id, 'books@example.com', now() + interval '1 day' from run`,
    [company.id, owner, Buffer.from(EXPORT)],
  );
  await db.query(`update public.bookings set access_token_hash = encode(sha256($2::bytea), 'hex') where id = $1`, [
    bookingId,
    Buffer.from(TOKEN),
  ]);
}

/** The requests made to each runtime; their outcomes are compared. */
const CASES: Record<string, (ask: Ask) => Promise<Response>> = {
  'run-jobs without its secret': (ask) => ask('run-jobs', { method: 'POST' }),
  'run-jobs by GET': (ask) => ask('run-jobs', {}),
  'run-jobs with nothing to do': (ask) => ask('run-jobs', ticking),
  'run-jobs with a mail to send': async (ask) => {
    await enqueue(`select private.enqueue_mail('invitation', 'ny@guide.example', 'it',
      '{"company": "Smørrebrød & Søn", "roles": ["guide"], "inviter": "Ida Kjær", "expiresAt": "2026-12-03T14:00:00.000Z"}', '{"token": "tok"}')`);
    return ask('run-jobs', ticking);
  },
  'run-jobs with a mail about a booking': async (ask) => {
    await enqueue(`select private.enqueue_mail('booking-confirmed', 'anna@guest.example', 'da', '{}', booking => id)
      from public.bookings where access_token_hash is not null`);
    return ask('run-jobs', ticking);
  },
  'run-jobs with a mail to nobody': async (ask) => {
    await enqueue(
      `select private.enqueue_mail('invite', 'nobody@guide.example', 'en', '{"link": "https://app.example.com/x"}')`,
    );
    return ask('run-jobs', ticking);
  },
  'run-jobs with a payload that is none': async (ask) => {
    await enqueue(`select private.enqueue_job('send_mail', '{"message": 7}')`);
    return ask('run-jobs', ticking);
  },
  'mail without a signature': (ask) => ask('mail', { method: 'POST', body: '{}' }),
  'mail signed by somebody else': (ask) =>
    ask('mail', hooked(recovery('office@muster.test'), 'v1,whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')),
  'mail for a new password': (ask) => ask('mail', hooked(recovery('office@muster.test'))),
  'mail to nobody': (ask) => ask('mail', hooked(recovery('nobody@muster.test'))),
  'mail of no kind': (ask) => ask('mail', hooked({ user: {}, email_data: {} })),
  'mail that bounces, reported by somebody else': (ask) =>
    ask('mail-events', hooked({ type: 'email.bounced' }, 'v1,whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')),
  'mail that bounces': (ask) =>
    ask('mail-events', hooked({ type: 'email.bounced', data: { to: ['lost@guest.example'] } })),
  'an empty unsubscribe link': (ask) => ask('unsubscribe', { method: 'POST' }),
  'an unknown unsubscribe link': (ask) => ask('unsubscribe', { method: 'POST' }, '?token=nobody'),
  'the API’s description': (ask) => ask('api', {}, '/openapi.json'),
  'the API by no key': (ask) => ask('api', {}, '/tours'),
  'the API by a key': (ask) => ask('api', { headers: { Authorization: `Bearer ${API_KEY}` } }, '/tours'),
  'the API by a key that is not for it': (ask) =>
    ask(
      'api',
      { method: 'POST', headers: { Authorization: `Bearer ${API_KEY}`, 'Idempotency-Key': 'x' }, body: '{}' },
      '/bookings',
    ),
  'OCTO by no key': (ask) => ask('api', {}, '/octo/products'),
  'OCTO’s products by a key, in Danish': (ask) =>
    ask(
      'api',
      {
        headers: {
          Authorization: `Bearer ${API_KEY}`,
          'Octo-Capabilities': 'octo/content, octo/pricing',
          'Accept-Language': 'da;q=0.9, en;q=0.1',
        },
      },
      '/octo/products/',
    ),
  'OCTO’s supplier by a key': (ask) =>
    ask('api', { headers: { Authorization: `Bearer ${API_KEY}` } }, '/octo/supplier'),
  'OCTO by a key that is not for it': (ask) =>
    ask('api', { method: 'POST', headers: { Authorization: `Bearer ${API_KEY}` }, body: '{}' }, '/octo/bookings'),
  'a picture of nothing': (ask) => ask('picture', {}),
  'an archive by no key': (ask) => ask('company-export', {}),
  'a ticket of a booking that is not there': (ask) =>
    ask('sign-tickets', { method: 'POST', body: '{"token":"nobody’s"}' }),
  'a ticket of nothing': (ask) => ask('sign-tickets', { method: 'POST', body: '{}' }),
  'a payment of a booking that is not there': (ask) =>
    ask('begin-payment', { method: 'POST', body: '{"token":"nobody’s","locale":"da"}' }),
  'a payment of nothing': (ask) => ask('begin-payment', { method: 'POST', body: '{}' }),
  'an event for nobody': (ask) => ask('payment-events', { method: 'POST', body: '{}' }),
  'an event signed by somebody else': async (ask) =>
    ask('payment-events', await stripeEvent('whsec_of_somebody'), `?company=${PAYING}`),
  'an event of Stripe’s': async (ask) =>
    ask('payment-events', await stripeEvent('whsec_of_nobody'), `?company=${PAYING}`),
  'run-jobs with that event, which is of no session': async (ask) => {
    await enqueue(
      `update private.jobs set run_at = now(), state = 'waiting', attempts = 0, finished_at = null where kind = 'payment_event'`,
    );
    return ask('run-jobs', ticking);
  },
  'a calendar by no address': (ask) => ask('calendar-feed', {}),
  'a calendar by an address that nobody has': (ask) => ask('calendar-feed', {}, `?token=${'x'.repeat(42)}`),
  'a calendar in Danish': (ask) => ask('calendar-feed', {}, `?token=${FEED}`),
  'an export by a key that nobody has': (ask) => ask('scheduled-export', {}, `?key=${'x'.repeat(42)}`),
  'an export in Danish': (ask) => ask('scheduled-export', {}, `?key=${EXPORT}`),
  'an export as a spreadsheet': async (ask) => {
    await enqueue(`update private.scheduled_exports set format = 'xlsx'`);
    const sheet = await ask('scheduled-export', {}, `?key=${EXPORT}`);
    await enqueue(`update private.scheduled_exports set format = 'csv'`);
    return sheet;
  },
  'tickets to be signed': (ask) => ask('sign-tickets', { method: 'POST', body: JSON.stringify({ token: TOKEN }) }),
};

/** Each runtime compresses differently, so rows are compared. */
const isSheet = (response: Response) => response.headers.get('content-type')?.includes('spreadsheetml') ?? false;
const rowsOf = async (response: Response) => {
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  return sheets.map(({ rows }) => rows);
};
/** A calendar contains the time when it was written. */
const bodyOf = (text: string): unknown =>
  /^\uFEFF?Navn;/.test(text)
    ? text
    : text.startsWith('BEGIN:VCALENDAR')
      ? text.replace(/DTSTAMP:\d{8}T\d{6}Z/g, 'DTSTAMP:now')
      : JSON.parse(text);

async function outcomes(ask: Ask) {
  const found: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(CASES)) {
    const response = await run(ask);
    const mails = (await post.collect()).map(({ subject, from, to, replyTo, html, text, messageId, attachments }) => ({
      subject,
      from,
      to,
      replyTo,
      // Each mail has its own link.
      html: html?.replace(/(booking\/view\/)[\w-]+/g, '$1the token'),
      text: text?.replace(/(booking\/view\/)[\w-]+/g, '$1the token'),
      files: attachments.map(({ mimeType, disposition, contentId }) => [mimeType, disposition, contentId]),
      id: messageId?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'the id of the row'),
    }));
    found[name] = {
      status: response.status,
      type: response.headers.get('content-type'),
      body: isSheet(response) ? await rowsOf(response) : bodyOf(await response.text()),
      mails,
    };
  }
  return found;
}

/** The outcomes of this process, which the others must match. */
let expectedOutcomes: Record<string, unknown>;

describe('in this process', () => {
  beforeAll(async () => {
    await makeTicket();
    await makePaying();
    const secrets = (name: string) => env[name]!;
    const ports = fakePorts({
      database: postgrest({
        url: secrets('SUPABASE_URL'),
        key: serviceKey(JWT_SECRET),
        fetch: (request) => fetch(request),
      }),
      mailer: smtpMailer({ url: secrets('SMTP_URL'), from: secrets('MAIL_FROM') }) as never,
      secrets,
    });
    const handlers: Record<Name, Handler> = {
      api,
      'begin-payment': beginPayment,
      'calendar-feed': calendarFeed,
      'company-export': companyExport,
      mail,
      'mail-events': mailEvents,
      'payment-events': paymentEvents,
      picture,
      'run-jobs': runJobs,
      'scheduled-export': scheduledExport,
      'sign-tickets': signTickets,
      unsubscribe,
    };
    expectedOutcomes = await outcomes((name, init, query = '') =>
      withErrorHandling(name, handlers[name])(
        new Request(`http://127.0.0.1/functions/v1/${name}${query}`, init),
        ports,
      ),
    );
  });

  test('an outbox mail arrives complete at an independent parser', () => {
    expect(expectedOutcomes['run-jobs with a mail to send']).toMatchObject({
      status: 200,
      body: { status: 'ok', done: 1, waiting: 0, dead: 0, lost: 0 },
      mails: [
        {
          subject: 'Unisciti a Smørrebrød & Søn su Muster',
          from: { name: 'Muster', address: 'no-reply@mail.example.com' },
          to: [{ address: 'ny@guide.example' }],
          id: '<the id of the row@mail.example.com>',
          text: expect.stringContaining('https://app.example.com/it/register#invitation=tok'),
          html: expect.stringContaining('Smørrebrød &amp; Søn'),
        },
      ],
    });
  });

  test('failures to send, sign or read are answered by code', () => {
    expect(
      Object.fromEntries(
        Object.entries(expectedOutcomes).map(([name, outcome]) => [name, (outcome as { status: number }).status]),
      ),
    ).toEqual({
      'run-jobs without its secret': 401,
      'run-jobs by GET': 405,
      'run-jobs with nothing to do': 200,
      'run-jobs with a mail to send': 200,
      'run-jobs with a mail about a booking': 200,
      'run-jobs with a mail to nobody': 200,
      'run-jobs with a payload that is none': 200,
      'mail without a signature': 401,
      'mail signed by somebody else': 401,
      'mail for a new password': 200,
      'mail to nobody': 400,
      'mail of no kind': 400,
      'mail that bounces, reported by somebody else': 401,
      'mail that bounces': 200,
      'an empty unsubscribe link': 404,
      'an unknown unsubscribe link': 200,
      'the API’s description': 200,
      'the API by no key': 401,
      'the API by a key': 200,
      'the API by a key that is not for it': 403,
      'OCTO by no key': 401,
      'OCTO’s products by a key, in Danish': 200,
      'OCTO’s supplier by a key': 200,
      'OCTO by a key that is not for it': 403,
      'a picture of nothing': 404,
      'an archive by no key': 404,
      'a ticket of a booking that is not there': 200,
      'a ticket of nothing': 400,
      'a payment of a booking that is not there': 200,
      'a payment of nothing': 400,
      'an event for nobody': 404,
      'an event signed by somebody else': 401,
      'an event of Stripe’s': 200,
      'run-jobs with that event, which is of no session': 200,
      'a calendar by no address': 404,
      'a calendar by an address that nobody has': 404,
      'a calendar in Danish': 200,
      'an export by a key that nobody has': 404,
      'an export in Danish': 200,
      'an export as a spreadsheet': 200,
      'tickets to be signed': 200,
    });
    expect(expectedOutcomes['a calendar in Danish']).toMatchObject({
      type: 'text/calendar; charset=utf-8',
      body: expect.stringMatching(/BEGIN:VEVENT[^]*Sprog: engelsk/),
    });
    expect(expectedOutcomes['an export as a spreadsheet']).toMatchObject({
      body: [[expect.arrayContaining(['Navn', 'Afgang']), expect.any(Array)]],
    });
    const [mail] = (expectedOutcomes['run-jobs with a mail about a booking'] as { mails: { files: string[][] }[] })
      .mails;
    expect(mail!.files.map(([kind]) => kind)).toEqual(['image/png', 'image/png', 'image/png', 'text/calendar']);
    expect(expectedOutcomes['run-jobs with a mail to nobody']).toMatchObject({ body: { dead: 1 }, mails: [] });
    expect(expectedOutcomes['run-jobs with a payload that is none']).toMatchObject({ body: { dead: 1 }, mails: [] });
    expect(expectedOutcomes['mail for a new password']).toMatchObject({
      body: {},
      mails: [{ subject: 'Vælg en ny adgangskode' }],
    });
  });
});

describe.each(DENOS)('on %s', (deno) => {
  let served: Record<Name, string>;
  let output: () => string;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ served, printed: output, stop } = await serveSeveralOn(deno, { names: NAMES, env }));
  });
  afterAll(() => stop?.());

  test('every response and mail is the same', async () => {
    expect(await outcomes((name, init, query = '') => fetch(`${served[name]}${query}`, init))).toEqual(
      expectedOutcomes,
    );
  });

  test('makes a company’s first ticket key, and its signatures are valid', async () => {
    await database.exclusive((db) =>
      db.exec('create table kept as table private.ticket_keys; delete from private.ticket_keys;'),
    );
    const init = { method: 'POST', body: JSON.stringify({ token: TOKEN }) };
    const { party } = (await (await fetch(served['sign-tickets'], init)).json()) as { party: string };
    const [key] = await database.exclusive(
      async (db) =>
        (await db.query<{ id: string; public_key: string }>('select id, public_key from private.ticket_keys')).rows,
    );
    const read = parseSignedTicket(party)!;
    expect(read.ticket.keyId).toBe(key!.id);
    expect(await verifyEd25519({ ...read, publicKey: fromBase64Url(key!.public_key)! })).toBe(true);
    // The next Deno must sign with the first key again.
    await database.exclusive((db) =>
      db.exec('delete from private.ticket_keys; insert into private.ticket_keys table kept; drop table kept;'),
    );
  });

  test('prints no personal data and no secret', () => {
    expect(output()).toContain('run-jobs: send_mail');
    expect(output()).not.toMatch(/@|example\.com|whsec|sb_secret|sk_test|job-scheduler-shows/);
  });
});

test.skipIf(DENOS.length === 0)('a function without its settings names what is missing, in its log only', async () => {
  const bare = await serveOn('newest', { name: 'run-jobs', env: {} });
  try {
    const response = await fetch(bare.url, ticking);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ status: 'failed' });
    // Its output arrives separately from its response.
    await waitFor(() => expect(bare.printed()).toContain('JOBS_SECRET is not set'));
  } finally {
    await bare.stop();
  }
});

test('every function is tested here, configured and deployed', () => {
  const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const functionNames = readdirSync(new URL('../../supabase/functions', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .toSorted();
  const setUp = [...text('supabase/config.toml').matchAll(/^\[functions\.([\w-]+)\]\nverify_jwt = false$/gm)];
  const [, deployed] = /`supabase functions deploy ([^`]+)`/.exec(text('docs/deploy.md'))!;
  expect([...NAMES].toSorted()).toEqual(functionNames);
  expect(setUp.map(([, name]) => name).toSorted()).toEqual(functionNames);
  expect(deployed!.split(' ').toSorted()).toEqual(functionNames);
});

test('deno.json pins the same versions as package.json', () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
  const { dependencies } = read('package.json');
  const { imports } = read('supabase/functions/deno.json');
  expect(imports).toEqual(
    Object.fromEntries(Object.keys(imports!).map((name) => [name, `npm:${name}@${dependencies![name]}`])),
  );
});
