/** Mail to the guest after the tour, with a link to write a review. */
import { nullable, object, optional } from 'valibot';
import { BookingLink, BookingMailData, UnsubscribeLink, unsubscribeFooter } from '../booking-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const bookingThanks = defineTemplate(
  object({
    ...BookingMailData.entries,
    /** Review page from the company's settings. */
    review: optional(nullable(BookingLink), null),
    unsubscribe: UnsubscribeLink,
  }),
  (data, intl) => {
    const { company, tour, name, review } = data;
    const text = intl.text('mail.bookingThanks.text', { company, name, tour });
    return {
      subject: intl.text('mail.bookingThanks.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingThanks.title'),
      paragraphs: [text, ...(review ? [intl.text('mail.bookingThanks.ask')] : [])],
      ...(review
        ? {
            button: {
              label: intl.text('mail.bookingThanks.button'),
              href: review,
              orCopy: intl.text('mail.orCopy'),
            },
          }
        : {}),
      notes: [intl.text('mail.bookingThanks.next', { company })],
      footer: intl.text('mail.footer.sentFor', { company }),
      ...unsubscribeFooter(intl, data),
    };
  },
);
