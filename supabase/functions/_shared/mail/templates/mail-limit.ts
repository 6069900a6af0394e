/** Mail to the platform's admins: Auth reached its hourly mail limit, so nobody can register or reset a password. */
import { isoTimestamp, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';

export const mailLimit = defineTemplate(
  object({ reachedAt: pipe(string(), isoTimestamp()) }),
  ({ reachedAt }, intl) => ({
    subject: intl.text('mail.mailLimit.title'),
    preview: intl.text('mail.mailLimit.means'),
    title: intl.text('mail.mailLimit.title'),
    paragraphs: [intl.text('mail.mailLimit.means'), intl.text('mail.mailLimit.next')],
    facts: [{ name: intl.text('mail.mailLimit.when'), value: intl.momentIn(new Date(reachedAt), 'UTC') }],
    notes: [intl.text('mail.mailLimit.once')],
    footer: intl.text('mail.mailLimit.footer'),
  }),
);
