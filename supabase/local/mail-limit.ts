/**
 * The hosted Auth's hourly mail limit, which `@supabase/lite` lacks: a token bucket with an hour's mails. Over the
 * limit, requests that would send a mail are refused.
 */
import type { PGlite } from '@electric-sql/pglite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './settings.ts';

const HOUR_MS = 3_600_000;

/** Returns the limit in `supabase/config.toml`. */
export function configuredMailLimit(): number {
  const toml = readFileSync(join(REPOSITORY, 'supabase/config.toml'), 'utf8');
  const [, number] = /^\[auth\.rate_limit\][^[]*?^email_sent = (\d+)$/ms.exec(toml) ?? [];
  if (number === undefined) throw new Error('supabase/config.toml does not set auth.rate_limit.email_sent');
  return Number(number);
}

export class MailLimit {
  #left: number;
  #at: number;

  constructor(
    private readonly perHour: number,
    private readonly now: () => number = Date.now,
  ) {
    this.#left = perHour;
    this.#at = now();
  }

  /** Refills the bucket for the time that has passed, and returns whether it is empty. */
  checkReached(): boolean {
    const now = this.now();
    this.#left = Math.min(this.perHour, this.#left + (Math.max(0, now - this.#at) * this.perHour) / HOUR_MS);
    this.#at = now;
    return this.#left < 1;
  }

  take(mails: number): void {
    this.#left -= mails;
  }
}

/** Returns whether Auth would send a mail for this request. Addresses that get no mail are not refused. */
export async function wouldSendMail(request: Request, db: Pick<PGlite, 'query'>): Promise<boolean> {
  const { pathname } = new URL(request.url);
  const path = /^\/auth\/v1\/(signup|recover|resend|otp|magiclink|user|reauthenticate)$/.exec(pathname)?.[1];
  if (path === undefined) return false;
  if (path === 'reauthenticate') return request.method === 'GET';
  const body = ((await request.json().catch(() => null)) ?? {}) as { email?: unknown };
  if (typeof body.email !== 'string') return false;
  if (path === 'user') return request.method === 'PUT';
  const { rows } = await db.query<{ confirmed: boolean }>(
    'select email_confirmed_at is not null as confirmed from auth.users where email = $1',
    [body.email.trim().toLowerCase()],
  );
  const [user] = rows;
  if (path === 'signup') return !user?.confirmed;
  if (path === 'resend') return user?.confirmed === false;
  return user !== undefined;
}

/** Auth's response over the limit. */
export const mailLimitResponse = (): Response =>
  new Response(
    JSON.stringify({
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: 'email rate limit exceeded',
    }),
    { status: 429, headers: { 'Content-Type': 'application/json' } },
  );
