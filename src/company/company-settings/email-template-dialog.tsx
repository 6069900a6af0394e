/** Edits an email template in four languages, with a preview and a test mail. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CompanyEmailTemplate, EmailTemplateSample } from '../../data/email-templates.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES, type Locale } from '../../lib/locales.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { type } from '../../ui/theme/sizes.ts';
import {
  isEmpty,
  TEMPLATE_PARTS,
  templateTextFor,
  type TemplateFieldName,
  type EmailTemplateFormValues,
} from './email-template-form.ts';
import { EmailTemplatePreview } from './email-template-preview.tsx';
import { useEmailTemplateForm, useTestEmail, type TemplateProblem } from './use-email-template-form.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', justifyItems: 'start' },
  field: { width: '100%' },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

const braced = (placeholders: readonly string[]) => placeholders.map((placeholder) => `{${placeholder}}`).join(' ');

interface EmailTemplateDialogProps {
  company: Uuid;
  emailTemplate: CompanyEmailTemplate;
  sample: EmailTemplateSample[] | null;
  onClose(): void;
}

export function EmailTemplateDialog({ company, emailTemplate, sample, onClose }: EmailTemplateDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { locale, setLocale, problem, show, clearProblem } = useShownLanguage(emailTemplate);
  const { form, theirs, onResolved, ...saving } = useEmailTemplateForm({ company, emailTemplate, show });
  const test = useTestEmail({ company, emailTemplate, show });
  const labels = useFieldLabels();
  const currentText = templateTextFor(form.watch(), locale);
  const failure = saving.failure ?? test.failure;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={`emailTemplates.name.${emailTemplate.template}`} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={theirs !== null}
        onClose={onClose}
        onConfirm={() =>
          submitForm(form, (values) => {
            clearProblem();
            return saving.save(values);
          })
        }
      >
        <div className={styles.fields} data-first>
          {theirs && (
            <ConflictChoice
              key={theirs.version}
              form={form}
              theirs={theirs.values}
              labels={labels}
              onResolved={onResolved}
            />
          )}
          <Segmented<Locale>
            label={intl.formatMessage({ id: 'emailTemplates.language' })}
            kind="choice"
            segments={LOCALES.map((value) => ({ value, label: NATIVE_LANGUAGE_NAMES[value] }))}
            value={locale}
            onChange={setLocale}
          />
          <TemplateFields emailTemplate={emailTemplate} locale={locale} />
          <EmailTemplatePreview template={currentText} of={sample?.find((entry) => entry.locale === locale)} />
          <Button
            disabledFocusable={test.busy || isEmpty(currentText)}
            onClick={() => void test.send(locale, currentText)}
          >
            <FormattedMessage id="emailTemplates.test" />
          </Button>
          {problem && <ProblemMessage problem={problem} locale={locale} />}
          <SaveFailed result={failure} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function useShownLanguage({ texts }: CompanyEmailTemplate) {
  const intl = useIntl();
  const [locale, setLocale] = useState<Locale>(() => texts[0]?.locale ?? (intl.locale.slice(0, 2) as Locale));
  const [problem, setProblem] = useState<TemplateProblem | null>(null);
  const show = (at: Locale, foundProblem: TemplateProblem | null) => {
    setLocale(at);
    setProblem(foundProblem);
  };
  return { locale, setLocale, problem, show, clearProblem: () => setProblem(null) };
}

function useFieldLabels(): Record<TemplateFieldName, string> {
  const intl = useIntl();
  return Object.fromEntries(
    LOCALES.flatMap((language) =>
      TEMPLATE_PARTS.map((part) => [
        `${part}_${language}`,
        joinWithDots(NATIVE_LANGUAGE_NAMES[language], intl.formatMessage({ id: `emailTemplates.${part}` })),
      ]),
    ),
  ) as Record<TemplateFieldName, string>;
}

function TemplateFields({ emailTemplate, locale }: { emailTemplate: CompanyEmailTemplate; locale: Locale }) {
  const styles = useStyles();
  const intl = useIntl();
  const { placeholders, requiredPlaceholders } = emailTemplate;
  return (
    <>
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
    </>
  );
}

/** The check for stray braces reports the text around one, which may begin or end with it. */
const bare = (placeholder: string) => placeholder.replace(/^[{]|[}]$/g, '');

function ProblemMessage({ problem, locale }: { problem: TemplateProblem; locale: Locale }) {
  return (
    <Message state="no" alert title={NATIVE_LANGUAGE_NAMES[locale]}>
      <FormattedMessage
        id={`emailTemplates.refused.${problem.status}`}
        values={{
          placeholder: 'placeholder' in problem ? `{${bare(problem.placeholder)}}` : '',
        }}
      />
    </Message>
  );
}
