/** Mails about one's own account: a button, how long it works, and what to do if one has not asked for it. */
import { object, pipe, string, url } from 'valibot';
import type { MailIntl, MailTextId } from '../intl.ts';
import { defineTemplate } from '../template.ts';

type Purpose = 'confirmSignUp' | 'recovery' | 'magicLink' | 'invite';

export const Link = pipe(string(), url());

export const accountLink = (purpose: Purpose) =>
  defineTemplate(object({ link: Link }), ({ link }, intl) => {
    const text = (part: 'subject' | 'title' | 'text' | 'button' | 'ignore') => intl.text(`mail.${purpose}.${part}` satisfies MailTextId);
    return {
      subject: text('subject'),
      preview: text('text'),
      title: text('title'),
      paragraphs: [text('text')],
      button: buttonTo(link, text('button'), intl),
      notes: [intl.text('mail.worksOnce'), text('ignore')],
      footer: intl.text('mail.footer.account'),
    };
  });

export const buttonTo = (href: string, label: string, intl: MailIntl) => ({ label, href, orCopy: intl.text('mail.orCopy') });
