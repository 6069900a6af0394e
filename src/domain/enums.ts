/**
 * Enums that several aggregates share. A test compares those that are database enums, too.
 */

export const PRICE_CATEGORY_TYPES = [
  'ADULT',
  'YOUTH',
  'CHILD',
  'INFANT',
  'FAMILY',
  'SENIOR',
  'STUDENT',
  'MILITARY',
  'OTHER',
] as const;
export type PriceCategoryType = (typeof PRICE_CATEGORY_TYPES)[number];

export const BOOKING_STATUSES = ['ON_HOLD', 'CONFIRMED', 'PENDING', 'EXPIRED', 'REJECTED', 'CANCELLED'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const BOOKING_SOURCES = ['office', 'website', 'partner', 'walk-in', 'api'] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

/**
 * Attendance of a booking: all guests came, some, or none. `unknown`: none has come, but not all are marked as missing.
 */
export const ATTENDANCES = ['attended', 'partial', 'no_show', 'unknown'] as const;
export type Attendance = (typeof ATTENDANCES)[number];
/** Filter values for attendance. `missing`: at least one guest is known not to have come. */
export const ATTENDANCE_FILTER_VALUES = [...ATTENDANCES, 'missing'] as const;
export type AttendanceFilterValue = (typeof ATTENDANCE_FILTER_VALUES)[number];

/** The phase of a departure: not ended yet, over, or cancelled. */
export const DEPARTURE_PHASES = ['upcoming', 'past', 'cancelled'] as const;
export type DeparturePhase = (typeof DEPARTURE_PHASES)[number];

export const DEPARTURE_STATUSES = ['scheduled', 'departed', 'completed', 'cancelled'] as const;
export type DepartureStatus = (typeof DEPARTURE_STATUSES)[number];

export const GUIDE_ROLES = ['lead', 'assistant'] as const;
export type GuideRole = (typeof GUIDE_ROLES)[number];
/** Notices to a guide in the app about a departure, beside requests. `public.guide_notice`. */
export const GUIDE_NOTICES = ['unassigned', 'moved', 'cancelled'] as const;

/** A departure's availability (OCTO). LIMITED: less than half of the seats are left. */
export const AVAILABILITIES = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
