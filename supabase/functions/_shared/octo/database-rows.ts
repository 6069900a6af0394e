/** Rows that the database returns for OCTO. */
import * as v from 'valibot';
import { AVAILABILITIES, BOOKING_STATUSES, PRICE_CATEGORY_TYPES } from '../../../../src/domain/enums.ts';
import { OCTO_EVENTS } from '../../../../src/domain/webhooks.ts';
import { CAPABILITIES } from './mapping.ts';

const count = v.pipe(v.number(), v.integer());
const textOrNull = v.nullable(v.string());
const price = v.object({ price_category_id: v.string(), amount: count });

export const SupplierRow = v.object({
  id: v.string(),
  name: v.string(),
  email: textOrNull,
  telephone: textOrNull,
  address: textOrNull,
  logo: textOrNull,
});
export const ProductRow = v.object({
  id: v.string(),
  slug: v.string(),
  texts: v.record(
    v.string(),
    v.object({
      title: v.string(),
      summary: v.string(),
      description: v.string(),
      meeting_point: v.string(),
      meeting_notes: v.string(),
    }),
  ),
  duration_minutes: count,
  languages: v.array(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  cancellation_cut_off_hours: count,
  minimum_party: count,
  currency: v.string(),
  time_zone: v.string(),
  asks_names: v.boolean(),
  vat_rate: v.nullable(v.number()),
  locale: v.string(),
  picture: textOrNull,
  start_times: v.array(v.string()),
  categories: v.array(
    v.object({
      id: v.string(),
      type: v.picklist(PRICE_CATEGORY_TYPES),
      amount: count,
      minimum_age: v.nullable(count),
      maximum_age: v.nullable(count),
      seats: count,
      accompanied_by: v.array(v.string()),
    }),
  ),
});
export const SlotRow = v.object({
  id: v.string(),
  local_start: v.string(),
  local_end: v.string(),
  local_date: v.string(),
  cut_off: v.string(),
  capacity: count,
  free: count,
  state: v.picklist(AVAILABILITIES),
  prices: v.array(price),
});
export const BookingRow = v.object({
  id: v.string(),
  uuid: v.string(),
  reference: v.string(),
  voucher_number: textOrNull,
  state: v.picklist(BOOKING_STATUSES),
  created_at: v.string(),
  updated_at: v.string(),
  confirmed_at: textOrNull,
  expires_at: textOrNull,
  released_at: textOrNull,
  cancelled_at: textOrNull,
  cancel_reason: textOrNull,
  may_cancel: v.boolean(),
  money: v.object({ currency: v.string(), total: count, retained: count }),
  refunded: count,
  vat_rate: v.nullable(v.number()),
  asks_names: v.boolean(),
  product: v.string(),
  slot: SlotRow,
  is_test: v.boolean(),
  locale: v.string(),
  contact: v.nullable(v.object({ name: textOrNull, email: textOrNull, phone: textOrNull, country: textOrNull })),
  note: textOrNull,
  guests: v.array(
    v.object({
      uuid: v.string(),
      reference: textOrNull,
      unit: v.string(),
      amount: count,
      name: textOrNull,
      ticket_code: textOrNull,
      redeemed_at: textOrNull,
    }),
  ),
});
export const SubscriptionRow = v.object({
  id: v.string(),
  event: v.picklist(OCTO_EVENTS),
  url: v.string(),
  retries: v.boolean(),
  uses_contact_language: v.boolean(),
  headers: v.record(v.string(), v.string()),
  capabilities: v.array(v.picklist(CAPABILITIES)),
});
/** Content of an event at the time it happened. Null for a test. */
export const EventRow = v.nullable(
  v.union([
    v.object({ booking: BookingRow, supplier: SupplierRow }),
    v.object({ slot: SlotRow, product: ProductRow, supplier: SupplierRow }),
  ]),
);
export type Subscription = v.InferOutput<typeof SubscriptionRow>;
export type OctoEvent = v.InferOutput<typeof EventRow>;
export type Product = v.InferOutput<typeof ProductRow>;
export type Slot = v.InferOutput<typeof SlotRow>;
export type BookedRow = v.InferOutput<typeof BookingRow>;
export type Supplier = v.InferOutput<typeof SupplierRow>;
