/** Mail to the guest: a refund was sent; one mail per refund. */
import { number, object } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { BookingMailData, money, formatWhen } from '../booking-mail-data.ts';
import { knownFacts } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingRefunded = defineTemplate(
  object({ ...BookingMailData.entries, refund: number() }),
  (data, intl) => {
    const { company, phone, tour, reference, name, refund, currency } = data;
    const amount = money(intl, refund, currency);
    const text = intl.text('mail.bookingRefunded.text', { company, name, tour, amount });
    return {
      subject: intl.text('mail.bookingRefunded.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingRefunded.title'),
      paragraphs: [text],
      facts: knownFacts([
        { name: intl.text('mail.booking.refund'), value: amount },
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: formatWhen(intl, data) },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      notes: [intl.text('mail.bookingRefunded.next')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
