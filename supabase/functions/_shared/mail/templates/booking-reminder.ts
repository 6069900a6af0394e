/** Mail to the guest on the day before: when, where and what to bring. */
import { object } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import {
  BookingLink,
  BookingMailData,
  codesWithoutPicture,
  mapLink,
  money,
  ticketsOf,
  pageButton,
  formatWhen,
} from '../booking-mail-data.ts';
import { calendarEntryFor, knownFacts } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingReminder = defineTemplate(
  object({ ...BookingMailData.entries, link: BookingLink }),
  (data, intl) => {
    const { company, phone, tour, meetingPoint, meetingNote, reference, name, guests, due, currency, link } = data;
    const when = formatWhen(intl, data);
    const text = intl.text('mail.bookingReminder.text', { name, tour, when });
    return {
      subject: intl.text('mail.bookingReminder.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingReminder.title'),
      paragraphs: [text],
      facts: knownFacts([
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.meetingPoint'), value: meetingPoint },
        { name: intl.text('mail.departure.note'), value: meetingNote },
        { name: intl.text('mail.booking.guests'), value: String(guests) },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.booking.codes'), value: codesWithoutPicture(data) },
        { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      ...ticketsOf(data),
      button: pageButton(intl, link),
      ...mapLink(intl, data),
      notes: [intl.text('mail.bookingConfirmed.next'), intl.text('mail.bookingReminder.next')],
      footer: intl.text('mail.footer.sentFor', { company }),
      ...calendarEntryFor(data, { isOff: false, text: [meetingNote, formatCode(reference), link] }),
    };
  },
);
