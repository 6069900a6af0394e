/** The platform enables or disables a company or its subscription, with a reason for the audit log. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { setCompanyStatus, type OverseenCompany } from '../../data/companies.ts';
import { requiredText } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });
const SCHEMA = v.object({ isActive: v.boolean(), hasSubscription: v.boolean(), reason: requiredText(500) });
type StatusFormValues = v.InferInput<typeof SCHEMA>;

export interface CompanyStatusDialogProps {
  company: OverseenCompany;
  /** Owner of the queries to invalidate. */
  owner: Uuid;
  onClose(): void;
}

export function CompanyStatusDialog({ company, owner, onClose }: CompanyStatusDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useForm<StatusFormValues, StatusFormValues>({
    schema: SCHEMA,
    values: { isActive: company.isActive, hasSubscription: company.hasActiveSubscription, reason: '' },
  });
  const saving = useMutation({ send: setCompanyStatus, invalidates: [[owner, 'companies']] });

  async function send(values: StatusFormValues): Promise<boolean> {
    const saved = await saving.save({ ...values, company: company.id });
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'companies.setStatus.done' }) });
    return saved.ok;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="companies.setStatus.title" values={{ company: company.name }} />}
        confirm={<FormattedMessage id="companies.setStatus.confirm" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <SaveFailed result={saving.result} />
          <SwitchField<StatusFormValues>
            name="isActive"
            label={intl.formatMessage({ id: 'companies.setStatus.active' })}
            hint={<FormattedMessage id="companies.setStatus.active.hint" />}
          />
          <SwitchField<StatusFormValues>
            name="hasSubscription"
            label={intl.formatMessage({ id: 'companies.setStatus.subscription' })}
          />
          <TextField<StatusFormValues>
            name="reason"
            label={intl.formatMessage({ id: 'companies.setStatus.reason' })}
            lines={2}
            required
          />
        </div>
      </FormDialog>
    </FormProvider>
  );
}
