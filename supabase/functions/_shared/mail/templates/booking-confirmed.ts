/** A booking stands: to its guest, with the codes and the link to look after it. Also sent again when they ask for it. */
import { array, number, object, string } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import { formatMoney } from '../../../../../src/domain/money.ts';
import { BookingEntry, DepartureWords, entryOf, known, timeThere } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

export const bookingConfirmed = defineTemplate(
  object({
    ...DepartureWords.entries,
    entry: BookingEntry,
    reference: string(),
    name: string(),
    codes: array(string()),
    /** Minor units. */
    due: number(),
    currency: string(),
    message: string(),
    link: string(),
  }),
  (given, intl) => {
    const { company, phone, tour, meetingPoint, startsAt, timeZone, reference, name, codes, due, currency } = given;
    const when = timeThere(intl, { at: startsAt, timeZone });
    const text = intl.text('mail.bookingConfirmed.text', { name, tour, when });
    return {
      subject: intl.text('mail.bookingConfirmed.subject', { tour }),
      preview: text,
      title: intl.text('mail.bookingConfirmed.title'),
      paragraphs: [text, given.message].filter(Boolean),
      facts: known([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.meetingPoint'), value: meetingPoint },
        { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
        { name: intl.text('mail.booking.codes'), value: codes.map(spacedCode).join(', ') },
        {
          name: intl.text('mail.booking.due'),
          value: due > 0 ? formatMoney(due, { currency, locale: intl.locale }) : '',
        },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      button: {
        label: intl.text('mail.bookingConfirmed.button'),
        href: given.link,
        orCopy: intl.text('mail.orCopy'),
      },
      notes: [intl.text('mail.bookingConfirmed.next')],
      footer: intl.text('mail.footer.invitation', { company }),
      ...entryOf(given, { isOff: false, text: [spacedCode(reference), given.link] }),
    };
  },
);
