/** Converts bookings of `read_scheduled_export_page` to the cells of a file. */
import * as v from 'valibot';
import type { ExportedBooking } from '../../../src/domain/booking-cells.ts';
import { BOOKING_REASONS } from '../../../src/domain/booking-reasons.ts';
import { bookingView } from '../../../src/domain/booking-view.ts';
import { ATTENDANCES, BOOKING_SOURCES, BOOKING_STATUSES, PRICE_CATEGORY_TYPES } from '../../../src/domain/enums.ts';
import { EXPORT_FORMATS } from '../../../src/domain/scheduled-exports.ts';
import { LOCALES } from '../../../src/lib/locales.ts';

const textOrNull = v.nullable(v.string());
const Booking = v.object({
  reference: v.string(),
  contact: v.object({
    name: v.string(),
    email: textOrNull,
    phone: textOrNull,
    country: textOrNull,
    locale: v.string(),
  }),
  party: v.array(v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), count: v.number() })),
  guests: v.number(),
  departure: v.object({
    tour_id: v.string(),
    starts_at: v.string(),
    language: v.string(),
    guides: v.array(v.string()),
  }),
  status: v.picklist(BOOKING_STATUSES),
  expires_at: textOrNull,
  currency: v.string(),
  total: v.number(),
  paid: v.number(),
  on_account: v.number(),
  due: v.number(),
  overpaid: v.number(),
  owed: v.number(),
  source: v.picklist(BOOKING_SOURCES),
  partner: v.nullable(v.object({ name: v.string() })),
  reason: v.nullable(v.picklist(BOOKING_REASONS)),
  attendance: v.nullable(v.picklist(ATTENDANCES)),
  referral: textOrNull,
  discount: textOrNull,
  has_news_consent: v.boolean(),
  voucher_number: textOrNull,
  note: textOrNull,
  tags: v.array(v.string()),
  created_at: v.string(),
});

export const Page = v.variant('status', [
  v.object({
    status: v.literal('ok'),
    bookings: v.array(Booking),
    tours: v.array(v.object({ id: v.string(), title: v.record(v.string(), v.string()) })),
    next: v.nullable(v.unknown()),
    columns: bookingView.entries.columns,
    view: v.string(),
    slug: v.string(),
    format: v.picklist(EXPORT_FORMATS),
    locale: v.picklist(LOCALES),
    time_zone: v.string(),
  }),
  v.object({ status: v.literal('not_found') }),
  v.object({ status: v.literal('rate_limited'), retry_after: v.number() }),
]);
export type FoundPage = Extract<v.InferOutput<typeof Page>, { status: 'ok' }>;

export function toExportedBookings({ bookings, tours }: FoundPage): ExportedBooking[] {
  const titles = new Map(tours.map(({ id, title }) => [id, title]));
  return bookings.map(
    ({ departure, expires_at, has_news_consent, voucher_number, created_at, on_account, ...rest }) => ({
      ...rest,
      departure: { startsAt: departure.starts_at, language: departure.language, guides: departure.guides },
      expiresAt: expires_at,
      hasNewsConsent: has_news_consent,
      voucherNumber: voucher_number,
      createdAt: created_at,
      onAccount: on_account,
      title: titles.get(departure.tour_id) ?? {},
    }),
  );
}
