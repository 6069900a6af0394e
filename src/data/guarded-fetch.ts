/**
 * The fetch of the Supabase client. Anything not from our backend (a captive portal's page, a proxy's error) must
 * look like a network failure: supabase-js would take such a response to a token refresh for a rejected session and
 * sign the person out.
 */

import { now } from '../lib/clock.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { sanitizeJson } from '../lib/sanitize-json.ts';
import { markKeyAccepted } from './publishable-key-status.ts';

const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Temporary statuses that supabase-js would take for a rejected session; it treats 5xx as temporary itself. */
const NOT_REJECTED_STATUSES = new Set([408, 425, 429, 511]);

/** Thrown for a rejected response; supabase-js passes its message on. */
export class UnusableResponse extends TypeError {
  override name = 'UnusableResponse';
  readonly status: number;
  constructor(status: number, why?: string) {
    super(`unusable response ${status}${why === undefined ? '' : `: ${why}`}`);
    this.status = status;
  }
}

/** Returns the status in an `UnusableResponse` message, or null for any other text. */
export function statusFromMessage(message: string): number | null {
  const match = /unusable response (\d{3})/.exec(message);
  return match ? Number(match[1]) : null;
}

/** The gateway's messages for a publishable key that is unknown, and for one that was revoked. */
const UNKNOWN_KEY = /(?:invalid|unregistered|no) api key|invalid authentication credentials/i;
const REVOKED_KEY = /api keys? (?:is|are|was|were|has been|have been) (?:disabled|revoked|deleted|expired)/i;

/** Returns how the gateway rejected the app's key, from an error message; null if it did not. */
export function rejectedKeyFromMessage(message: string): 'revoked' | 'unknown' | null {
  const [, how] = /unusable response \d{3}: (revoked|unknown) key/.exec(message) ?? [];
  return (how as 'revoked' | 'unknown' | undefined) ?? null;
}

/** Throws if a 401 is about the app's key instead of a person's session. */
async function checkKey(response: Response): Promise<void> {
  if (response.status !== 401) return;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: unknown; msg?: unknown } | null;
  const message = String(body?.message ?? body?.msg ?? '');
  if (REVOKED_KEY.test(message)) throw new UnusableResponse(401, 'revoked key');
  if (UNKNOWN_KEY.test(message)) throw new UnusableResponse(401, 'unknown key');
}

/**
 * Parses a `Retry-After` header (seconds or HTTP date) to milliseconds, at most an hour; undefined without a valid
 * one.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 3_600_000) : undefined;
}

/** By abort signal, as supabase-js returns no response headers. */
const retryDelays = new WeakMap<AbortSignal, { retryAfter: number | undefined }>();

/** Returns the `Retry-After`, in milliseconds, of the request with this signal. */
export function retryAfterOf(signal: AbortSignal): number | undefined {
  return retryDelays.get(signal)?.retryAfter;
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

const EMPTY_STATUSES = new Set([204, 205, 304]);

/**
 * Checks that a response is from Supabase Auth: an error with a code, or a session. A captive portal or a
 * gateway sends other JSON.
 */
async function isOurAuth(response: Response, url: string): Promise<boolean> {
  if (response.ok && !url.includes('/auth/v1/token')) return true;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const has = (key: string) =>
    typeof body === 'object' && body !== null && typeof (body as Record<string, unknown>)[key] === 'string';
  return response.ok
    ? has('access_token')
    : has('error_code') || has('code') || (has('error') && has('error_description'));
}

async function check(response: Response, url: string): Promise<Response> {
  await checkKey(response);
  const auth = url.includes('/auth/v1');
  if (NOT_REJECTED_STATUSES.has(response.status) && url.includes('/auth/v1/token'))
    throw new UnusableResponse(response.status);
  const api = auth || url.includes('/rest/v1');
  const empty = EMPTY_STATUSES.has(response.status) || response.headers.get('content-length') === '0';
  // Our API may answer a success without a body (sign-out, write without return); everything else is JSON.
  if (api && !isJson(response) && !(empty && response.ok)) throw new UnusableResponse(response.status);
  if (auth && !empty && !(await isOurAuth(response, url))) throw new UnusableResponse(response.status);
  if (api && response.ok) markKeyAccepted();
  return response;
}

/**
 * Wraps `fetch` with a timeout (unless the caller passes a signal), one retry of safe methods and sanitised JSON
 * bodies. Throws `UnusableResponse` for responses that are not from our backend.
 */
export function guardedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const signal = init?.signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const body = typeof init?.body === 'string' ? { body: sanitizeJson(init.body) } : {};
    const once = () => fetch(input, { ...init, ...body, signal });
    let response = await once();
    if (RETRIED_STATUSES.has(response.status) && SAFE_METHODS.has(method)) {
      await response.body?.cancel();
      response = await once();
    }
    if (init?.signal) {
      retryDelays.set(init.signal, { retryAfter: retryAfterMs(response.headers.get('retry-after'), now()) });
    }
    return check(response, url);
  };
}
