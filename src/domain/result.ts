/**
 * Expected failures are values. Whoever calls the network gets one of these;
 * whatever is thrown instead is a bug and reaches the route's error view.
 */
export const FAILURE_CODES = [
  'offline', // no network, DNS, refused, or a browser that says so
  'timeout', // no answer within 15 s
  'bad_answer', // an answer that is not ours: a captive portal's page, a proxy's
  'signed_out', // the session is gone; the queue is kept
  'key_revoked', // the app's own key worked here before and is refused now: a newer build has another one
  'key_wrong', // the app's own key was never taken: the installation is not set up
  'version_differs', // the server does not know what this build asks for
  'wrong_credentials',
  'not_permitted',
  'earns_commission', // whoever earns from a booking does not decide what is earned
  'no_subscription', // the company has none, so that what needs one is not to be had
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

/** The server understood and says no, for a reason of the closed list of that call; `refusal` says which, and what goes with it. */
export interface Refused<R> {
  ok: false;
  code: 'refused';
  retry: false;
  refusal: R;
}

/** `R`: the reasons for which the call itself may be refused, where it has any (`{status: 'sold_out', left: 3} | …`). */
export type Result<T, R = never> = { ok: true; data: T } | Failure | ([R] extends [never] ? never : Refused<R>);

export const ok = <T>(data: T): Result<T> => ({ ok: true, data });

export function fail(code: FailureCode, options: { retry?: boolean; retryAfter?: number } = {}): Failure {
  const failure: Failure = { ok: false, code, retry: options.retry ?? false };
  if (options.retryAfter !== undefined) failure.retryAfter = options.retryAfter;
  return failure;
}
