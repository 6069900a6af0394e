import type { IntlShape } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Uuid } from '../../../domain/ids.ts';

type Guests = Pick<BookingDetail, 'guests'>;

/** Returns a guest's number in the party, from 1, counting cancelled guests; 0 if they are now in another booking. */
export const guestNumber = ({ guests }: Guests, id: Uuid): number => guests.findIndex((guest) => guest.id === id) + 1;

/** Returns a guest's name, else their number in the party, or says that they are now in another booking. */
export function guestName(booking: Guests, id: Uuid, intl: IntlShape): string {
  const number = guestNumber(booking, id);
  if (number === 0) return intl.formatMessage({ id: 'bookings.guest.left' });
  return booking.guests[number - 1]?.name ?? intl.formatMessage({ id: 'checkIn.guest.unnamed' }, { number });
}
