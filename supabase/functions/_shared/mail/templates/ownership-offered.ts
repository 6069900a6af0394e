/** Mail to a member: an owner offers them ownership of the company. */
import { isoTimestamp, nonEmpty, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const ownershipOffered = defineTemplate(
  object({ company: words, actor: words, expiresAt: pipe(string(), isoTimestamp()), timeZone: words, link: Link }),
  ({ company, actor, expiresAt, timeZone, link }, intl) => {
    const text = intl.text('mail.ownershipOffered.text', { company, actor });
    return {
      subject: intl.text('mail.ownershipOffered.subject', { company }),
      preview: text,
      title: intl.text('mail.ownershipOffered.title', { company }),
      paragraphs: [text, intl.text('mail.ownershipOffered.what')],
      facts: [{ name: intl.text('mail.ownershipOffered.until'), value: intl.momentIn(new Date(expiresAt), timeZone) }],
      button: buttonTo(link, intl.text('mail.ownershipOffered.button'), intl),
      notes: [intl.text('mail.ownershipOffered.ignore')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
