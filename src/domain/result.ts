/**
 * Expected failures are values. Whoever calls the network gets one of these;
 * whatever is thrown instead is a bug and reaches the route's error view.
 */
export const FAILURE_CODES = [
  'offline', // no network, DNS, refused, or a browser that says so
  'timeout', // no answer within 15 s
  'bad_answer', // an answer that is not ours: a captive portal's page, a proxy's
  'signed_out', // the session is gone; the queue is kept
  'wrong_credentials',
  'not_permitted',
  'not_found',
  'rate_limited',
  'server', // 5xx
  'invalid', // the server understood and will not take it
  'storage_full', // the device has no room
  'storage_failed', // the device's database could not be written
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** `retry`: whether the same call may succeed later; `retryAfter`: milliseconds the server asked us to wait. */
export interface Failure {
  ok: false;
  code: FailureCode;
  retry: boolean;
  retryAfter?: number;
}

export type Result<T> = { ok: true; data: T } | Failure;

export const ok = <T>(data: T): Result<T> => ({ ok: true, data });

export function fail(code: FailureCode, options: { retry?: boolean; retryAfter?: number } = {}): Failure {
  const failure: Failure = { ok: false, code, retry: options.retry ?? false };
  if (options.retryAfter !== undefined) failure.retryAfter = options.retryAfter;
  return failure;
}
