/** Mail to the managers of a company or partner: the other side proposes an agreement or new terms. */
import { nonEmpty, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const agreementProposed = defineTemplate(
  object({ from: words, to: words, actor: words, link: Link }),
  ({ from, to, actor, link }, intl) => {
    const text = intl.text('mail.agreementProposed.text', { from, to, actor });
    return {
      subject: intl.text('mail.agreementProposed.subject', { from, to }),
      preview: text,
      title: intl.text('mail.agreementProposed.subject', { from, to }),
      paragraphs: [text, intl.text('mail.agreementProposed.what')],
      button: buttonTo(link, intl.text('mail.agreementProposed.button'), intl),
      notes: [intl.text('mail.agreementProposed.ignore')],
      footer: intl.text('mail.footer.sentFor', { company: from }),
    };
  },
);
