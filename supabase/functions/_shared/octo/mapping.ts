/**
 * Mapping of OCTO's terms to ours. Ids: product = tour, option = DEFAULT (a tour has one), unit = price category,
 * availability = departure, supplier = company, unit item = guest. `uuid` is the reseller's id of a booking, `id` ours,
 * `supplierReference` our reference, `resellerReference` our voucher number.
 */
import type { Availability, BookingStatus, PriceCategoryType } from '../../../../src/domain/enums.ts';

export const OPTION = 'DEFAULT';

export const OCTO_STATUSES = [
  'ON_HOLD',
  'CONFIRMED',
  'EXPIRED',
  'CANCELLED',
  'REDEEMED',
  'PENDING',
  'REJECTED',
] as const;
export type OctoStatus = (typeof OCTO_STATUSES)[number];

const STATUSES: Record<BookingStatus, OctoStatus> = {
  ON_HOLD: 'ON_HOLD',
  PENDING: 'PENDING',
  CONFIRMED: 'CONFIRMED',
  EXPIRED: 'EXPIRED',
  REJECTED: 'REJECTED',
  CANCELLED: 'CANCELLED',
};

/**
 * Returns the OCTO status. `isReleased`: the reseller cancelled a hold or request, which we call expired or rejected.
 * `isRedeemed`: it was used.
 */
export function statusOf(
  state: BookingStatus,
  { isReleased, isRedeemed }: { isReleased: boolean; isRedeemed: boolean },
): OctoStatus {
  if (isReleased && (state === 'EXPIRED' || state === 'REJECTED')) return 'CANCELLED';
  return state === 'CONFIRMED' && isRedeemed ? 'REDEEMED' : STATUSES[state];
}

/** FREESALE does not occur: every departure has a capacity. */
export const AVAILABILITY_STATUSES: Record<Availability, string> = {
  AVAILABLE: 'AVAILABLE',
  LIMITED: 'LIMITED',
  SOLD_OUT: 'SOLD_OUT',
  CLOSED: 'CLOSED',
};

export const UNIT_TYPES: Record<PriceCategoryType, string> = {
  ADULT: 'ADULT',
  YOUTH: 'YOUTH',
  CHILD: 'CHILD',
  INFANT: 'INFANT',
  FAMILY: 'FAMILY',
  SENIOR: 'SENIOR',
  STUDENT: 'STUDENT',
  MILITARY: 'MILITARY',
  OTHER: 'OTHER',
};

/**
 * OCTO's errors with HTTP status, message and the field that repeats the wrong id. OCTO's
 * UNPROCESSABLE_ENTITY is a 400, not a 422.
 */
export const ERRORS = {
  INVALID_PRODUCT_ID: [400, 'The productId was missing or invalid', 'productId'],
  INVALID_OPTION_ID: [400, 'The optionId was missing or invalid', 'optionId'],
  INVALID_UNIT_ID: [400, 'The unitId was missing or invalid', 'unitId'],
  INVALID_AVAILABILITY_ID: [400, 'The availabilityId was missing or invalid', 'availabilityId'],
  INVALID_BOOKING_UUID: [400, 'The uuid was already used, missing or invalid, or the hold has expired', 'uuid'],
  BAD_REQUEST: [400, 'The request is not valid for this operation', null],
  INVALID_QUESTION_ID: [400, 'The questionId was missing or invalid', 'questionId'],
  UNPROCESSABLE_ENTITY: [400, 'The request cannot be processed', null],
  UNAUTHORIZED: [401, 'The API key is unknown, expired or revoked', null],
  FORBIDDEN: [403, 'This API key lacks the required permission', null],
  NOT_FOUND: [404, 'Not found', null],
  METHOD_NOT_ALLOWED: [405, 'This URL does not support the method', null],
  TOO_MANY_REQUESTS: [429, 'Too many requests', null],
  INTERNAL_SERVER_ERROR: [500, 'Internal server error', null],
  SERVICE_UNAVAILABLE: [503, 'Temporarily unavailable; try again in a moment', null],
} as const satisfies Record<string, readonly [number, string, string | null]>;
export type OctoError = keyof typeof ERRORS;

/** Refusals of the database and authentication as OCTO errors; others are UNPROCESSABLE_ENTITY. */
export const REFUSALS: Record<string, OctoError> = {
  unknown_key: 'UNAUTHORIZED',
  wrong_address: 'FORBIDDEN',
  missing_scope: 'FORBIDDEN',
  no_test_tour: 'FORBIDDEN',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  failed: 'INTERNAL_SERVER_ERROR',
  invalid: 'BAD_REQUEST',
  wrong_category: 'INVALID_UNIT_ID',
  uuid_used: 'INVALID_BOOKING_UUID',
  expired: 'INVALID_BOOKING_UUID',
  bad_url: 'BAD_REQUEST',
};
/** Errors for a refusal `not_found`, by its `what`. */
export const MISSING: Record<string, OctoError> = {
  product: 'INVALID_PRODUCT_ID',
  availability: 'INVALID_AVAILABILITY_ID',
  booking: 'INVALID_BOOKING_UUID',
  webhook: 'NOT_FOUND',
};

/** Messages of refusals for the reseller's log. */
export const REASONS: Record<string, string> = {
  closed: 'The departure is closed for booking',
  sold_out: 'Not enough seats are left',
  too_late: 'It is too late to book this departure',
  departure_cancelled: 'The departure is cancelled',
  party_too_small: 'The party is smaller than the tour’s minimum',
  not_accompanied: 'A unit requires an accompanying unit',
  wrong_age: 'A guest’s age does not match the unit',
  no_contact: 'The contact name is missing',
  no_names: 'This tour requires a name for every unit item',
  checked_in: 'Guests of this booking are checked in',
  cancellation_closed: 'The cancellation cut-off has passed',
  wrong_state: 'The booking’s state does not allow this',
  other_currency: 'The supplier’s currency has changed',
  bad_url: 'The url must start with https:// and a public host name',
  too_many: 'The maximum number of webhooks has been reached',
};

export const CAPABILITIES = ['octo/pricing', 'octo/content', 'octo/questions', 'octo/webhooks'] as const;
export type Capability = (typeof CAPABILITIES)[number];
