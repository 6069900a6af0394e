/** Edge functions in this process: the same handlers as on Deno, with the embedded backend's ports. */
import { randomUUID } from 'node:crypto';
import { withErrorHandling } from '../../functions/_shared/json-response.ts';
import { missingSetting, type Handler, type Ports, type SecretName } from '../../functions/_shared/ports.ts';
import { postgrest } from '../../functions/_shared/postgrest.ts';
import { api } from '../../functions/api/handler.ts';
import { webhookSender } from '../../functions/_shared/webhook-sender.ts';
import { beginPayment } from '../../functions/begin-payment/handler.ts';
import { calendarFeed } from '../../functions/calendar-feed/handler.ts';
import { companyExport } from '../../functions/company-export/handler.ts';
import { mail } from '../../functions/mail/handler.ts';
import { mailEvents } from '../../functions/mail-events/handler.ts';
import { picture } from '../../functions/picture/handler.ts';
import { paymentEvents } from '../../functions/payment-events/handler.ts';
import { runJobs } from '../../functions/run-jobs/handler.ts';
import { scheduledExport } from '../../functions/scheduled-export/handler.ts';
import { signTickets } from '../../functions/sign-tickets/handler.ts';
import { unsubscribe } from '../../functions/unsubscribe/handler.ts';
import type { Database } from '../database.ts';
import type { MailBox } from '../mail-box.ts';
import { signedHookRequest, type CapturedMail } from './auth-hook.ts';
import { deriveKey, serviceKey } from './keys.ts';
import { testPaymentPage } from './test-payment-page.ts';
import { startJobScheduler } from './job-scheduler.ts';

const HANDLERS: Record<string, Handler> = {
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
export const FUNCTIONS_PATH = /^\/functions\/v1\/([a-z-]+)(?:\/|$)/;

export interface Functions {
  /** Returns the function's response, or null for an unknown name. */
  handle(request: Request): Promise<Response | null>;
  /** Returns the test payment page, or null for a URL that we did not sign. */
  payPage(request: Request): Promise<Response | null>;
  /** Calls Auth's hook as the platform would. */
  authMail(received: CapturedMail): Promise<void>;
  close(): Promise<void>;
}

export interface FunctionsOptions {
  database: Database;
  mail: MailBox;
  jwtSecret: string;
  siteUrl: string;
}

export function createFunctions({ database, mail: box, jwtSecret, siteUrl }: FunctionsOptions): Functions {
  const secrets: Partial<Record<SecretName, string>> = {
    APP_URL: siteUrl,
    JOBS_SECRET: deriveKey(jwtSecret, 'jobs'),
    SEND_EMAIL_HOOK_SECRET: `v1,whsec_${deriveKey(jwtSecret, 'mail hook')}`,
    MAIL_EVENTS_SECRET: `whsec_${deriveKey(jwtSecret, 'mail events')}`,
    // Links in mails lead to functions as well.
    SUPABASE_URL: siteUrl,
    TEST_PAYMENTS_SECRET: deriveKey(jwtSecret, 'test payments'),
    SUPABASE_SECRET_KEY: serviceKey(jwtSecret),
  };
  const secret = (name: SecretName) => {
    const value = secrets[name];
    if (!value) throw missingSetting(name);
    return value;
  };
  const ports: Ports = {
    clock: { now: () => new Date() },
    database: postgrest({
      url: secret('SUPABASE_URL'),
      key: secret('SUPABASE_SECRET_KEY'),
      fetch: (request) => database.fetch(request),
    }),
    mailer: { send: async (outgoing) => box.put(outgoing) },
    fetch: (input, init) => fetch(input, init),
    webhooks: webhookSender(),
    secrets: secret,
  };
  const handle = async (request: Request) => {
    const name = FUNCTIONS_PATH.exec(new URL(request.url).pathname)?.[1] ?? '';
    return Object.hasOwn(HANDLERS, name) ? withErrorHandling(name, HANDLERS[name]!)(request, ports) : null;
  };
  const call = (name: string, init: RequestInit) =>
    handle(new Request(`http://127.0.0.1/functions/v1/${name}`, { method: 'POST', ...init }));
  const jobScheduler = startJobScheduler(database, async () => {
    await call('run-jobs', { headers: { Authorization: `Bearer ${secret('JOBS_SECRET')}` } });
  });
  return {
    handle,
    payPage: (request) =>
      testPaymentPage(request, {
        secret: secret('TEST_PAYMENTS_SECRET'),
        now: ports.clock.now(),
        sendEvent: (company, init) => call(`payment-events?company=${company}`, init),
      }),
    authMail: async (received) => {
      const response = await call(
        'mail',
        signedHookRequest(received, {
          id: randomUUID(),
          secret: secret('SEND_EMAIL_HOOK_SECRET'),
          now: ports.clock.now(),
        }),
      );
      if (!response?.ok) console.error(`Auth's mail "${received.action}" could not be sent: ${response?.status}`);
    },
    close: () => jobScheduler.stop(),
  };
}
