/** Enums of scheduled exports by mail (ADR 048): the same as the database enums. */
export const EXPORT_KINDS = ['bookings', 'tours', 'everything'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
/** Which rows are exported: the whole view, tours on certain days, or bookings made before the day of sending. */
export const EXPORT_SELECTIONS = [
  'view',
  'day',
  'next_day',
  'next_week',
  'last_day',
  'last_week',
  'last_month',
  'booked_last_day',
  'booked_last_week',
  'booked_last_month',
] as const;
export type ExportSelection = (typeof EXPORT_SELECTIONS)[number];
export const EXPORT_FREQUENCIES = ['daily', 'weekdays', 'weekly', 'monthly'] as const;
export type ExportFrequency = (typeof EXPORT_FREQUENCIES)[number];
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_PAUSES = ['by_hand', 'no_right', 'no_view', 'view_changed', 'no_receiver'] as const;

/** Date range in the URL of a view: `date` is the tour's, `created` the booking's. */
export const EXPORTED_DAYS = /^(date|created)\.(\d{4}-\d{2}-\d{2})\.(\d{4}-\d{2}-\d{2})$/;
