/** Account mails with one button, its validity, and what to do if it was not requested. */
import { object, pipe, string, url } from 'valibot';
import type { MailIntl } from '../intl.ts';
import { defineTemplate } from '../template.ts';

type TextPrefix = 'mail.confirmSignUp.' | 'mail.recovery.' | 'mail.magicLink.' | 'mail.invite.';

export const Link = pipe(string(), url());

export const accountLink = (prefix: TextPrefix) =>
  defineTemplate(object({ link: Link }), ({ link }, intl) => {
    const text = (textName: 'subject' | 'title' | 'text' | 'button' | 'ignore') => intl.text(`${prefix}${textName}`);
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

export const buttonTo = (href: string, label: string, intl: MailIntl) => ({
  label,
  href,
  orCopy: intl.text('mail.orCopy'),
});
