/** Mail to the guides: a required tour report is overdue. Sent once. */
import { DepartureMailData, knownFacts, formatLocalDateTime } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const reportOverdue = defineTemplate(DepartureMailData, ({ company, tour, startsAt, timeZone }, intl) => {
  const when = formatLocalDateTime(intl, { at: startsAt, timeZone });
  const text = intl.text('mail.reportOverdue.text', { company, tour, when });
  return {
    subject: intl.text('mail.reportOverdue.subject', { tour }),
    preview: text,
    title: intl.text('mail.reportOverdue.title'),
    paragraphs: [text],
    facts: knownFacts([
      { name: intl.text('mail.departure.tour'), value: tour },
      { name: intl.text('mail.departure.when'), value: when },
    ]),
    notes: [intl.text('mail.reportOverdue.next')],
    footer: intl.text('mail.footer.sentFor', { company }),
  };
});
