import type { IntlShape } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Uuid } from '../../../domain/ids.ts';

/** What a guest is called: their own name, or by their place in the party; who went to another booking is said to have left. */
export function guestName(booking: Pick<BookingDetail, 'guests'>, id: Uuid, intl: IntlShape): string {
  const at = booking.guests.findIndex((guest) => guest.id === id);
  if (at < 0) return intl.formatMessage({ id: 'bookings.guest.left' });
  return booking.guests[at]?.name ?? intl.formatMessage({ id: 'checkIn.guest.unnamed' }, { number: at + 1 });
}
