/** Mail to the guests and guides of a departure that moved to another time. */
import { object, picklist, string } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import {
  BookingEntry,
  DepartureMailData,
  calendarEntryFor,
  Instant,
  knownFacts,
  formatLocalDateTime,
} from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const departureMoved = defineTemplate(
  object({
    ...DepartureMailData.entries,
    entry: BookingEntry,
    audience: picklist(['guest', 'guide']),
    reference: string(),
    previous: Instant,
    message: string(),
  }),
  (data, intl) => {
    const { company, phone, tour, meetingPoint, startsAt, timeZone, audience, reference, previous, message } = data;
    const when = formatLocalDateTime(intl, { at: startsAt, timeZone });
    const text = intl.text(`mail.departureMoved.${audience}`, { company, tour, when });
    return {
      subject: intl.text('mail.departureMoved.subject', { tour }),
      preview: text,
      title: intl.text('mail.departureMoved.title'),
      paragraphs: [text, message].filter(Boolean),
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departureMoved.now'), value: when },
        {
          name: intl.text('mail.departureMoved.previous'),
          value: formatLocalDateTime(intl, { at: previous, timeZone }),
          isPast: true,
        },
        { name: intl.text('mail.departure.meetingPoint'), value: meetingPoint },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      notes: audience === 'guest' ? [intl.text('mail.departureMoved.next', { company })] : [],
      footer: intl.text('mail.footer.sentFor', { company }),
      ...calendarEntryFor(data, { isOff: false, text: [formatCode(reference), message] }),
    };
  },
);
