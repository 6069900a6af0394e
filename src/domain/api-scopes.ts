/** Scopes of an API key: the database enum; a test checks that both are equal. */
export const API_SCOPES = [
  'tours_read',
  'departures_read',
  'bookings_read',
  'guests_read',
  'payments_read',
  'check_ins_read',
  'reports_read',
  'bookings_write',
  'check_ins_write',
  'webhooks_write',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];
