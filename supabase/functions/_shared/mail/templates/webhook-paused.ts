/** Mail to the owners: a webhook receiver was paused until they resume it. */
import { isoTimestamp, nonEmpty, object, picklist, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const webhookPaused = defineTemplate(
  object({
    company: words,
    /** Host name of the receiver. */
    receiver: words,
    reason: picklist(['gone', 'failing']),
    pausedAt: pipe(string(), isoTimestamp()),
    timeZone: words,
    link: Link,
  }),
  ({ company, receiver, reason, pausedAt, timeZone, link }, intl) => {
    const why = intl.text('mail.webhookPaused.why', { reason });
    return {
      subject: intl.text('mail.webhookPaused.subject', { company }),
      preview: why,
      title: intl.text('mail.webhookPaused.title'),
      paragraphs: [why, intl.text('mail.webhookPaused.kept')],
      facts: [
        { name: intl.text('mail.webhookPaused.receiver'), value: receiver },
        { name: intl.text('mail.webhookPaused.when'), value: intl.momentIn(new Date(pausedAt), timeZone) },
      ],
      button: buttonTo(link, intl.text('mail.webhookPaused.button'), intl),
      notes: [],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
