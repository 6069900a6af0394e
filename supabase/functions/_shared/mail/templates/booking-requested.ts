/** Mail to the guest: seats are held until the company confirms or rejects the request. */
import { object } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { BookingLink, BookingMailData, money, pageButton, formatWhen } from '../booking-mail-data.ts';
import { knownFacts } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingRequested = defineTemplate(
  object({ ...BookingMailData.entries, link: BookingLink }),
  (data, intl) => {
    const { company, phone, tour, reference, name, guests, due, currency, link } = data;
    const when = formatWhen(intl, data);
    const text = intl.text('mail.bookingRequested.text', { name, tour, when });
    return {
      subject: intl.text('mail.bookingRequested.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingRequested.title'),
      paragraphs: [text, data.message, intl.text('mail.bookingRequested.next', { company })].filter(Boolean),
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.booking.guests'), value: String(guests) },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      button: pageButton(intl, link),
      notes: [],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
