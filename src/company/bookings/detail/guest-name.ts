import type { IntlShape } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Uuid } from '../../../domain/ids.ts';

/** Returns a guest's name or their number in the party; guests moved to another booking are shown as gone. */
export function guestName(booking: Pick<BookingDetail, 'guests'>, id: Uuid, intl: IntlShape): string {
  const index = booking.guests.findIndex((guest) => guest.id === id);
  if (index < 0) return intl.formatMessage({ id: 'bookings.guest.left' });
  return booking.guests[index]?.name ?? intl.formatMessage({ id: 'checkIn.guest.unnamed' }, { number: index + 1 });
}
