/** Mail to the managers of a company or partner: the other side proposes an agreement or new terms. */
import { nonEmpty, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const agreementAsked = defineTemplate(
  object({ from: words, to: words, who: words, link: Link }),
  ({ from, to, who, link }, intl) => {
    const response = intl.text('mail.agreementAsked.text', { from, to, who });
    return {
      subject: intl.text('mail.agreementAsked.subject', { from, to }),
      preview: response,
      title: intl.text('mail.agreementAsked.subject', { from, to }),
      paragraphs: [response, intl.text('mail.agreementAsked.what')],
      button: buttonTo(link, intl.text('mail.agreementAsked.button'), intl),
      notes: [intl.text('mail.agreementAsked.ignore')],
      footer: intl.text('mail.footer.invitation', { company: from }),
    };
  },
);
