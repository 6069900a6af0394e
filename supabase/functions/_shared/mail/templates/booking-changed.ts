/**
 * Mail to the guest: the booking changed, with new and former values. A change of the meeting point alone has its own
 * text.
 */
import { integer, minValue, number, object, pipe, string } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import {
  BookingLink,
  BookingMailData,
  fact,
  codesWithoutPicture,
  mapLink,
  money,
  ticketsOf,
  pageButton,
  formatWhen,
} from '../booking-mail-data.ts';
import { calendarEntryFor, Instant, knownFacts, formatLocalDateTime } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

/** Values from private.mail_snapshot before the first change in this mail. */
const Previous = object({
  startsAt: Instant,
  tour: string(),
  meetingPoint: string(),
  meetingNote: string(),
  guests: pipe(number(), integer(), minValue(0)),
});

export const bookingChanged = defineTemplate(
  object({ ...BookingMailData.entries, previous: Previous, link: BookingLink }),
  (data, intl) => {
    const { company, phone, tour, meetingPoint, meetingNote, timeZone, reference, name, guests, due, currency } = data;
    const { previous, link } = data;
    const when = formatWhen(intl, data);
    const elsewhere = previous.meetingPoint !== meetingPoint || previous.meetingNote !== meetingNote;
    const onlyElsewhere =
      elsewhere && previous.startsAt === data.startsAt && previous.tour === tour && previous.guests === guests;
    const texts = onlyElsewhere ? 'mail.meetingPointChanged.' : 'mail.bookingChanged.';
    const text = intl.text(`${texts}text`, { name, tour, when });
    const meetingPlace = [meetingPoint, meetingNote].filter(Boolean).join(' – ');
    return {
      subject: intl.text(`${texts}subject`, { tour }),
      preview: text,
      title: intl.text(`${texts}title`),
      paragraphs: [text],
      usesDefaultText: onlyElsewhere,
      ...(elsewhere && meetingPlace !== ''
        ? { emphasis: intl.text('mail.meetingPointChanged.place', { place: meetingPlace }) }
        : {}),
      facts: knownFacts([
        ...fact(intl, intl.text('mail.departure.tour'), tour, previous.tour),
        ...fact(
          intl,
          intl.text('mail.departure.when'),
          when,
          formatLocalDateTime(intl, { at: previous.startsAt, timeZone }),
        ),
        ...fact(intl, intl.text('mail.departure.meetingPoint'), meetingPoint, previous.meetingPoint),
        { name: intl.text('mail.departure.note'), value: meetingNote },
        ...fact(intl, intl.text('mail.booking.guests'), String(guests), String(previous.guests)),
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.booking.codes'), value: codesWithoutPicture(data) },
        { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      ...ticketsOf(data),
      button: pageButton(intl, link),
      ...mapLink(intl, data),
      notes: [intl.text('mail.bookingChanged.next', { company })],
      footer: intl.text('mail.footer.sentFor', { company }),
      ...calendarEntryFor(data, { isOff: false, text: [meetingNote, formatCode(reference), link] }),
    };
  },
);
