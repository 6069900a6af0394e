/** Mail to a guide: proposed for a departure, or withdrawn from it. */
import { object, picklist, string } from 'valibot';
import { DepartureMailData, knownFacts, formatLocalDateTime } from '../departure-mail-data.ts';
import { defineTemplate } from '../template.ts';

export const assignment = defineTemplate(
  object({ ...DepartureMailData.entries, change: picklist(['proposed', 'withdrawn']), note: string() }),
  ({ company, phone, tour, meetingPoint, startsAt, timeZone, change, note }, intl) => {
    const when = formatLocalDateTime(intl, { at: startsAt, timeZone });
    const text = intl.text(`mail.assignment.${change}.text`, { company, tour, when });
    const isProposed = change === 'proposed';
    return {
      subject: intl.text(`mail.assignment.${change}.subject`, { tour }),
      preview: text,
      title: intl.text(`mail.assignment.${change}.title`),
      paragraphs: [text],
      facts: knownFacts([
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: when },
        { name: intl.text('mail.departure.meetingPoint'), value: isProposed ? meetingPoint : '' },
        { name: intl.text('mail.departure.note'), value: isProposed ? note : '' },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      notes: isProposed ? [intl.text('mail.assignment.proposed.next')] : [],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
