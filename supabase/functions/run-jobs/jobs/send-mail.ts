/** Sends one message of the outbox. Sent twice only if the answer of the mail server is lost, and then under the same Message-ID. */
import { literal, nullable, object, parse, picklist, pipe, record, string, unknown, uuid, variant } from 'valibot';
import { LOCALES } from '../../../../src/lib/locales.ts';
import { defineJob } from '../../_shared/job.ts';
import { bookingLink, companyDataLink, invitationLink } from '../../_shared/mail/links.ts';
import { painted } from '../../_shared/mail/painted.ts';
import { render } from '../../_shared/mail/templates.ts';

const OutboxMail = object({
  id: string(),
  template: string(),
  locale: picklist(LOCALES),
  recipient: string(),
  data: record(string(), unknown()),
  secrets: nullable(object({ token: string() })),
  company: nullable(object({ name: string(), email: nullable(string()) })),
});

const ToSend = variant('status', [
  object({ status: literal('pending'), mail: OutboxMail }),
  object({ status: picklist(['sent', 'failed', 'unknown']) }),
]);

export const sendMail = defineJob({
  kind: 'send_mail',
  payload: object({ message: pipe(string(), uuid()) }),
  async run({ message }, { ports }) {
    const answer = parse(ToSend, await ports.database.call('mail_to_send', { message }));
    // Sent by the run before this one, whose answer to the database was lost, or deleted with its company.
    if (answer.status !== 'pending') return;
    const { id, template, locale, recipient, data, secrets, company } = answer.mail;
    const linkTo = template.startsWith('booking-') ? bookingLink : invitationLink;
    const link = secrets
      ? { link: linkTo(secrets.token, { app: ports.secrets('APP_URL'), locale }) }
      : template.startsWith('company-')
        ? { link: companyDataLink({ app: ports.secrets('APP_URL'), locale }) }
        : {};
    const given = { ...data, ...link };
    await ports.mailer.send({
      id,
      to: recipient,
      ...(company ? { fromName: company.name } : {}),
      ...(company?.email ? { replyTo: company.email } : {}),
      ...(await painted(render(template, locale, given))),
      madeOf: { template, locale, data: given },
    });
    await ports.database.call('mail_sent', { message });
  },
});
