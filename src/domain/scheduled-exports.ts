/** Exports that go by mail (ADR 048): their closed lists, the same as the enums of the database. */
export const EXPORT_KINDS = ['bookings', 'tours', 'everything'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
/** Which days of a view go: all that it finds, tours of days, or what was booked on days before the one it goes. */
export const EXPORT_SPANS = [
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
export type ExportSpan = (typeof EXPORT_SPANS)[number];
export const EXPORT_FREQUENCIES = ['daily', 'weekdays', 'weekly', 'monthly'] as const;
export type ExportFrequency = (typeof EXPORT_FREQUENCIES)[number];
export const SCHEDULED_FORMATS = ['csv', 'xlsx'] as const;
export type ScheduledFormat = (typeof SCHEDULED_FORMATS)[number];
export const EXPORT_PAUSES = ['by_hand', 'no_right', 'no_view', 'view_changed', 'no_receiver'] as const;

/** As an address of the app says which days of a view are meant: `date` of the tours, `created` of when they were booked. */
export const EXPORTED_DAYS = /^(date|created)\.(\d{4}-\d{2}-\d{2})\.(\d{4}-\d{2}-\d{2})$/;
