/** Errors as RFC 9457 problems with a `code` from a fixed list and its details. They never quote input. */
import { CORS_HEADERS } from './cors-headers.ts';

/** HTTP status and message of each problem. */
export const PROBLEMS = {
  invalid: [400, 'What was sent does not fit this operation.'],
  no_idempotency_key: [400, 'This operation needs the header Idempotency-Key.'],
  unknown_key: [401, 'There is no such key, or it is over.'],
  wrong_address: [403, 'This key may not be used from here.'],
  missing_scope: [403, 'This key is not for that.'],
  no_test_tour: [403, 'The tour of this test key is no draft any more.'],
  not_found: [404, 'There is no such thing.'],
  wrong_method: [405, 'This address has other methods.'],
  closed: [409, 'The departure takes no bookings.'],
  code_used_up: [409, 'The code of this booking is used up.'],
  checked_in: [409, 'Guests of it are checked in: say "confirm" to go on.'],
  departure_cancelled: [409, 'The departure is called off.'],
  no_contact: [409, 'It has no name yet.'],
  not_accompanied: [409, 'Somebody of the party may not come alone.'],
  not_permitted: [409, 'That is not for a key.'],
  other_currency: [409, 'The company has another currency since it was booked.'],
  party_too_small: [409, 'The tour is for larger parties.'],
  same_departure: [409, 'It is on that departure.'],
  sold_out: [409, 'There are not so many seats left.'],
  stale: [409, 'Somebody else was first: read it again.'],
  too_late: [409, 'The departure is over.'],
  too_much: [409, 'That is more than there is.'],
  wrong_age: [409, 'Somebody of the party has another age than the price is for.'],
  wrong_category: [409, 'The departure has no such price.'],
  wrong_state: [409, 'The booking is in another state.'],
  too_large: [413, 'At most 64 kB.'],
  id_reused: [422, 'Something else was asked with this Idempotency-Key.'],
  rate_limited: [429, 'Too many calls.'],
  failed: [500, 'Something went wrong here.'],
  unavailable: [503, 'The database cannot be asked now: try again.'],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemCode = keyof typeof PROBLEMS;

export const isProblem = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(PROBLEMS, code);

/** Details of a refusal that may be returned; free text may not. */
export const PROBLEM_DETAILS = [
  'left',
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
      ...CORS_HEADERS,
      ...more,
      ...headers,
    },
  });
}
