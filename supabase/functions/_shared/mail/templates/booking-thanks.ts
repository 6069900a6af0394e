/** After the tour: to who was there. */
import { object } from 'valibot';
import { BookingWords } from '../booking-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingThanks = defineTemplate(object({ ...BookingWords.entries }), ({ company, tour, name }, intl) => {
  const text = intl.text('mail.bookingThanks.text', { company, name, tour });
  return {
    subject: intl.text('mail.bookingThanks.subject', { tour }),
    preview: text,
    title: intl.text('mail.bookingThanks.title'),
    paragraphs: [text],
    notes: [intl.text('mail.bookingThanks.next', { company })],
    footer: intl.text('mail.footer.invitation', { company }),
  };
});
