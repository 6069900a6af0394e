/** Mail to the owners: payment keys, API keys or owners changed, and who changed them. */
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
    /** Name of the API key or owner; null for payment keys. */
    name: nullable(words),
    /** Null if the account is gone. */
    actor: nullable(words),
    changedAt: pipe(string(), isoTimestamp()),
    timeZone: words,
  }),
  ({ company, change, name, actor, changedAt, timeZone }, intl) => {
    const text = intl.text('mail.securityNotice.text', { change, name: name ?? '', company });
    return {
      subject: intl.text('mail.securityNotice.subject', { change, company }),
      preview: text,
      title: intl.text('mail.securityNotice.title'),
      paragraphs: [text],
      facts: [
        ...(actor ? [{ name: intl.text('mail.securityNotice.who'), value: actor }] : []),
        { name: intl.text('mail.securityNotice.when'), value: intl.momentIn(new Date(changedAt), timeZone) },
      ],
      notes: [intl.text('mail.securityNotice.unexpected')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
