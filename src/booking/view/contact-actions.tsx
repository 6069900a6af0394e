import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** Links to call or write to the operator, with the booking's reference. */
export function ContactActions({
  booking: { operator, reference, departure },
  title,
  formats,
}: {
  booking: PublicBooking;
  title: string;
  formats: Formats;
}) {
  const intl = useIntl();
  const when = intl.formatMessage(
    { id: 'booking.when' },
    { day: formats.date(departure.date), time: formats.time(departure.startsAt) },
  );
  const subject = `${intl.formatMessage({ id: 'booking.view.reference' }, { reference })}: ${title}, ${when}`;
  return (
    <>
      {operator.phone && (
        <a className="bk-secondary" href={`tel:${operator.phone.replaceAll(' ', '')}`}>
          <FormattedMessage id="booking.view.call" />
        </a>
      )}
      {operator.email && (
        <a className="bk-secondary" href={`mailto:${operator.email}?subject=${encodeURIComponent(subject)}`}>
          <FormattedMessage id="booking.view.write" />
        </a>
      )}
    </>
  );
}
