/** Mail to the guest: the office cancelled the booking, with the refund and a personal message. */
import { number, object, string } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { formatMoney } from '../../../../../src/domain/money.ts';
import {
  BookingEntry,
  DepartureMailData,
  calendarEntryFor,
  knownFacts,
  formatLocalDateTime,
} from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingCancelled = defineTemplate(
  object({
    ...DepartureMailData.entries,
    entry: BookingEntry,
    reference: string(),
    name: string(),
    /** Minor units. */
    refund: number(),
    currency: string(),
    message: string(),
  }),
  (data, intl) => {
    const { company, phone, tour, startsAt, timeZone, reference, name, refund, currency, message } = data;
    const when = formatLocalDateTime(intl, { at: startsAt, timeZone });
    const text = intl.text('mail.bookingCancelled.text', { name, tour, when });
    return {
      subject: intl.text('mail.bookingCancelled.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingCancelled.title'),
      paragraphs: [text, message].filter(Boolean),
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        {
          name: intl.text('mail.booking.refund'),
          value: refund > 0 ? formatMoney(refund, { currency, locale: intl.locale }) : '',
        },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      notes: [intl.text('mail.bookingCancelled.next', { company })],
      footer: intl.text('mail.footer.sentFor', { company }),
      ...calendarEntryFor(data, { isOff: true, text: [formatCode(reference)] }),
    };
  },
);
