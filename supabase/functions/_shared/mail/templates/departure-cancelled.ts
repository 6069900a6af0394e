/** Mail to the guests and guides of a cancelled departure. */
import { object, picklist, string } from 'valibot';
import { DEPARTURE_CANCEL_REASONS } from '../../../../../src/domain/calendar.ts';
import { formatCode } from '../../../../../src/domain/codes.ts';
import {
  BookingEntry,
  DepartureMailData,
  calendarEntryFor,
  knownFacts,
  formatLocalDateTime,
} from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const departureCancelled = defineTemplate(
  object({
    ...DepartureMailData.entries,
    entry: BookingEntry,
    audience: picklist(['guest', 'guide']),
    reference: string(),
    reason: picklist(DEPARTURE_CANCEL_REASONS),
    message: string(),
  }),
  (data, intl) => {
    const { company, phone, tour, meetingPoint, startsAt, timeZone, audience, reference, reason, message } = data;
    const when = formatLocalDateTime(intl, { at: startsAt, timeZone });
    const text = intl.text(`mail.departureCancelled.${audience}`, { company, tour, when });
    const toGuest = audience === 'guest';
    return {
      subject: intl.text('mail.departureCancelled.subject', { tour }),
      preview: text,
      title: intl.text('mail.departureCancelled.title'),
      paragraphs: [text, intl.text(`mail.cancelReason.${reason}`), message].filter(Boolean),
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.meetingPoint'), value: toGuest ? '' : meetingPoint },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      notes: toGuest ? [intl.text('mail.departureCancelled.next', { company })] : [],
      footer: intl.text('mail.footer.sentFor', { company }),
      ...calendarEntryFor(data, { isOff: true, text: [formatCode(reference), message] }),
    };
  },
);
