/**
 * Expected failures are values of this type, not exceptions. Anything thrown is a bug and reaches the route's error
 * view.
 */
export const FAILURE_CODES = [
  'offline', // no network, DNS error, connection refused, or the browser reports it
  'timeout', // no response within 15 s
  'bad_response', // a response that is not ours: from a captive portal or a proxy
  'signed_out', // the session has ended; the outbox is kept
  'key_revoked', // the app's API key has worked here and is now refused: a newer build has another one
  'key_wrong', // the app's API key has never worked: the installation is not configured
  'version_differs', // the server does not know this build's request
  'wrong_credentials',
  'not_permitted',
  'earns_commission', // people who earn from a booking must not decide its commission
  'no_subscription', // the feature requires a subscription
  'not_found',
  'rate_limited',
  'server', // 5xx
  'invalid', // the server refused the input
  'storage_full', // the device's storage is full
  'storage_failed', // writing to the device's database failed
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** `retry`: whether the same call may succeed later; `retryAfter`: milliseconds that the server asked to wait. */
export interface Failure {
  ok: false;
  code: FailureCode;
  retry: boolean;
  retryAfter?: number;
}

/** The server refused for an expected reason of this call; `refusal` has the reason and its details. */
export interface Refused<R> {
  ok: false;
  code: 'refused';
  retry: false;
  refusal: R;
}

/** `R`: the refusals of the call, if it has any (`{status: 'sold_out', left: 3} | …`). */
export type Result<T, R = never> = { ok: true; data: T } | Failure | ([R] extends [never] ? never : Refused<R>);

/** Returns the failure of a call that found nobody signed in; null for any other result. */
export const signedOutFailure = (result: Result<unknown, unknown> | null): Failure | null =>
  result && !result.ok && result.code === 'signed_out' ? (result as Failure) : null;

export const ok = <T>(data: T): Result<T> => ({ ok: true, data });

export function fail(code: FailureCode, options: { retry?: boolean; retryAfter?: number } = {}): Failure {
  const failure: Failure = { ok: false, code, retry: options.retry ?? false };
  if (options.retryAfter !== undefined) failure.retryAfter = options.retryAfter;
  return failure;
}
