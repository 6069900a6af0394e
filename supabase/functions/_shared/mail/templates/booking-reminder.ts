/** The day before: when and where, and what to bring. */
import { object } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import { BookingLink, BookingWords, furtherCodes, mapOf, money, ticketsOf, toPage, whenOf } from '../booking-words.ts';
import { entryOf, known } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingReminder = defineTemplate(object({ ...BookingWords.entries, link: BookingLink }), (given, intl) => {
  const { company, phone, tour, meetingPoint, meetingNote, reference, name, guests, due, currency, link } = given;
  const when = whenOf(intl, given);
  const text = intl.text('mail.bookingReminder.text', { name, tour, when });
  return {
    subject: intl.text('mail.bookingReminder.subject', { tour }),
    preview: text,
    title: intl.text('mail.bookingReminder.title'),
    paragraphs: [text],
    facts: known([
      { name: intl.text('mail.departure.when'), value: when },
      { name: intl.text('mail.departure.meetingPoint'), value: meetingPoint },
      { name: intl.text('mail.departure.note'), value: meetingNote },
      { name: intl.text('mail.booking.guests'), value: String(guests) },
      { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
      { name: intl.text('mail.booking.codes'), value: furtherCodes(given) },
      { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
      { name: intl.text('mail.departure.phone'), value: phone },
    ]),
    ...ticketsOf(given),
    button: toPage(intl, link),
    ...mapOf(intl, given),
    notes: [intl.text('mail.bookingConfirmed.next'), intl.text('mail.bookingReminder.next', { company })],
    footer: intl.text('mail.footer.invitation', { company }),
    ...entryOf(given, { isOff: false, text: [meetingNote, spacedCode(reference), link] }),
  };
});
