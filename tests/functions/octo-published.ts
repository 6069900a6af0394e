/** OCTO's answers by the schemas that its own association publishes (@octocloud/types), as a second opinion beside `octo-shapes.ts`. */
import { createRequire } from 'node:module';

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } };
}
// Not by its types, whose two megabytes every check of types would read.
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

/** What they object to; an operation that the core has not has no schema there. */
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
/** The same of an error that OCTO has. */
export function publishedErrorFaultsOf(body: Record<string, unknown>): string[] {
  const name = ERRORS[String(body['error'])];
  return name === undefined ? [] : issuesOf(published[name]!, body);
}
