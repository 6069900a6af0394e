/** Mail with a code that a signed-in person types before a sensitive change. */
import { object, pipe, regex, string } from 'valibot';
import { defineTemplate } from '../template.ts';

export const reauthentication = defineTemplate(
  object({ code: pipe(string(), regex(/^\d{6,10}$/)) }),
  ({ code }, intl) => ({
    subject: intl.text('mail.reauthentication.subject', { code }),
    preview: intl.text('mail.reauthentication.text'),
    title: intl.text('mail.reauthentication.title'),
    paragraphs: [intl.text('mail.reauthentication.text')],
    code,
    notes: [intl.text('mail.reauthentication.ignore')],
    footer: intl.text('mail.footer.account'),
  }),
);
