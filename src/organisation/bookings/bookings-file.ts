/** The list as CSV, with guest data masked as the server sends it. */
import type { IntlShape } from 'react-intl';
import { findPartnerBookings, type PartnerBooking, type PartnerBookingSearch } from '../../data/partner-bookings.ts';
import type { BookingCursor } from '../../data/bookings/list.ts';
import type { BookingSort } from '../../domain/booking-filter.ts';
import { toMajorUnits } from '../../domain/money.ts';
import { ok, type Result } from '../../domain/result.ts';
import { csvFile, csvFormatOf } from '../../lib/csv.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { formatParty, formatTime } from './format-booking.ts';

/** The server's maximum page size, for fewer requests. */
const PAGE_SIZE = 1000;

/** Loads all pages of the result. Fails if any page fails. */
export async function fetchAllResults(
  search: PartnerBookingSearch & { sort: BookingSort },
  find: typeof findPartnerBookings = findPartnerBookings,
): Promise<Result<PartnerBooking[]>> {
  const all: PartnerBooking[] = [];
  let after: BookingCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof find>> = await find({ ...search, after, pageSize: PAGE_SIZE });
    if (!page.ok) return page;
    all.push(...page.data.bookings);
    after = page.data.next;
  } while (after !== null);
  return ok(all);
}

export function bookingsFile(
  bookings: readonly PartnerBooking[],
  { intl, formats }: { intl: IntlShape; formats: Formats },
): string {
  const head = [
    'partnerBookings.company',
    'partnerBookings.day',
    'partnerBookings.time',
    'bookings.tour',
    'bookings.column.reference',
    'bookings.column.name',
    'bookings.column.phone',
    'bookings.field.email',
    'bookings.column.party',
    'bookings.guests.title',
    'bookings.column.status',
    'partnerBookings.voucher',
    'bookings.column.source',
    'bookings.column.total',
    'bookings.method.on_account',
    'partnerBookings.due',
    'partnerBookings.currency',
    'bookings.column.note',
  ] as const;
  return csvFile(
    [
      head.map((id) => intl.formatMessage({ id })),
      ...bookings.map((booking) => {
        const { contact, company, departure, currency, isMasked } = booking;
        return [
          company.name,
          departure.localDate,
          formatTime(booking, intl),
          formats.text(booking.title),
          booking.reference,
          isMasked ? null : contact.name,
          contact.phone,
          contact.email,
          formatParty(booking, intl),
          booking.guests,
          intl.formatMessage({ id: `bookings.state.${booking.status}` }),
          booking.voucherNumber,
          booking.partner?.name ?? intl.formatMessage({ id: `bookings.source.${booking.source}` }),
          toMajorUnits(booking.total, currency),
          toMajorUnits(booking.onAccount, currency),
          toMajorUnits(booking.due, currency),
          currency,
          booking.note,
        ];
      }),
    ],
    csvFormatOf(intl.locale),
  );
}
