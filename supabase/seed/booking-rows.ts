import { isOver, type DemoBooking } from './bookings.ts';
import { COMPANIES } from './people.ts';
import { priceId } from './tours.ts';

export function bookingRows(bookings: readonly DemoBooking[]) {
  return {
    'public.bookings': bookings.map((booking) => {
      const { departure, contact, guests, status } = booking;
      const { tour } = departure;
      const types = [...new Set(guests.map(({ type }) => type))];
      return {
        id: booking.id,
        company_id: COMPANIES[tour.company].id,
        departure_id: departure.id,
        reference: booking.reference,
        status,
        source: booking.source,
        contact_name: `${contact.first} ${contact.last}`,
        contact_email: contact.email,
        contact_phone: contact.phone,
        country: contact.nation.country,
        locale: booking.locale,
        note: booking.note,
        organisation_id: booking.organisationId,
        voucher_number: booking.voucherNumber,
        access_token_hash: booking.tokenHash,
        total_amount: booking.total,
        paid_amount: booking.paid,
        currency: COMPANIES[tour.company].currency,
        expires_at: booking.expiresAt?.toISOString() ?? null,
        price_snapshot: {
          categories: types.map((type) => ({
            type,
            amount: tour.prices[type] ?? 0,
            quantity: guests.filter((guest) => guest.type === type).length,
          })),
        },
        created_at: booking.createdAt.toISOString(),
      };
    }),
    'public.guests': bookings.flatMap(({ id, departure, guests, status, createdAt }) =>
      guests.map((guest) => ({
        id: guest.id,
        company_id: COMPANIES[departure.tour.company].id,
        departure_id: departure.id,
        booking_id: id,
        price_category_id: priceId(departure.tour, guest.type),
        category_type: guest.type,
        name: guest.name,
        ticket_code: guest.ticketCode,
        is_cancelled: isOver(status),
        created_at: createdAt.toISOString(),
      })),
    ),
  };
}
