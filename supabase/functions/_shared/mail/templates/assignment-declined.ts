/** Mail to the office: a guide declined a departure. */
import { boolean, nonEmpty, object, pipe, string } from 'valibot';
import { DepartureMailData, knownFacts, formatLocalDateTime } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const assignmentDeclined = defineTemplate(
  object({ ...DepartureMailData.entries, guide: pipe(string(), nonEmpty()), isAlone: boolean() }),
  ({ company, tour, startsAt, timeZone, guide, isAlone }, intl) => {
    const when = formatLocalDateTime(intl, { at: startsAt, timeZone });
    const text = intl.text('mail.assignmentDeclined.text', { guide, tour, when });
    return {
      subject: intl.text('mail.assignmentDeclined.subject', { guide, tour }),
      preview: text,
      title: intl.text('mail.assignmentDeclined.title'),
      paragraphs: [text, intl.text(isAlone ? 'mail.assignmentDeclined.alone' : 'mail.assignmentDeclined.others')],
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
      ]),
      notes: [intl.text('mail.assignmentDeclined.next')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
