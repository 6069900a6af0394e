/** Mail to the owners: a job failed permanently. */
import { isoTimestamp, nonEmpty, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const jobDied = defineTemplate(
  object({ company: words, kind: words, diedAt: pipe(string(), isoTimestamp()), timeZone: words, link: Link }),
  ({ company, kind, diedAt, timeZone, link }, intl) => {
    const what = intl.text('mail.jobDied.what', { kind });
    return {
      subject: what,
      preview: what,
      title: what,
      paragraphs: [intl.text('mail.jobDied.means', { kind }), intl.text('mail.jobDied.next')],
      facts: [{ name: intl.text('mail.jobDied.when'), value: intl.momentIn(new Date(diedAt), timeZone) }],
      button: buttonTo(link, intl.text('mail.jobDied.button'), intl),
      notes: [intl.text('mail.jobDied.once')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
