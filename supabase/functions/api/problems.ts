/** Errors as RFC 9457 problems with a `code` from a fixed list and its details. They never quote input. */
import { API_CORS_HEADERS } from './cors-headers.ts';

/** HTTP status and message of each problem. */
export const PROBLEMS = {
  invalid: [400, 'The request is not valid for this operation.'],
  no_idempotency_key: [400, 'This operation requires an Idempotency-Key header.'],
  unknown_key: [401, 'The API key is unknown, expired or revoked.'],
  wrong_address: [403, 'This API key is not allowed from this IP address.'],
  missing_scope: [403, 'This API key lacks the required scope.'],
  no_test_tour: [403, 'The tour of this test key is no longer a draft.'],
  not_found: [404, 'Not found.'],
  wrong_method: [405, 'This URL does not support the method.'],
  closed: [409, 'The departure is closed for booking.'],
  code_used_up: [409, 'The discount code of this booking has been used up.'],
  checked_in: [409, 'Guests of this booking are checked in; set "confirm" to continue.'],
  departure_cancelled: [409, 'The departure is cancelled.'],
  no_contact: [409, 'The contact name is missing.'],
  not_accompanied: [409, 'A guest needs an accompanying guest of another category.'],
  not_permitted: [409, 'API keys may not do this.'],
  other_currency: [409, 'The company’s currency has changed since the booking was made.'],
  party_too_small: [409, 'The party is smaller than the tour’s minimum.'],
  same_departure: [409, 'The booking is already on this departure.'],
  sold_out: [409, 'Not enough seats are left.'],
  stale: [409, 'The resource has changed since it was read; fetch it again.'],
  too_late: [409, 'The departure has ended.'],
  too_much: [409, 'The amount exceeds what is available.'],
  wrong_age: [409, 'A guest’s age does not match the price category.'],
  wrong_category: [409, 'The departure does not have this price category.'],
  wrong_state: [409, 'The booking’s state does not allow this.'],
  too_large: [413, 'The request body exceeds 64 kB.'],
  id_reused: [422, 'This Idempotency-Key was used for a different request.'],
  rate_limited: [429, 'Too many requests.'],
  failed: [500, 'Internal server error.'],
  unavailable: [503, 'The database is temporarily unavailable; try again.'],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemCode = keyof typeof PROBLEMS;

export const isProblem = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(PROBLEMS, code);

/** Details of a refusal that may be returned; free text may not. */
export const PROBLEM_DETAILS = [
  'left',
  // With `sold_out`: departures with enough free seats.
  'next',
  'minimum',
  'minimum_age',
  'maximum_age',
  'price_category_id',
  'category_type',
  'state',
  'version',
  'guests',
  'max',
  'currency',
  'retry_after',
  'scope',
  'fields',
] as const;

/** Returns the problem for a refusal of the database; unknown ones become `failed`, as the caller cannot fix them. */
export function problemFromRefusal(refusal: Record<string, unknown>, headers: Record<string, string> = {}): Response {
  const { status } = refusal;
  const details = Object.fromEntries(
    PROBLEM_DETAILS.filter((name) => name in refusal).map((name) => [name, refusal[name]]),
  );
  return problem(isProblem(status) ? status : 'failed', details, headers);
}

export function problem(
  code: ProblemCode,
  details: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Response {
  const [status, title] = PROBLEMS[code];
  const retry = details['retry_after'];
  const more = {
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(typeof retry === 'number' ? { 'Retry-After': String(retry) } : {}),
  };
  return new Response(JSON.stringify({ type: `urn:muster:problem:${code}`, title, status, code, ...details }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...API_CORS_HEADERS,
      ...more,
      ...headers,
    },
  });
}
