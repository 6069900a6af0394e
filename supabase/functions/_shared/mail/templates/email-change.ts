/** A new address is confirmed from both ends: the old one agrees, the new one proves that it is read. */
import { object, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const emailChange = (purpose: 'emailChangeOld' | 'emailChangeNew') =>
  defineTemplate(object({ link: Link, newEmail: string() }), ({ link, newEmail }, intl) => ({
    subject: intl.text(`mail.${purpose}.subject`),
    preview: intl.text(`mail.${purpose}.text`),
    title: intl.text(`mail.${purpose}.title`),
    paragraphs: [intl.text(`mail.${purpose}.text`)],
    facts: [{ name: intl.text('mail.emailChange.newAddress'), value: newEmail }],
    button: buttonTo(link, intl.text(`mail.${purpose}.button`), intl),
    notes: [intl.text('mail.worksOnce'), intl.text(`mail.${purpose}.ignore`)],
    footer: intl.text('mail.footer.account'),
  }));

export const emailChangeOld = emailChange('emailChangeOld');
export const emailChangeNew = emailChange('emailChangeNew');
