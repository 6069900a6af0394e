/** Response schemas, which validate responses and generate the OpenAPI document. */
import * as v from 'valibot';
import {
  AVAILABILITIES,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  DEPARTURE_STATUSES,
  PRICE_CATEGORY_TYPES,
} from '../../../src/domain/enums.ts';
import { BOOKING_REASONS } from '../../../src/domain/booking-reasons.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES, REFUND_STATUSES } from '../../../src/domain/bookings.ts';
import { LOCALES } from '../../../src/domain/locales.ts';
import { TOUR_STATUSES } from '../../../src/domain/tours.ts';

export const id = () => v.pipe(v.string(), v.uuid());
export const day = () => v.pipe(v.string(), v.isoDate());
export const instant = () => v.pipe(v.string(), v.isoTimestamp(), v.description('UTC'));
export const count = () => v.pipe(v.number(), v.integer());
export const amount = () =>
  v.pipe(v.number(), v.integer(), v.description('Minor units of the currency, such as cents'));
export const text = () => v.nullable(v.string());

const category = v.object({
  id: id(),
  type: v.picklist(PRICE_CATEGORY_TYPES),
  amount: amount(),
  minimum_age: v.nullable(count()),
  maximum_age: v.nullable(count()),
  seats: count(),
  accompanied_by: v.array(id()),
});
export const Tour = v.object({
  id: id(),
  slug: v.string(),
  status: v.picklist(TOUR_STATUSES),
  texts: v.pipe(
    v.record(
      v.string(),
      v.object({
        title: v.string(),
        summary: v.string(),
        description: v.string(),
        meeting_point: v.string(),
        meeting_notes: v.string(),
      }),
    ),
    v.description('By language'),
  ),
  duration_minutes: count(),
  capacity: count(),
  languages: v.array(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  booking_cut_off_minutes: count(),
  cancellation_cut_off_hours: count(),
  minimum_party: count(),
  currency: v.string(),
  time_zone: v.string(),
  categories: v.array(category),
});

export const Departure = v.object({
  id: id(),
  tour_id: id(),
  starts_at: instant(),
  ends_at: instant(),
  local_date: day(),
  language: v.string(),
  capacity: count(),
  booked: v.pipe(count(), v.description('Seats booked or held')),
  is_closed: v.boolean(),
  status: v.picklist(DEPARTURE_STATUSES),
  meeting_note: text(),
  version: count(),
});

export const Availability = v.object({
  departure_id: id(),
  tour_id: id(),
  starts_at: instant(),
  ends_at: instant(),
  local_date: day(),
  language: v.string(),
  capacity: count(),
  free: count(),
  state: v.picklist(AVAILABILITIES),
  prices: v.array(v.object({ price_category_id: id(), type: v.picklist(PRICE_CATEGORY_TYPES), amount: amount() })),
});

const money = v.object({
  currency: v.string(),
  total: amount(),
  balance: amount(),
  on_account: amount(),
  owed: amount(),
  due: amount(),
  overpaid: amount(),
  retained: amount(),
});
const contact = v.object({ name: v.string(), email: text(), phone: text(), country: text() });
export const Booking = v.object({
  id: id(),
  reference: v.string(),
  state: v.picklist(BOOKING_STATUSES),
  departure_id: id(),
  tour_id: id(),
  starts_at: instant(),
  source: v.picklist(BOOKING_SOURCES),
  guests: v.pipe(count(), v.description('Number of guests')),
  money,
  expires_at: v.nullable(instant()),
  reason: v.nullable(v.picklist(BOOKING_REASONS)),
  locale: v.picklist(LOCALES),
  voucher_number: text(),
  tags: v.array(v.string()),
  version: count(),
  created_at: instant(),
  contact: v.pipe(v.nullable(contact), v.description('Null without the scope guests_read')),
  note: v.pipe(text(), v.description('Null without the scope guests_read')),
});

export const Guest = v.object({
  id: id(),
  booking_id: id(),
  departure_id: id(),
  price_category_id: v.nullable(id()),
  type: v.picklist(PRICE_CATEGORY_TYPES),
  name: text(),
  amount: v.nullable(amount()),
  ticket_code: v.string(),
  is_cancelled: v.boolean(),
  created_at: instant(),
});

export const Payment = v.object({
  id: id(),
  booking_id: id(),
  amount: amount(),
  currency: v.string(),
  method: v.picklist(PAYMENT_METHODS),
  status: v.picklist(PAYMENT_STATUSES),
  provider: text(),
  reference: text(),
  received_at: instant(),
  created_at: instant(),
});

export const Refund = v.object({
  id: id(),
  booking_id: id(),
  amount: amount(),
  currency: v.string(),
  method: v.nullable(v.picklist(PAYMENT_METHODS)),
  status: v.picklist(REFUND_STATUSES),
  provider: text(),
  reference: text(),
  decided_at: instant(),
  refunded_at: v.nullable(instant()),
});

const ticket = v.object({
  id: id(),
  price_category_id: v.nullable(id()),
  ticket_code: v.string(),
  amount: v.nullable(amount()),
});
/** Result of a booking action. */
export const Outcome = v.object({
  booking_id: id(),
  reference: v.string(),
  state: v.picklist(BOOKING_STATUSES),
  departure_id: id(),
  expires_at: v.nullable(instant()),
  version: count(),
  money,
  guests: v.optional(v.pipe(v.array(ticket), v.description('Added guests'))),
  difference: v.optional(v.pipe(amount(), v.description('Price difference'))),
  refund: v.optional(v.pipe(amount(), v.description('Amount to refund'))),
});
