/** Mail to a member: an owner offers them ownership of the company. */
import { isoTimestamp, nonEmpty, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const ownershipAsked = defineTemplate(
  object({ company: words, who: words, expiresAt: pipe(string(), isoTimestamp()), timeZone: words, link: Link }),
  ({ company, who, expiresAt, timeZone, link }, intl) => {
    const response = intl.text('mail.ownershipAsked.text', { company, who });
    return {
      subject: intl.text('mail.ownershipAsked.subject', { company }),
      preview: response,
      title: intl.text('mail.ownershipAsked.title', { company }),
      paragraphs: [response, intl.text('mail.ownershipAsked.what')],
      facts: [{ name: intl.text('mail.ownershipAsked.until'), value: intl.momentIn(new Date(expiresAt), timeZone) }],
      button: buttonTo(link, intl.text('mail.ownershipAsked.button'), intl),
      notes: [intl.text('mail.ownershipAsked.ignore')],
      footer: intl.text('mail.footer.invitation', { company }),
    };
  },
);
