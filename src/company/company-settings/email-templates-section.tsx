/** Email templates in the company's own words (ADR 043), and the link for reviews. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  readEmailTemplates,
  saveReviewLink,
  type CompanyEmailTemplate,
  type EmailTemplates,
} from '../../data/email-templates.ts';
import { optionalUrl } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { type } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { EmailTemplateDialog } from './email-template-dialog.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', justifyItems: 'start' },
  field: { width: '100%' },
});

export function EmailTemplatesSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [openTemplate, setOpenTemplate] = useState<CompanyEmailTemplate | null>(null);
  const query = useServerQuery({
    key: [company, 'email-templates'],
    fetch: (signal) => readEmailTemplates(company, signal),
  });
  return (
    <FormSection title="emailTemplates.title">
      <p className={styles.about}>
        <FormattedMessage id="emailTemplates.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="emailTemplates.failed" />}>
        {(emailTemplates) => (
          <>
            <SectionRows>
              {emailTemplates.templates.map((emailTemplate) => (
                <TemplateRow
                  key={emailTemplate.template}
                  emailTemplate={emailTemplate}
                  onOpen={() => setOpenTemplate(emailTemplate)}
                />
              ))}
            </SectionRows>
            <ReviewLink key={emailTemplates.reviewUrl} company={company} url={emailTemplates.reviewUrl} />
            {openTemplate && (
              <EmailTemplateDialog
                company={company}
                emailTemplate={openTemplate}
                sample={emailTemplates.sample}
                onClose={() => setOpenTemplate(null)}
              />
            )}
          </>
        )}
      </QueryView>
    </FormSection>
  );
}

function TemplateRow({ emailTemplate, onOpen }: { emailTemplate: CompanyEmailTemplate; onOpen(): void }) {
  const intl = useIntl();
  const name = intl.formatMessage({ id: `emailTemplates.name.${emailTemplate.template}` });
  const languages = emailTemplate.texts.map(({ locale }) => NATIVE_LANGUAGE_NAMES[locale]);
  return (
    <SectionRow
      name={name}
      state={
        languages.length === 0 ? (
          <FormattedMessage id="emailTemplates.default" />
        ) : (
          <FormattedMessage
            id="emailTemplates.own"
            values={{ languages: intl.formatList(languages, { type: 'unit' }) }}
          />
        )
      }
      action={
        <Button
          appearance="subtle"
          aria-label={intl.formatMessage({ id: 'emailTemplates.change' }, { template: name })}
          onClick={onOpen}
        >
          <FormattedMessage id="emailTemplates.change" values={{ template: '' }} />
        </Button>
      }
    />
  );
}

const reviewSchema = v.object({ url: optionalUrl() });
type Review = v.InferInput<typeof reviewSchema>;

function ReviewLink({ company, url }: { company: Uuid; url: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useForm<Review, Review>({ schema: reviewSchema, values: { url }, isResetBySave: true });
  const saving = useMutation<string, EmailTemplates>({
    send: (newUrl) => saveReviewLink({ company, url: newUrl }),
    invalidates: [[company, 'email-templates']],
  });
  async function save(): Promise<void> {
    const isSaved = await submitForm(form, async (values) => {
      const { ok } = await saving.save(values.url);
      if (ok) form.reset(values);
      return ok;
    });
    if (isSaved) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
  }
  return (
    <FormProvider {...form}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={styles.field}>
          <TextField<Review>
            name="url"
            type="url"
            label={intl.formatMessage({ id: 'emailTemplates.review' })}
            hint={<FormattedMessage id="emailTemplates.review.hint" />}
          />
        </div>
        <SaveFailed result={saving.result} />
        <Button type="submit" disabledFocusable={saving.busy || !form.formState.isDirty}>
          <FormattedMessage id="emailTemplates.review.save" />
        </Button>
      </form>
    </FormProvider>
  );
}
