/** To the owners of a company: its payment keys, its API keys or its owners have changed, and who did it. */
import { isoTimestamp, nonEmpty, nullable, object, picklist, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';

const words = pipe(string(), nonEmpty());

export const securityNotice = defineTemplate(
  object({
    company: words,
    change: picklist([
      'payment_keys',
      'api_key_made',
      'api_key_changed',
      'api_key_revoked',
      'owner_added',
      'owner_removed',
    ]),
    /** The API key or the owner; null: the company has only one of the kind. */
    name: nullable(words),
    /** Null: the account is gone. */
    who: nullable(words),
    changedAt: pipe(string(), isoTimestamp()),
    timeZone: words,
  }),
  ({ company, change, name, who, changedAt, timeZone }, intl) => {
    const text = intl.text('mail.securityNotice.text', { change, name: name ?? '', company });
    return {
      subject: intl.text('mail.securityNotice.subject', { change, company }),
      preview: text,
      title: intl.text('mail.securityNotice.title'),
      paragraphs: [text],
      facts: [
        ...(who ? [{ name: intl.text('mail.securityNotice.who'), value: who }] : []),
        { name: intl.text('mail.securityNotice.when'), value: intl.momentIn(new Date(changedAt), timeZone) },
      ],
      notes: [intl.text('mail.securityNotice.unexpected')],
      footer: intl.text('mail.footer.invitation', { company }),
    };
  },
);
