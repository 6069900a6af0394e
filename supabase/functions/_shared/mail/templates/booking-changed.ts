/** A booking is otherwise than its guest was told: how it stands, and what it was. Where only the meeting point is another, that is what it says. */
import { integer, minValue, number, object, pipe, string } from 'valibot';
import { spacedCode } from '../../../../../src/domain/codes.ts';
import {
  BookingLink,
  BookingWords,
  fact,
  furtherCodes,
  mapOf,
  money,
  ticketsOf,
  toPage,
  whenOf,
} from '../booking-words.ts';
import { entryOf, Instant, known, timeThere } from '../departure-words.ts';
import { defineTemplate } from '../template.ts';

/** As private.letter_facts had it before the first change that this letter tells of. */
const Was = object({
  startsAt: Instant,
  tour: string(),
  meetingPoint: string(),
  meetingNote: string(),
  guests: pipe(number(), integer(), minValue(0)),
});

export const bookingChanged = defineTemplate(
  object({ ...BookingWords.entries, was: Was, link: BookingLink }),
  (given, intl) => {
    const { company, phone, tour, meetingPoint, meetingNote, timeZone, reference, name, guests, due, currency } = given;
    const { was, link } = given;
    const when = whenOf(intl, given);
    const elsewhere = was.meetingPoint !== meetingPoint || was.meetingNote !== meetingNote;
    const onlyElsewhere = elsewhere && was.startsAt === given.startsAt && was.tour === tour && was.guests === guests;
    const texts = onlyElsewhere ? 'mail.meetingPointChanged.' : 'mail.bookingChanged.';
    const text = intl.text(`${texts}text`, { name, tour, when });
    const place = [meetingPoint, meetingNote].filter(Boolean).join(' – ');
    return {
      subject: intl.text(`${texts}subject`, { tour }),
      preview: text,
      title: intl.text(`${texts}title`),
      paragraphs: [text],
      isInOurWords: onlyElsewhere,
      ...(elsewhere && place !== '' ? { emphasis: intl.text('mail.meetingPointChanged.place', { place }) } : {}),
      facts: known([
        ...fact(intl, intl.text('mail.departure.tour'), tour, was.tour),
        ...fact(intl, intl.text('mail.departure.when'), when, timeThere(intl, { at: was.startsAt, timeZone })),
        ...fact(intl, intl.text('mail.departure.meetingPoint'), meetingPoint, was.meetingPoint),
        { name: intl.text('mail.departure.note'), value: meetingNote },
        ...fact(intl, intl.text('mail.booking.guests'), String(guests), String(was.guests)),
        { name: intl.text('mail.departure.reference'), value: spacedCode(reference) },
        { name: intl.text('mail.booking.codes'), value: furtherCodes(given) },
        { name: intl.text('mail.booking.due'), value: money(intl, due, currency) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      ...ticketsOf(given),
      button: toPage(intl, link),
      ...mapOf(intl, given),
      notes: [intl.text('mail.bookingChanged.next', { company })],
      footer: intl.text('mail.footer.invitation', { company }),
      ...entryOf(given, { isOff: false, text: [meetingNote, spacedCode(reference), link] }),
    };
  },
);
