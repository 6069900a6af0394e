/**
 * Sends one message of the outbox. It is sent twice only if the mail server's response is lost, and then with the same
 * Message-ID.
 */
import {
  boolean,
  literal,
  nullable,
  object,
  optional,
  parse,
  picklist,
  pipe,
  record,
  string,
  unknown,
  uuid,
  variant,
} from 'valibot';
import { LOCALES } from '../../../../src/lib/locales.ts';
import { defineJob, NonRetryableError } from '../../_shared/job.ts';
import {
  agreementLink,
  statementLink,
  bookingLink,
  companyDataLink,
  exportLink,
  exportsLink,
  failedJobsLink,
  invitationLink,
  unsubscribeLink,
  externalExportLink,
  ownershipLink,
  paymentLink,
  webhooksLink,
} from '../../_shared/mail/links.ts';
import { attachQrCodes } from '../../_shared/mail/attach-qr-codes.ts';
import { neutralizeLinks } from '../../_shared/mail/neutralize-links.ts';
import { render } from '../../_shared/mail/templates.ts';

const OutboxMail = object({
  id: string(),
  template: string(),
  locale: picklist(LOCALES),
  recipient: string(),
  data: record(string(), unknown()),
  secrets: nullable(object({ token: optional(string()), unsubscribe: optional(string()) })),
  /** The company's own text in the mail's locale. */
  text: nullable(object({ subject: string(), body: string() })),
  company: nullable(object({ name: string(), email: nullable(string()), colour: nullable(string()) })),
});

/** The side and its id, for links to agreements and statements. */
const AgreementParty = object({ side: picklist(['company', 'organisation']), id: string() });

const ToSend = variant('status', [
  object({ status: literal('pending'), mail: OutboxMail }),
  object({ status: picklist(['sent', 'failed', 'unknown', 'bounced', 'unsubscribed']) }),
]);

/** Data for the link to an export. */
const Exported = object({
  kind: picklist(['bookings', 'tours']),
  viewId: nullable(string()),
  format: string(),
  isBooked: boolean(),
  firstDay: nullable(string()),
  lastDay: nullable(string()),
});

/** Errors that private.mail_problem recognises. */
const UNWANTED = {
  bounced: 'Mail to this address came back.',
  unsubscribed: 'The reader wants no such mail.',
} as const;

/** Mails that ask for payment link to the payment page. */
const ASKING: ReadonlySet<string> = new Set(['booking-held', 'booking-payment-failed']);
const linkTo = (template: string) =>
  ASKING.has(template) ? paymentLink : template.startsWith('booking-') ? bookingLink : invitationLink;

export const sendMail = defineJob({
  kind: 'send_mail',
  payload: object({ message: pipe(string(), uuid()) }),
  async run({ message }, { ports }) {
    const result = parse(ToSend, await ports.database.call('read_mail_to_send', { message }));
    if (result.status === 'bounced' || result.status === 'unsubscribed')
      throw new NonRetryableError(UNWANTED[result.status]);
    // Sent by an earlier run whose confirmation was lost, given up (failed), or deleted (unknown).
    if (result.status !== 'pending') return;
    const { id, template, locale, recipient, data, secrets, text, company } = result.mail;
    const { token, unsubscribe: leave } = secrets ?? {};
    const to = { app: ports.secrets('APP_URL'), locale };
    const mailData = {
      ...data,
      ...(token
        ? {
            link:
              template === 'export-outside'
                ? externalExportLink(token, ports.secrets('SUPABASE_URL'))
                : linkTo(template)(token, to),
          }
        : template.startsWith('company-')
          ? { link: companyDataLink(to) }
          : template === 'ownership-offered'
            ? { link: ownershipLink(to) }
            : template === 'job-died'
              ? { link: failedJobsLink(to) }
              : template === 'webhook-paused'
                ? { link: webhooksLink(to) }
                : template === 'export-paused'
                  ? { link: exportsLink(to) }
                  : template === 'export-ready'
                    ? { link: exportLink(parse(Exported, data), to) }
                    : template === 'agreement-proposed'
                      ? { link: agreementLink(to, parse(AgreementParty, data)) }
                      : template === 'commission-statement'
                        ? { link: statementLink(to, parse(AgreementParty, data)) }
                        : {}),
      ...(leave ? { unsubscribe: unsubscribeLink(leave, to) } : {}),
    };
    await ports.mailer.send({
      id,
      to: recipient,
      ...(company ? { fromName: neutralizeLinks(company.name) } : {}),
      ...(company?.email ? { replyTo: company.email } : {}),
      ...(leave ? { unsubscribe: oneClick(leave, { api: ports.secrets('SUPABASE_URL'), locale }) } : {}),
      ...(await attachQrCodes(render(template, locale, mailData, { words: text, colour: company?.colour ?? null }))),
      madeOf: { template, locale, data: mailData },
    });
    await ports.database.call('record_mail_sent', { message });
  },
});

/** Returns the URL that a mail program calls for one-click unsubscribe (RFC 8058). */
const oneClick = (token: string, { api, locale }: { api: string; locale: string }) =>
  new URL(`/functions/v1/unsubscribe?${new URLSearchParams({ token, locale })}`, api).href;
