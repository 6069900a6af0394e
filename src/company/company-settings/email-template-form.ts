import * as v from 'valibot';
import { optionalText } from '../../domain/fields.ts';
import type { TemplateText } from '../../domain/email-templates.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';

/** Subject and body of each language are separate fields, so that concurrent edits conflict per field. */
export const TEMPLATE_PARTS = ['subject', 'body'] as const;
type TemplatePart = (typeof TEMPLATE_PARTS)[number];
export type TemplateFieldName = `${TemplatePart}_${Locale}`;
const MAX_LENGTHS: Record<TemplatePart, number> = { subject: 150, body: 4000 };
export const emailTemplateFormSchema = v.object(
  Object.fromEntries(
    LOCALES.flatMap((locale) => TEMPLATE_PARTS.map((part) => [`${part}_${locale}`, optionalText(MAX_LENGTHS[part])])),
  ) as Record<TemplateFieldName, ReturnType<typeof optionalText>>,
);
export type EmailTemplateFormValues = Record<TemplateFieldName, string>;
export type TemplateTexts = Record<Locale, TemplateText>;
export const templateTextFor = (values: EmailTemplateFormValues, locale: Locale): TemplateText => ({
  subject: values[`subject_${locale}`],
  body: values[`body_${locale}`],
});
export const toEmailTemplateFormValues = (texts: TemplateTexts): EmailTemplateFormValues =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => TEMPLATE_PARTS.map((part) => [`${part}_${locale}`, texts[locale][part]])),
  ) as EmailTemplateFormValues;
export const isSameText = (a: TemplateText, b: TemplateText) => a.subject === b.subject && a.body === b.body;

export const isEmpty = ({ subject, body }: TemplateText) => subject.trim() === '' && body.trim() === '';
