/** Closed lists that several aggregates share, each the enum of that name in the database; a test holds both equal. */

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

/** Who of a booking came, as the roll-call says: all of them, some, nobody; `unknown`: nobody is here, and not all are known to be missing. */
export const ATTENDANCES = ['came', 'partly', 'no_show', 'unknown'] as const;
export type Attendance = (typeof ATTENDANCES)[number];
/** What bookings are looked for by; `missing`: somebody is known not to have come, whoever else did. */
export const ATTENDANCE_FILTER_VALUES = [...ATTENDANCES, 'missing'] as const;
export type AttendanceFilterValue = (typeof ATTENDANCE_FILTER_VALUES)[number];

/** A departure that has not ended yet, one that is over, and one that was called off. */
export const DEPARTURE_PHASES = ['ahead', 'over', 'called_off'] as const;
export type DeparturePhase = (typeof DEPARTURE_PHASES)[number];

export const DEPARTURE_STATUSES = ['scheduled', 'departed', 'completed', 'cancelled'] as const;
export type DepartureStatus = (typeof DEPARTURE_STATUSES)[number];

export const GUIDE_ROLES = ['lead', 'assistant'] as const;
export type GuideRole = (typeof GUIDE_ROLES)[number];
/** public.guide_notice: what a guide is told of a departure beside being asked. */
export const GUIDE_NOTICES = ['off', 'moved', 'cancelled'] as const;

/** What a departure's availability is shown as (OCTO); LIMITED: fewer than half of the seats are left. */
export const AVAILABILITIES = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
