/**
 * Mapping of OCTO's terms to ours. Ids: product = tour, option = DEFAULT (a tour has one), unit = price category,
 * availability = departure, supplier = company, unit item = guest. `uuid` is the reseller's id of a booking, `id` ours,
 * `supplierReference` our reference, `resellerReference` our external reference.
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

/** OCTO's errors with HTTP status, message and the field that repeats the wrong id. */
export const ERRORS = {
  INVALID_PRODUCT_ID: [400, 'The productId was missing or invalid', 'productId'],
  INVALID_OPTION_ID: [400, 'The optionId was missing or invalid', 'optionId'],
  INVALID_UNIT_ID: [400, 'The unitId was missing or invalid', 'unitId'],
  INVALID_AVAILABILITY_ID: [400, 'The availabilityId was missing or invalid', 'availabilityId'],
  INVALID_BOOKING_UUID: [400, 'The uuid was already used, missing or invalid, or the hold is over', 'uuid'],
  BAD_REQUEST: [400, 'What was sent does not fit this operation', null],
  INVALID_QUESTION_ID: [400, 'The questionId was missing or invalid', 'questionId'],
  UNPROCESSABLE_ENTITY: [400, 'What was sent is understood and cannot be done', null],
  UNAUTHORIZED: [401, 'There is no such key, or it is over', null],
  FORBIDDEN: [403, 'This key is not for that', null],
  NOT_FOUND: [404, 'There is no such address', null],
  METHOD_NOT_ALLOWED: [405, 'This address has other methods', null],
  TOO_MANY_REQUESTS: [429, 'Too many calls', null],
  INTERNAL_SERVER_ERROR: [500, 'Something went wrong here', null],
  SERVICE_UNAVAILABLE: [503, 'Try again in a moment', null],
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
export const MISSING: Record<string, OctoError> = {
  product: 'INVALID_PRODUCT_ID',
  availability: 'INVALID_AVAILABILITY_ID',
  booking: 'INVALID_BOOKING_UUID',
  webhook: 'NOT_FOUND',
};

/** Messages of refusals for the reseller's log. */
export const REASONS: Record<string, string> = {
  closed: 'The departure takes no bookings',
  sold_out: 'There are not so many seats left',
  too_late: 'It is too late to book this departure',
  departure_cancelled: 'The departure is called off',
  party_too_small: 'The tour is for larger parties',
  not_accompanied: 'A unit of it may not come without another one',
  wrong_age: 'Somebody has another age than the unit is for',
  no_contact: 'The contact has no name yet',
  no_names: 'This tour wants a name for every unit item',
  checked_in: 'Guests of it are checked in already',
  cut_off: 'The cancellation cut-off is over',
  wrong_state: 'The booking is in another state',
  other_currency: 'The supplier sells in another currency',
  bad_url: 'The url does not begin with https:// and a name of the open internet',
  too_many: 'There are as many webhooks as there can be',
};

export const CAPABILITIES = ['octo/pricing', 'octo/content', 'octo/questions', 'octo/webhooks'] as const;
export type Capability = (typeof CAPABILITIES)[number];
