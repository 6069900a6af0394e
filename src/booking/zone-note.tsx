import { FormattedMessage, useIntl } from 'react-intl';

const clock = (at: string, timeZone?: string) =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.parse(at));

/** In which zone the times are, where the clock of whoever reads them says something else. */
export function ZoneNote({ timeZone, at }: { timeZone: string; at: string }) {
  const intl = useIntl();
  if (clock(at) === clock(at, timeZone)) return null;
  const zone = new Intl.DateTimeFormat(intl.locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(Date.parse(at))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return (
    <p className="bk-note">
      <FormattedMessage id="booking.zone" values={{ zone: zone ?? timeZone }} />
    </p>
  );
}
