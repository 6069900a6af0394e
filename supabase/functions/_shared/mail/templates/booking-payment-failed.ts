/** Mail to the guest: a payment failed, or is refunded because it could not be used. */
import { nullish, number, object, optional, picklist } from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { BookingLink, BookingMailData, money, formatWhen } from '../booking-mail-data.ts';
import { knownFacts } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

/** Values of private.payment_outcome that guests are told about. */
const REASONS = ['refused', 'paid_twice', 'seats_taken', 'booking_ended', 'wrong_amount', 'wrong_currency'] as const;

export const bookingPaymentFailed = defineTemplate(
  object({
    ...BookingMailData.entries,
    reason: picklist(REASONS),
    /** Refunded amount in minor units. */
    amount: nullish(number(), 0),
    link: optional(BookingLink),
  }),
  (data, intl) => {
    const { company, phone, tour, reference, name, reason, amount, due, currency, link } = data;
    const isOpen = reason === 'refused';
    const when = formatWhen(intl, data);
    const text = intl.text(`mail.bookingPaymentFailed.${reason}`, { company, name, tour, when });
    return {
      subject: intl.text(isOpen ? 'mail.bookingPaymentFailed.subject' : 'mail.bookingPaymentFailed.subjectBack', {
        tour,
      }),
      preview: text,
      title: intl.text(isOpen ? 'mail.bookingPaymentFailed.title' : 'mail.bookingPaymentFailed.titleBack'),
      paragraphs: [text],
      facts: knownFacts([
        { name: intl.text('mail.booking.due'), value: isOpen ? money(intl, due, currency) : '' },
        { name: intl.text('mail.bookingPaymentFailed.back'), value: money(intl, amount, currency) },
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      ...(isOpen && link
        ? {
            button: {
              label: intl.text('mail.bookingPaymentFailed.button'),
              href: link,
              orCopy: intl.text('mail.orCopy'),
            },
          }
        : {}),
      notes: [intl.text(isOpen ? 'mail.bookingPaymentFailed.next' : 'mail.bookingRefunded.next', { company })],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
