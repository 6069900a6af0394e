/** Side effects of a function. Tests use fakes; `deno.ts` and the embedded host provide the real ones. */
export interface Ports {
  clock: Clock;
  database: FunctionDatabase;
  mailer: Mailer;
  /** For external requests; tests record each call. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** For URLs entered by companies, which must not be called with `fetch`. */
  webhooks: WebhookSender;
  secrets: Secrets;
}

export interface Clock {
  now(): Date;
}

export interface FunctionDatabase {
  /** Calls an RPC in schema public as the service role, in its own transaction. Throws DatabaseFailure on any error. */
  call(name: string, args?: Record<string, unknown>): Promise<unknown>;
}

/** The database was unreachable or raised an error. Worth a retry. */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure';
}

export interface OutgoingMail {
  /** Message-ID without angle brackets, the same on each retry, so that receivers can detect duplicates. */
  id: string;
  to: string;
  /** Display name of the sender; the address is the installation's. */
  fromName?: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** iCalendar attachment (RFC 5545). */
  calendar?: string;
  /** HTML attachment. */
  file?: { name: string; html: string };
  /** Inline pictures: PNG in base64, referenced as `cid:` in the HTML; `name` is the file name. */
  pictures?: { cid: string; name: string; png: string }[];
  /** URL for one-click unsubscribe (RFC 8058). */
  unsubscribe?: string;
  /** Source of the mail, for the embedded inbox only; never sent. */
  madeOf: { template: string; locale: string; data: unknown };
}

export interface Mailer {
  /**
   * Resolves when a mail server accepted the mail. Throws MailRefused if a retry is pointless, any other error
   * otherwise.
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mail server permanently refused the mail, for example because the address does not exist. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Why an attempt failed; same list as private.webhook_failure. */
export type WebhookFailure =
  | 'status'
  | 'redirect'
  | 'gone'
  | 'forbidden_address'
  | 'unreachable'
  | 'no_response'
  | 'bad_certificate'
  | 'not_sent';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookAttempt {
  status: number | null;
  /** Null if it was delivered. */
  failure: WebhookFailure | null;
  /** Beginning of the response body. */
  response: string | null;
  durationMs: number;
}

export interface WebhookSender {
  /** Posts once within ten seconds, to public addresses only, without following redirects. Never throws. */
  send(request: WebhookRequest): Promise<WebhookAttempt>;
}

export const SECRETS = {
  /** Origin of the app without a trailing slash; links in mails lead there. */
  APP_URL: 'where the app is served, https://…',
  /** Shared with the job scheduler only. */
  JOBS_SECRET: 'the token with which the job scheduler calls run-jobs, at least 32 characters',
  /** As shown in Auth's settings: `v1,whsec_…`; several separated by `|` during a rotation. */
  SEND_EMAIL_HOOK_SECRET: 'the secret of Auth’s send-email hook, v1,whsec_…',
  MAIL_EVENTS_SECRET: 'the secret with which the mail provider signs bounces and complaints, whsec_…',
  MAIL_FROM: 'the address that mails come from',
  SMTP_URL: 'smtps://user:password@host:465',
  /** Only for the embedded backend: if set, guests can pay without money. */
  TEST_PAYMENTS_SECRET: 'the secret of the test payment provider, in base64; never set on a hosted installation',
  SUPABASE_URL: 'the project’s address (set by the platform)',
  SUPABASE_SECRET_KEY: 'the key of the service role (set by the platform under one of its names)',
} as const;

export type SecretName = keyof typeof SECRETS;

/** Returns the value; throws NotConfiguredError if it is missing. */
export type Secrets = (name: SecretName) => string;

/** The installation is misconfigured. The message is for the log: it names settings without their values. */
export class NotConfiguredError extends Error {
  override name = 'NotConfiguredError';
}

export const missingSetting = (name: SecretName) => new NotConfiguredError(`${name} is not set: ${SECRETS[name]}`);

export type Handler = (request: Request, ports: Ports) => Promise<Response>;
