/** Seats are kept until the company says yes or no: to the guest who asked for them. */
import { object } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import { BookingLink, BookingWords, money, toPage, whenOf } from '../booking-words.ts';
import { known } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingRequested = defineTemplate(
  object({ ...BookingWords.entries, link: BookingLink }),
  (given, intl) => {
    const { company, phone, tour, reference, name, guests, due, currency, link } = given;
    const when = whenOf(intl, given);
    const text = intl.text('mail.bookingRequested.text', { name, tour, when });
    return {
      subject: intl.text('mail.bookingRequested.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingRequested.title'),
      paragraphs: [text, given.message, intl.text('mail.bookingRequested.next', { company })].filter(Boolean),
      facts: known([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.booking.guests'), value: String(guests) },
        { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
        { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      button: toPage(intl, link),
      notes: [],
      footer: intl.text('mail.footer.invitation', { company }),
    };
  },
);
