/** Invitation to the team of a company or an organisation. */
import { array, isoTimestamp, minLength, nonEmpty, object, picklist, pipe, string } from 'valibot';
import { inSentenceCase } from '../../../../../src/lib/capitalise.ts';
import { BUILT_IN_ROLES, type RoleName } from '../../../../../src/domain/roles.ts';
import { UnsubscribeLink, unsubscribeFooter } from '../booking-mail-data.ts';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const invitation = defineTemplate(
  object({
    company: words,
    roles: pipe(array(picklist(Object.keys(BUILT_IN_ROLES) as RoleName[])), minLength(1)),
    inviter: words,
    expiresAt: pipe(string(), isoTimestamp()),
    link: Link,
    unsubscribe: UnsubscribeLink,
  }),
  ({ company, roles, inviter, expiresAt, link, unsubscribe }, intl) => ({
    subject: intl.text('mail.invitation.subject', { company }),
    preview: intl.text('mail.invitation.text', { company, inviter }),
    title: intl.text('mail.invitation.title', { company }),
    paragraphs: [intl.text('mail.invitation.text', { company, inviter })],
    facts: [
      {
        name: intl.text('mail.invitation.role', { count: roles.length }),
        value: inSentenceCase(
          roles.map((role) => intl.text(`mail.role.${role}`)),
          intl.locale,
        ).join(', '),
      },
      { name: intl.text('mail.invitation.until'), value: intl.moment(new Date(expiresAt)) },
    ],
    button: buttonTo(link, intl.text('mail.invitation.button'), intl),
    notes: [intl.text('mail.invitation.ignore')],
    footer: intl.text('mail.footer.sentFor', { company }),
    ...unsubscribeFooter(intl, { unsubscribe }),
  }),
);
