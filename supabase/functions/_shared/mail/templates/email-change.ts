/** Mails for a change of email address: the old address agrees, the new one is verified. */
import { object, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const emailChange = (texts: 'mail.emailChangeOld.' | 'mail.emailChangeNew.') =>
  defineTemplate(object({ link: Link, newEmail: string() }), ({ link, newEmail }, intl) => ({
    subject: intl.text(`${texts}subject`),
    preview: intl.text(`${texts}text`),
    title: intl.text(`${texts}title`),
    paragraphs: [intl.text(`${texts}text`)],
    facts: [{ name: intl.text('mail.emailChange.newAddress'), value: newEmail }],
    button: buttonTo(link, intl.text(`${texts}button`), intl),
    notes: [intl.text('mail.worksOnce'), intl.text(`${texts}ignore`)],
    footer: intl.text('mail.footer.account'),
  }));

export const emailChangeOld = emailChange('mail.emailChangeOld.');
export const emailChangeNew = emailChange('mail.emailChangeNew.');
