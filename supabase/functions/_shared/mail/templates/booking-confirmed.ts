/** A booking stands: to its guest, with the codes and the link to look after it. Also sent again when they ask for it. */
import { object } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import { BookingLink, BookingWords, furtherCodes, mapOf, money, ticketsOf, toPage, whenOf } from '../booking-words.ts';
import { entryOf, known } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingConfirmed = defineTemplate(
  object({ ...BookingWords.entries, link: BookingLink }),
  (given, intl) => {
    const { company, phone, tour, meetingPoint, meetingNote, reference, name, guests, due, currency, link } = given;
    const when = whenOf(intl, given);
    const text = intl.text('mail.bookingConfirmed.text', { name, tour, when });
    return {
      subject: intl.text('mail.bookingConfirmed.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingConfirmed.title'),
      paragraphs: [text, given.message].filter(Boolean),
      facts: known([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.meetingPoint'), value: meetingPoint },
        { name: intl.text('mail.departure.note'), value: meetingNote },
        { name: intl.text('mail.booking.guests'), value: guests > 0 ? String(guests) : '' },
        { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
        { name: intl.text('mail.booking.codes'), value: furtherCodes(given) },
        { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      ...ticketsOf(given),
      button: toPage(intl, link),
      ...mapOf(intl, given),
      notes: [intl.text('mail.bookingConfirmed.next')],
      footer: intl.text('mail.footer.invitation', { company }),
      ...entryOf(given, { isOff: false, text: [spacedCode(reference), link] }),
    };
  },
);
