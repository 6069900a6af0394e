/** Reasons for moving, shrinking or ending a booking; the values of `public.booking_reason`. */
export const BOOKING_REASONS = [
  'guest_request',
  'guest_ill',
  'late',
  'weather',
  'low_numbers',
  'guide_missing',
  'departure_cancelled',
  'not_paid',
  'duplicate',
  'mistake',
  'hold_expired',
  'party_changed',
  'merged',
  'split',
  'other',
] as const;
export type BookingReason = (typeof BOOKING_REASONS)[number];
