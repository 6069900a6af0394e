/** OCTO responses checked by the schemas that OCTO publishes (@octocloud/types), in addition to `octo-shapes.ts`. */
import { createRequire } from 'node:module';

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } };
}
// Without its types, whose two megabytes would slow down every type check.
const published = createRequire(import.meta.url)('@octocloud/types') as Record<string, Schema>;

const SCHEMAS: Record<string, string> = {
  capabilities: 'zCapabilitiesGetResponse',
  supplier: 'zSuppliersGetResponse',
  products: 'zProductsGetProductsResponse',
  product: 'zProductsGetProductResponse',
  availability: 'zAvailabilitiesAvailabilityCheckResponse',
  calendar: 'zAvailabilitiesAvailabilityCalendarResponse',
  bookings: 'zBookingsGetBookingsResponse',
  booking: 'zBookingsGetBookingResponse',
  reserve: 'zBookingsBookingReservationResponse',
  change: 'zBookingsBookingUpdateResponse',
  extend: 'zBookingsExtendReservationResponse',
  confirm: 'zBookingsBookingConfirmationResponse',
  cancel: 'zBookingsBookingCancellationResponse',
};

const issuesOf = (schema: Schema, body: unknown) =>
  schema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** Returns their objections; operations outside the core have no schema. */
export function publishedFaultsOf(operation: string, body: unknown): string[] {
  const name = SCHEMAS[operation];
  if (name === undefined) return [];
  return issuesOf(published[name]!, body);
}

const ERRORS: Record<string, string> = {
  BAD_REQUEST: 'zErrorBadRequest',
  FORBIDDEN: 'zErrorForbidden',
  INTERNAL_SERVER_ERROR: 'zErrorInternalServerError',
  INVALID_AVAILABILITY_ID: 'zErrorInvalidAvailabilityId',
  INVALID_BOOKING_UUID: 'zErrorInvalidBookingUuid',
  INVALID_OPTION_ID: 'zErrorInvalidOptionId',
  INVALID_PRODUCT_ID: 'zErrorInvalidProductId',
  INVALID_UNIT_ID: 'zErrorInvalidUnitId',
  UNAUTHORIZED: 'zErrorUnauthorized',
  UNPROCESSABLE_ENTITY: 'zErrorUnprocessableEntity',
};
/** Returns their objections to an OCTO error. */
export function publishedErrorFaultsOf(body: Record<string, unknown>): string[] {
  const name = ERRORS[String(body['error'])];
  return name === undefined ? [] : issuesOf(published[name]!, body);
}
