/** All mail templates by their name in the outbox. */
import { safeParse } from 'valibot';
import type { Locale } from '../../../../src/lib/locales.ts';
import { NonRetryableError } from '../job.ts';
import { mailIntl } from './intl.ts';
import type { RenderedMail } from './mail-content.ts';
import { neutralizeLinksIn } from './neutralize-links.ts';
import type { CompanyOverrides, Template } from './template.ts';
import { accountLink } from './templates/account-link.ts';
import { assignment } from './templates/assignment.ts';
import { agreementProposed } from './templates/agreement-proposed.ts';
import { assignmentDeclined } from './templates/assignment-declined.ts';
import { bookingCancelled } from './templates/booking-cancelled.ts';
import { bookingChanged } from './templates/booking-changed.ts';
import { bookingConfirmed } from './templates/booking-confirmed.ts';
import { bookingDocument } from './templates/booking-document.ts';
import { bookingHeld } from './templates/booking-held.ts';
import { bookingPaymentFailed } from './templates/booking-payment-failed.ts';
import { bookingRefunded } from './templates/booking-refunded.ts';
import { bookingRejected } from './templates/booking-rejected.ts';
import { bookingReminder } from './templates/booking-reminder.ts';
import { bookingRequested } from './templates/booking-requested.ts';
import { bookingThanks } from './templates/booking-thanks.ts';
import { commissionStatement } from './templates/commission-statement.ts';
import { companyClosing } from './templates/company-closing.ts';
import { companyExport } from './templates/company-export.ts';
import { departureCancelled } from './templates/departure-cancelled.ts';
import { departureMoved } from './templates/departure-moved.ts';
import { exportPaused } from './templates/export-paused.ts';
import { externalExportReady, exportReady } from './templates/export-ready.ts';
import { emailChangeNew, emailChangeOld } from './templates/email-change.ts';
import { guestData } from './templates/guest-data.ts';
import { invitation } from './templates/invitation.ts';
import { jobDied } from './templates/job-died.ts';
import { mailLimit } from './templates/mail-limit.ts';
import { ownershipOffered } from './templates/ownership-offered.ts';
import { reauthentication } from './templates/reauthentication.ts';
import { reportOverdue } from './templates/report-overdue.ts';
import { securityNotice } from './templates/security-notice.ts';
import { webhookPaused } from './templates/webhook-paused.ts';

export const TEMPLATES = {
  'confirm-sign-up': accountLink('mail.confirmSignUp.'),
  recovery: accountLink('mail.recovery.'),
  'magic-link': accountLink('mail.magicLink.'),
  'email-change-old': emailChangeOld,
  'email-change-new': emailChangeNew,
  reauthentication,
  invite: accountLink('mail.invite.'),
  invitation,
  'departure-cancelled': departureCancelled,
  'departure-moved': departureMoved,
  assignment,
  'assignment-declined': assignmentDeclined,
  'booking-held': bookingHeld,
  'report-overdue': reportOverdue,
  'booking-confirmed': bookingConfirmed,
  'booking-changed': bookingChanged,
  'booking-cancelled': bookingCancelled,
  'booking-requested': bookingRequested,
  'booking-rejected': bookingRejected,
  'booking-refunded': bookingRefunded,
  'booking-document': bookingDocument,
  'booking-payment-failed': bookingPaymentFailed,
  'booking-reminder': bookingReminder,
  'booking-thanks': bookingThanks,
  'guest-data': guestData,
  'company-export': companyExport,
  'company-closing': companyClosing,
  'ownership-offered': ownershipOffered,
  'agreement-proposed': agreementProposed,
  'commission-statement': commissionStatement,
  'job-died': jobDied,
  'security-notice': securityNotice,
  'mail-limit': mailLimit,
  'webhook-paused': webhookPaused,
  'export-ready': exportReady,
  'export-outside': externalExportReady,
  'export-paused': exportPaused,
} as const;

export type TemplateName = keyof typeof TEMPLATES;

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Renders a mail. Throws NonRetryableError for an unknown template or invalid data. */
export function render(name: string, locale: Locale, data: unknown, overrides: CompanyOverrides = {}): RenderedMail {
  if (!isTemplateName(name)) throw new NonRetryableError(`There is no mail "${name}".`);
  const template: Template = TEMPLATES[name] as unknown as Template;
  const parsed = safeParse(template.data, data);
  if (!parsed.success) {
    const invalidPaths = parsed.issues
      .map(({ path }) => path?.map(({ key }) => String(key)).join('.') ?? '')
      .join(', ');
    throw new NonRetryableError(`The mail "${name}" lacks its ${invalidPaths}.`);
  }
  return template.make(neutralizeLinksIn(parsed.output), mailIntl(locale), overrides);
}
