/** Mail to the person who requested an archive: it is ready. The archive itself is not attached. */
import { isoTimestamp, nonEmpty, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

export const companyExport = defineTemplate(
  object({ company: pipe(string(), nonEmpty()), expiresAt: pipe(string(), isoTimestamp()), link: Link }),
  ({ company, expiresAt, link }, intl) => {
    const text = intl.text('mail.companyExport.text', { company });
    return {
      subject: intl.text('mail.companyExport.subject', { company }),
      preview: text,
      title: intl.text('mail.companyExport.title'),
      paragraphs: [text],
      facts: [{ name: intl.text('mail.companyExport.until'), value: intl.moment(new Date(expiresAt)) }],
      button: buttonTo(link, intl.text('mail.companyExport.button'), intl),
      notes: [intl.text('mail.companyExport.ignore')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
