/** The company cannot take whom it was asked to take: to that guest. */
import { number, object } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import { BookingWords, money, whenOf } from '../booking-words.ts';
import { known } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingRejected = defineTemplate(object({ ...BookingWords.entries, refund: number() }), (given, intl) => {
  const { company, phone, tour, reference, name, refund, currency } = given;
  const when = whenOf(intl, given);
  const text = intl.text('mail.bookingRejected.text', { company, name, tour, when });
  return {
    subject: intl.text('mail.bookingRejected.subject', { tour }),
    preview: text,
    title: intl.text('mail.bookingRejected.title'),
    paragraphs: [text, given.message].filter(Boolean),
    facts: known([
      { name: intl.text('mail.departure.tour'), value: tour },
      { name: intl.text('mail.departure.when'), value: when },
      { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
      { name: intl.text('mail.booking.refund'), value: money(intl, refund, currency) },
      { name: intl.text('mail.departure.phone'), value: phone },
    ]),
    notes: [intl.text('mail.bookingRejected.next', { company })],
    footer: intl.text('mail.footer.invitation', { company }),
  };
});
