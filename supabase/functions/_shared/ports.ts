/** All that a function may touch of the world. Tests give fakes; `deno.ts` and the embedded host give the real ones. */
export interface Ports {
  clock: Clock;
  database: FunctionDatabase;
  mailer: Mailer;
  /** For every address outside: tests hear each call. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** For addresses that companies have typed, which `fetch` must not go to. */
  webhooks: WebhookSender;
  secrets: Secrets;
}

export interface Clock {
  now(): Date;
}

export interface FunctionDatabase {
  /** Calls an RPC of schema public as the service role, in a transaction of its own. Throws DatabaseFailure for all but an answer. */
  call(name: string, args?: Record<string, unknown>): Promise<unknown>;
}

/** The database could not be asked or raised an error: worth another try. */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure';
}

export interface OutgoingMail {
  /** Stays the same when a mail is sent again, so that the receiver can tell. Without angle brackets. */
  id: string;
  to: string;
  /** Shown as the sender beside the installation's own address. */
  fromName?: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Travels along as a file; RFC 5545. */
  calendar?: string;
  /** A page in HTML that travels along as a file. */
  file?: { name: string; html: string };
  /** PNG in base64, shown where its HTML says `cid:`; `name` is what it is called when somebody saves it. */
  pictures?: { cid: string; name: string; png: string }[];
  /** Where a press in the mail program ends mail of this kind (RFC 8058). */
  unsubscribe?: string;
  /** What it was made of, for the embedded inbox; nothing of it is sent. */
  madeOf: { template: string; locale: string; data: unknown };
}

export interface Mailer {
  /** Settles when a mail server has taken the mail. Throws MailRefused if sending it again is pointless, anything else if not. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mail server will not take this mail, now or later: no such address, for instance. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Why an attempt failed: the same list as private.webhook_failure. */
export type WebhookFailure =
  | 'status'
  | 'redirect'
  | 'gone'
  | 'forbidden_address'
  | 'unreachable'
  | 'no_answer'
  | 'bad_certificate'
  | 'not_sent';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookAttempt {
  status: number | null;
  /** Null: it was taken. */
  failure: WebhookFailure | null;
  /** How the answer begins. */
  answer: string | null;
  durationMs: number;
}

export interface WebhookSender {
  /** Posts once, within ten seconds, to no address inside a network, and follows no redirect. Never throws. */
  send(request: WebhookRequest): Promise<WebhookAttempt>;
}

export const SECRETS = {
  /** Where the app is served, without a slash at the end; links in mails lead there. */
  APP_URL: 'where the app is served, https://…',
  /** Shared with the ticker alone. */
  JOBS_SECRET: 'what the ticker shows to run-jobs, at least 32 characters',
  /** As Auth's settings show it: `v1,whsec_…`; several, parted by `|`, while one is exchanged for another. */
  SEND_EMAIL_HOOK_SECRET: 'the secret of Auth’s send-email hook, v1,whsec_…',
  MAIL_EVENTS_SECRET: 'by what the mail provider signs what it tells of bounces and complaints, whsec_…',
  MAIL_FROM: 'the address that mails come from',
  SMTP_URL: 'smtps://user:password@host:465',
  /** The embedded backend's alone: where it is set, guests may pay without money. */
  TEST_PAYMENTS_SECRET: 'what the provider for trying it out signs by, in base64; never set on a hosted installation',
  SUPABASE_URL: 'the project’s address (set by the platform)',
  SUPABASE_SECRET_KEY: 'the key of the service role (set by the platform under one of its names)',
} as const;

export type SecretName = keyof typeof SECRETS;

/** The value; throws NotConfigured if there is none. */
export type Secrets = (name: SecretName) => string;

/** Somebody has to set the installation right. Its message is for the log: it names settings and quotes none. */
export class NotConfiguredError extends Error {
  override name = 'NotConfigured';
}

export const missingSetting = (name: SecretName) => new NotConfiguredError(`${name} is not set: ${SECRETS[name]}`);

export type Handler = (request: Request, ports: Ports) => Promise<Response>;
