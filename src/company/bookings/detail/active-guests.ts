import type { BookingDetail } from '../../../data/bookings/detail.ts';

/** Returns the guests who are not cancelled. */
export const activeGuests = ({ guests }: Pick<BookingDetail, 'guests'>) => guests.filter(({ cancelled }) => !cancelled);
