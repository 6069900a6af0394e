import type { IntlShape } from 'react-intl';
import type { PartnerBooking } from '../../data/partner-bookings.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

type Timed = Pick<PartnerBooking, 'departure' | 'company'>;

/** Formats the time as `10:00` in the company's time zone. */
export const formatTime = ({ departure, company }: Timed, intl: IntlShape) =>
  intl.formatTime(departure.startsAt, {
    timeZone: company.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/** `Sat 2 May, 10:00`, on one line. */
export const formatWhen = (booking: Timed, { intl, formats }: { intl: IntlShape; formats: Formats }) =>
  `${formats.day(booking.departure.localDate)}\u00a0${formatTime(booking, intl)}`;
