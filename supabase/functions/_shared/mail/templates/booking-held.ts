/** Mail to the guest: seats are held until they are paid, with amount, deadline and link. */
import { number, object } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { BookingLink, BookingMailData, money, formatWhen } from '../booking-mail-data.ts';
import { Instant, knownFacts, formatLocalDateTime } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingHeld = defineTemplate(
  object({
    ...BookingMailData.entries,
    /** Amount to pay online now, full or deposit, in minor units. */
    now: number(),
    until: Instant,
    link: BookingLink,
  }),
  (data, intl) => {
    const { company, phone, tour, reference, name, guests, now, due, currency, until, timeZone, link } = data;
    const when = formatWhen(intl, data);
    const amount = money(intl, now, currency);
    const text = intl.text('mail.bookingHeld.text', { company, name, tour, when });
    const term = formatLocalDateTime(intl, { at: until, timeZone });
    return {
      subject: intl.text('mail.bookingHeld.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingHeld.title'),
      paragraphs: [text, data.message].filter(Boolean),
      emphasis: intl.text('mail.bookingHeld.term', { amount, until: term }),
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.booking.guests'), value: String(guests) },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.bookingHeld.now'), value: amount },
        { name: intl.text('mail.bookingHeld.rest'), value: money(intl, due - now, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      button: { label: intl.text('mail.bookingHeld.button', { amount }), href: link, orCopy: intl.text('mail.orCopy') },
      notes: [intl.text('mail.bookingHeld.after')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
