/** Mail to the guest: the booking request was rejected. */
import { number, object } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { BookingMailData, money, formatWhen } from '../booking-mail-data.ts';
import { knownFacts } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingRejected = defineTemplate(
  object({ ...BookingMailData.entries, refund: number() }),
  (data, intl) => {
    const { company, phone, tour, reference, name, refund, currency } = data;
    const when = formatWhen(intl, data);
    const text = intl.text('mail.bookingRejected.text', { company, name, tour, when });
    return {
      subject: intl.text('mail.bookingRejected.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingRejected.title'),
      paragraphs: [text, data.message].filter(Boolean),
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.booking.refund'), value: money(intl, refund, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      notes: [intl.text('mail.bookingRejected.next', { company })],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
