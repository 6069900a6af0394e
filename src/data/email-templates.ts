/** A company's own texts for mails to guests, their placeholders, and the review link. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { TemplateText } from '../domain/email-templates.ts';
import { LOCALES, type Locale } from '../lib/locales.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

/** Templates that a company may rewrite, as in `private.template_placeholders`. */
export const EMAIL_TEMPLATES = [
  'booking-held',
  'booking-confirmed',
  'booking-requested',
  'booking-rejected',
  'booking-changed',
  'booking-cancelled',
  'booking-refunded',
  'booking-reminder',
  'booking-thanks',
] as const;
export type EmailTemplateName = (typeof EMAIL_TEMPLATES)[number];

const text = v.object({ locale: v.picklist(LOCALES), subject: v.string(), body: v.string(), version: v.number() });
const emailTemplate = v.object({
  template: v.picklist(EMAIL_TEMPLATES),
  placeholders: v.array(v.string()),
  requiredPlaceholders: v.array(v.string()),
  texts: v.array(text),
});
/** Sample data from the latest active booking, once per language. */
const sample = v.object({
  locale: v.picklist(LOCALES),
  name: v.string(),
  tour: v.string(),
  company: v.string(),
  reference: v.string(),
  meetingPoint: v.string(),
  startsAt: v.string(),
  timeZone: v.string(),
  guests: v.number(),
  /** Price in minor units. */
  amount: v.number(),
  currency: v.string(),
});
const RESPONSE = v.object({
  reviewUrl: v.string(),
  templates: v.array(emailTemplate),
  sample: v.nullable(v.array(sample)),
});
export type EmailTemplates = v.InferOutput<typeof RESPONSE>;
export type CompanyEmailTemplate = v.InferOutput<typeof emailTemplate>;
export type EmailTemplateSample = v.InferOutput<typeof sample>;

export const readEmailTemplatesRpc = defineRpc('read_email_templates', { response: RESPONSE });

export const readEmailTemplates = (company: Uuid, signal?: AbortSignal) =>
  rpc(readEmailTemplatesRpc, { company }, { signal });

const placeholder = v.object({ placeholder: v.string() });
const PLACEHOLDER_REFUSALS = { unknown_placeholder: placeholder, missing_placeholder: placeholder };
const STALE = v.object({ version: v.number(), subject: v.string(), body: v.string() });

export interface EmailTemplateInput extends TemplateText {
  company: Uuid;
  template: EmailTemplateName;
  locale: Locale;
}
type PlaceholderRefusal = { status: 'unknown_placeholder' | 'missing_placeholder'; placeholder: string };
export type EmailTemplateRefusal = PlaceholderRefusal | ({ status: 'stale' } & v.InferOutput<typeof STALE>);
export type TestEmailRefusal = PlaceholderRefusal | { status: 'no_booking' };

export const saveEmailTemplateRpc = defineRpc('save_email_template', {
  response: RESPONSE,
  refusals: { ...PLACEHOLDER_REFUSALS, stale: STALE },
});

/** Saves a company's own text. An empty subject and body restore the default. */
export const saveEmailTemplate = (input: EmailTemplateInput & { version: number }) =>
  rpc(saveEmailTemplateRpc, { ...input });

export const sendTestMailRpc = defineRpc('send_test_mail', {
  response: v.object({ recipient: v.string() }),
  refusals: { ...PLACEHOLDER_REFUSALS, no_booking: v.object({}) },
});

/** Sends a test mail to the person who asks, once per `request`. */
export const sendTestEmail = (input: EmailTemplateInput, request: Uuid) => rpc(sendTestMailRpc, { request, ...input });

export const saveReviewLinkRpc = defineRpc('save_review_link', { response: RESPONSE });

export const saveReviewLink = (args: { company: Uuid; url: string }) => rpc(saveReviewLinkRpc, args);
