/** The list as CSV, with guest data masked as the server sends it. */
import type { IntlShape } from 'react-intl';
import { findPartnerBookings, type PartnerBooking, type PartnerBookingSearch } from '../../data/partner-bookings.ts';
import type { BookingCursor } from '../../data/bookings/list.ts';
import { eachPage, MAX_PAGE_SIZE } from '../../data/each-page.ts';
import type { BookingSort } from '../../domain/booking-filter.ts';
import { toMajorUnits } from '../../domain/money.ts';
import { ok, type Result } from '../../domain/result.ts';
import { formatParty } from '../../features/bookings/common-columns.tsx';
import { csvFile, csvFormatOf } from '../../lib/csv.ts';
import { createFormats, type Formats } from '../../ui/format/use-formats.ts';

/** Reads all pages of the result. Fails if any page fails. */
export async function fetchAllResults(
  search: PartnerBookingSearch & { sort: BookingSort },
): Promise<Result<PartnerBooking[]>> {
  const all: PartnerBooking[] = [];
  const result = await eachPage(
    (after: BookingCursor | null) => findPartnerBookings({ ...search, after, pageSize: MAX_PAGE_SIZE }),
    (page) => void all.push(...page.bookings),
  );
  return result.ok ? ok(all) : result;
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
          createFormats(intl, company.timeZone).time(departure.startsAt),
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
