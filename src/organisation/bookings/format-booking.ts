import type { IntlShape } from 'react-intl';
import type { PartnerBooking } from '../../data/partner-bookings.ts';
import { createFormats } from '../../ui/format/use-formats.ts';

type Timed = Pick<PartnerBooking, 'departure' | 'company'>;

/** Formats the time as `10:00` in the company's time zone. */
export const formatTime = ({ departure, company }: Timed, intl: IntlShape) =>
  intl.formatTime(departure.startsAt, {
    timeZone: company.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/** `Sat 2 May, 10:00`, on one line, in the company's time zone. */
export const formatWhen = ({ departure, company }: Timed, intl: IntlShape) =>
  createFormats(intl, company.timeZone).dayAndTime(departure.localDate, departure.startsAt);
