/** Money has left for its guest: once for each refund, whoever sent it. */
import { number, object } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import { BookingWords, money, whenOf } from '../booking-words.ts';
import { known } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingRefunded = defineTemplate(object({ ...BookingWords.entries, refund: number() }), (given, intl) => {
  const { company, phone, tour, reference, name, refund, currency } = given;
  const amount = money(intl, refund, currency);
  const text = intl.text('mail.bookingRefunded.text', { company, name, tour, amount });
  return {
    subject: intl.text('mail.bookingRefunded.subject', { tour }),
    preview: text,
    title: intl.text('mail.bookingRefunded.title'),
    paragraphs: [text],
    facts: known([
      { name: intl.text('mail.booking.refund'), value: amount },
      { name: intl.text('mail.departure.tour'), value: tour },
      { name: intl.text('mail.departure.when'), value: whenOf(intl, given) },
      { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
      { name: intl.text('mail.departure.phone'), value: phone },
    ]),
    notes: [intl.text('mail.bookingRefunded.next')],
    footer: intl.text('mail.footer.invitation', { company }),
  };
});
