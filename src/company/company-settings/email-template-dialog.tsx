/** Edits an email template in four languages, with a preview and a test mail. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  saveEmailTemplate,
  sendTestEmail,
  type CompanyEmailTemplate,
  type EmailTemplateRefusal,
  type EmailTemplates,
  type EmailTemplateSample,
  type TestEmailRefusal,
  type EmailTemplateInput,
} from '../../data/email-templates.ts';
import type { Uuid } from '../../domain/ids.ts';
import { findMissingPlaceholder, findUnknownPlaceholder, type TemplateText } from '../../domain/email-templates.ts';
import type { Result } from '../../domain/result.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES, type Locale } from '../../lib/locales.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import {
  isEmpty,
  isSameText,
  emailTemplateFormSchema,
  TEMPLATE_PARTS,
  toEmailTemplateFormValues,
  templateTextFor,
  type TemplateTexts,
  type TemplateFieldName,
  type EmailTemplateFormValues,
} from './email-template-form.ts';
import { EmailTemplatePreview } from './email-template-preview.tsx';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', justifyItems: 'start' },
  field: { width: '100%' },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

const braced = (placeholders: readonly string[]) => placeholders.map((placeholder) => `{${placeholder}}`).join(' ');

type Problem = Exclude<EmailTemplateRefusal, { status: 'stale' }> | TestEmailRefusal | { status: 'invalid' };

interface EmailTemplateDialogProps {
  company: Uuid;
  emailTemplate: CompanyEmailTemplate;
  sample: EmailTemplateSample[] | null;
  onClose(): void;
}

export function EmailTemplateDialog({ company, emailTemplate, sample, onClose }: EmailTemplateDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { template, placeholders, requiredPlaceholders } = emailTemplate;
  const ownTextIn = (locale: Locale) => emailTemplate.texts.find((text) => text.locale === locale);
  const [saved, setSaved] = useState(
    () =>
      Object.fromEntries(
        LOCALES.map((locale) => [
          locale,
          { subject: ownTextIn(locale)?.subject ?? '', body: ownTextIn(locale)?.body ?? '' },
        ]),
      ) as TemplateTexts,
  );
  const [theirs, setTheirs] = useState<{ locale: Locale; texts: TemplateTexts } | null>(null);
  const form = useForm<EmailTemplateFormValues, EmailTemplateFormValues>({
    schema: emailTemplateFormSchema,
    values: toEmailTemplateFormValues(saved),
  });
  const [locale, setLocale] = useState<Locale>(
    () => emailTemplate.texts[0]?.locale ?? (intl.locale.slice(0, 2) as Locale),
  );
  const [versions, setVersions] = useState(
    () =>
      Object.fromEntries(LOCALES.map((language) => [language, ownTextIn(language)?.version ?? 0])) as Record<
        Locale,
        number
      >,
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const invalidates = [[company, 'email-templates']] as const;
  const saving = useMutation<EmailTemplateInput & { version: number }, EmailTemplates, EmailTemplateRefusal>({
    send: saveEmailTemplate,
    invalidates,
  });
  const testing = useMutation<EmailTemplateInput, { recipient: string }, TestEmailRefusal>({
    send: sendTestEmail,
    invalidates: [],
  });
  const currentText = templateTextFor(form.watch(), locale);

  /** Mirrors the server's checks before anything is sent. */
  function problemOf({ subject, body }: TemplateText): Problem | null {
    if (subject.trim() === '' || body.trim() === '') return { status: 'invalid' };
    const unknown = findUnknownPlaceholder(`${subject} ${body}`, placeholders);
    if (unknown !== null) return { status: 'unknown_placeholder', placeholder: unknown };
    const missing = findMissingPlaceholder(body, requiredPlaceholders);
    return missing === null ? null : { status: 'missing_placeholder', placeholder: missing };
  }
  function refused(refusedProblem: Problem, at: Locale): false {
    setLocale(at);
    setProblem(refusedProblem);
    return false;
  }

  async function send(all: EmailTemplateFormValues): Promise<boolean> {
    setProblem(null);
    const changed = LOCALES.filter((language) => !isSameText(templateTextFor(all, language), saved[language]));
    for (const language of changed) {
      const words = templateTextFor(all, language);
      const foundProblem = isEmpty(words) ? null : problemOf(words);
      if (foundProblem) return refused(foundProblem, language);
    }
    const storedTexts = { ...saved };
    for (const language of changed) {
      const words = templateTextFor(all, language);
      const result = await saving.save({ company, template, locale: language, version: versions[language], ...words });
      if (!result.ok) {
        if (result.code !== 'refused') return false;
        const { refusal } = result;
        if (refusal.status !== 'stale') return refused(refusal, language);
        storedTexts[language] = { subject: refusal.subject, body: refusal.body };
        setVersions((current) => ({ ...current, [language]: refusal.version }));
        setSaved({ ...storedTexts });
        setLocale(language);
        setTheirs({ locale: language, texts: { ...storedTexts } });
        return false;
      }
      // Remembered now, because a later language may still be refused.
      storedTexts[language] = words;
      setSaved({ ...storedTexts });
      setVersions((current) => ({ ...current, [language]: isEmpty(words) ? 0 : current[language] + 1 }));
    }
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return true;
  }

  async function test(): Promise<void> {
    setProblem(null);
    const foundProblem = problemOf(currentText);
    if (foundProblem) return void refused(foundProblem, locale);
    const result = await testing.save({ company, template, locale, ...currentText });
    if (!result.ok) {
      if (result.code === 'refused') refused(result.refusal, locale);
      return;
    }
    // The next press sends another mail, with a new idempotency key.
    testing.reset();
    const text = intl.formatMessage({ id: 'emailTemplates.tested' }, { address: result.data.recipient });
    void showToast({ intent: 'success', text });
  }

  const labels = Object.fromEntries(
    LOCALES.flatMap((language) =>
      TEMPLATE_PARTS.map((part) => [
        `${part}_${language}`,
        joinWithDots(NATIVE_LANGUAGE_NAMES[language], intl.formatMessage({ id: `emailTemplates.${part}` })),
      ]),
    ),
  ) as Record<TemplateFieldName, string>;
  const failureOf = <T, R>(result: Result<T, R> | null) =>
    result && !result.ok && result.code !== 'refused' ? result : null;
  const failure = failureOf(saving.result) ?? failureOf(testing.result);
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={`emailTemplates.name.${template}`} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={theirs !== null}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          {theirs && (
            <ConflictChoice
              key={versions[theirs.locale]}
              form={form}
              theirs={toEmailTemplateFormValues(theirs.texts)}
              labels={labels}
              onResolved={() => setTheirs(null)}
            />
          )}
          <Segmented<Locale>
            label={intl.formatMessage({ id: 'emailTemplates.language' })}
            kind="choice"
            segments={LOCALES.map((value) => ({ value, label: NATIVE_LANGUAGE_NAMES[value] }))}
            value={locale}
            onChange={setLocale}
          />
          <div className={styles.field} key={`subject ${locale}`}>
            <TextField<EmailTemplateFormValues>
              name={`subject_${locale}`}
              label={intl.formatMessage({ id: 'emailTemplates.subject' })}
            />
          </div>
          <div className={styles.field} key={`body ${locale}`}>
            <TextField<EmailTemplateFormValues>
              name={`body_${locale}`}
              lines={6}
              label={intl.formatMessage({ id: 'emailTemplates.body' })}
              hint={<FormattedMessage id="emailTemplates.body.hint" />}
            />
          </div>
          <p className={styles.note}>
            <FormattedMessage id="emailTemplates.placeholders" values={{ placeholders: braced(placeholders) }} />
          </p>
          {requiredPlaceholders.length > 0 && (
            <p className={styles.note}>
              <FormattedMessage id="emailTemplates.required" values={{ placeholders: braced(requiredPlaceholders) }} />
            </p>
          )}
          <EmailTemplatePreview words={currentText} of={sample?.find((entry) => entry.locale === locale)} />
          <Button disabledFocusable={testing.busy || isEmpty(currentText)} onClick={() => void test()}>
            <FormattedMessage id="emailTemplates.test" />
          </Button>
          {problem && (
            <Message state="no" alert title={NATIVE_LANGUAGE_NAMES[locale]}>
              <FormattedMessage
                id={`emailTemplates.refused.${problem.status}`}
                values={{
                  placeholder: 'placeholder' in problem ? `{${problem.placeholder.replace(/^[{]|[}]$/g, '')}}` : '',
                }}
              />
            </Message>
          )}
          {failure && <SaveFailed failure={failure} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
