import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { calendarFile } from '../../domain/calendar-file.ts';
import { mapSearchUrl } from '../../lib/map-search-url.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { localizedPath } from '../page-url.ts';
import { ContactActions } from './contact-actions.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { ZoneNote } from '../ui/zone-note.tsx';

/** Time, meeting point, directions and calendar file. */
export function WhenAndWhere({ booking, token, formats }: { booking: PublicBooking; token: string; formats: Formats }) {
  const intl = useIntl();
  const { departure, tour, reference } = booking;
  const { title, meetingPoint, meetingNotes } = useTourTexts()(tour.texts);
  const mapQuery =
    tour.latitude !== null && tour.longitude !== null ? `${tour.latitude},${tour.longitude}` : meetingPoint;
  const takesPlace = !departure.isCancelled && ['CONFIRMED', 'PENDING', 'ON_HOLD'].includes(booking.state);
  function save(): void {
    const link = `${window.location.origin}${localizedPath(`/booking/view/${token}`)}`;
    const text = [
      intl.formatMessage({ id: 'booking.view.reference' }, { reference }),
      departure.meetingNote,
      meetingNotes,
      link,
    ];
    const file = calendarFile({
      ...departure,
      id: booking.id,
      sequence: booking.sequence,
      isOff: false,
      title,
      location: meetingPoint,
      text: text.filter(Boolean).join('\n'),
    });
    const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }));
    const anchor = Object.assign(document.createElement('a'), { href: url, download: `${reference}.ics` });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  return (
    <section className="bk-card">
      <p className="bk-when">
        <strong>{formats.time(departure.startsAt)}</strong>
        <span>{formats.date(departure.date)}</span>
        <span>{formats.language(departure.language)}</span>
      </p>
      <ZoneNote timeZone={booking.operator.timeZone} at={departure.startsAt} />
      {departure.meetingNote && <p className="bk-notice bk-attention">{departure.meetingNote}</p>}
      {meetingPoint !== '' && (
        <p>
          <FormattedMessage id="booking.meetingPoint" values={{ place: meetingPoint }} />
        </p>
      )}
      {meetingNotes !== '' && <p className="bk-note">{meetingNotes}</p>}
      <div className="bk-actions">
        {mapQuery !== '' && (
          <a className="bk-secondary" href={mapSearchUrl(mapQuery)} target="_blank" rel="noopener noreferrer">
            <FormattedMessage id="booking.map" />
          </a>
        )}
        {takesPlace && (
          <button type="button" className="bk-secondary" onClick={save}>
            <FormattedMessage id="booking.calendarFile" />
          </button>
        )}
        <ContactActions booking={booking} title={title} formats={formats} />
      </div>
    </section>
  );
}
