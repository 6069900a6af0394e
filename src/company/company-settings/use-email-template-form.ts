/** Saving an email template in its languages, and sending it as a test. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  saveEmailTemplate,
  sendTestEmail,
  type CompanyEmailTemplate,
  type EmailTemplateInput,
  type EmailTemplateRefusal,
  type EmailTemplates,
  type TestEmailRefusal,
} from '../../data/email-templates.ts';
import type { Uuid } from '../../domain/ids.ts';
import { findMissingPlaceholder, findUnknownPlaceholder, type TemplateText } from '../../domain/email-templates.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import {
  emailTemplateFormSchema,
  isEmpty,
  isSameText,
  templateTextFor,
  toEmailTemplateFormValues,
  type EmailTemplateFormValues,
  type TemplateTexts,
} from './email-template-form.ts';

export type TemplateProblem =
  | Exclude<EmailTemplateRefusal, { status: 'stale' }>
  | TestEmailRefusal
  | { status: 'invalid' };

/** Mirrors the server's checks before anything is sent. */
function problemOf(
  { placeholders, requiredPlaceholders }: CompanyEmailTemplate,
  { subject, body }: TemplateText,
): TemplateProblem | null {
  if (subject.trim() === '' || body.trim() === '') return { status: 'invalid' };
  const unknown = findUnknownPlaceholder(`${subject} ${body}`, placeholders);
  if (unknown !== null) return { status: 'unknown_placeholder', placeholder: unknown };
  const missing = findMissingPlaceholder(body, requiredPlaceholders);
  return missing === null ? null : { status: 'missing_placeholder', placeholder: missing };
}

const byLocale = <T>(valueOf: (locale: Locale) => T) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, valueOf(locale)])) as Record<Locale, T>;

interface TemplateOptions {
  company: Uuid;
  emailTemplate: CompanyEmailTemplate;
  /** Shows a language, with its problem if there is one. */
  show(locale: Locale, problem: TemplateProblem | null): void;
}

export function useEmailTemplateForm({ company, emailTemplate, show }: TemplateOptions) {
  const intl = useIntl();
  const { texts, versions, store } = useStoredTexts(emailTemplate);
  /** Language that a colleague has changed in the meantime. */
  const [conflicting, setConflicting] = useState<Locale | null>(null);
  const form = useForm<EmailTemplateFormValues, EmailTemplateFormValues>({
    schema: emailTemplateFormSchema,
    values: toEmailTemplateFormValues(texts),
  });
  const saving = useMutation<EmailTemplateInput & { version: number }, EmailTemplates, EmailTemplateRefusal>({
    send: saveEmailTemplate,
    invalidates: [[company, 'email-templates']],
  });

  function showRefusal(refusal: EmailTemplateRefusal, locale: Locale): void {
    if (refusal.status !== 'stale') {
      show(locale, refusal);
      return;
    }
    store(locale, { subject: refusal.subject, body: refusal.body }, refusal.version);
    show(locale, null);
    setConflicting(locale);
  }

  /** Saves the changed languages one by one; returns whether all were saved. */
  async function save(values: EmailTemplateFormValues): Promise<boolean> {
    const changed = LOCALES.map((locale) => ({ locale, text: templateTextFor(values, locale) })).filter(
      ({ locale, text }) => !isSameText(text, texts[locale]),
    );
    for (const { locale, text } of changed) {
      const problem = isEmpty(text) ? null : problemOf(emailTemplate, text);
      if (!problem) continue;
      show(locale, problem);
      return false;
    }
    for (const { locale, text } of changed) {
      const version = versions[locale];
      const result = await saving.save({ company, template: emailTemplate.template, locale, version, ...text });
      if (!result.ok) {
        if (result.code === 'refused') showRefusal(result.refusal, locale);
        return false;
      }
      // Stored now, because a later language may still be refused.
      store(locale, text, isEmpty(text) ? 0 : version + 1);
    }
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return true;
  }

  return {
    form,
    /** The stored texts of a conflict; null if there is none. */
    theirs: conflicting && { version: versions[conflicting], values: toEmailTemplateFormValues(texts) },
    onResolved: () => setConflicting(null),
    failure: splitResult(saving.result).failure,
    save,
  };
}

/** The stored texts and their versions; 0 is the version of a language without own text. */
function useStoredTexts({ texts: ownTexts }: CompanyEmailTemplate) {
  const ownTextIn = (locale: Locale) => ownTexts.find((text) => text.locale === locale);
  const [texts, setTexts] = useState<TemplateTexts>(() =>
    byLocale((locale) => ({ subject: ownTextIn(locale)?.subject ?? '', body: ownTextIn(locale)?.body ?? '' })),
  );
  const [versions, setVersions] = useState(() => byLocale((locale) => ownTextIn(locale)?.version ?? 0));
  return {
    texts,
    versions,
    store(locale: Locale, text: TemplateText, version: number) {
      setTexts((before) => ({ ...before, [locale]: text }));
      setVersions((before) => ({ ...before, [locale]: version }));
    },
  };
}

export function useTestEmail({ company, emailTemplate, show }: TemplateOptions) {
  const intl = useIntl();
  const testing = useMutation<EmailTemplateInput, { recipient: string }, TestEmailRefusal>({
    send: sendTestEmail,
    invalidates: [],
  });

  async function send(locale: Locale, text: TemplateText): Promise<void> {
    const problem = problemOf(emailTemplate, text);
    show(locale, problem);
    if (problem) return;
    const result = await testing.save({ company, template: emailTemplate.template, locale, ...text });
    if (!result.ok) {
      if (result.code === 'refused') show(locale, result.refusal);
      return;
    }
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'emailTemplates.tested' }, { address: result.data.recipient }),
    });
  }
  return { busy: testing.busy, failure: splitResult(testing.result).failure, send };
}
