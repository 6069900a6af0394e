import { FormattedMessage, useIntl } from 'react-intl';
import { timeZoneName } from '../../lib/time-zone-name.ts';

const clock = (at: string, timeZone?: string) =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.parse(at));

/** Names the time zone of the times shown, if it differs from the guest's. */
export function ZoneNote({ timeZone, at }: { timeZone: string; at: string }) {
  const intl = useIntl();
  if (clock(at) === clock(at, timeZone)) return null;
  return (
    <p className="bk-note">
      <FormattedMessage id="booking.zone" values={{ zone: timeZoneName(timeZone, { at, locale: intl.locale }) }} />
    </p>
  );
}
