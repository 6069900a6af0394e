/** Edits the person's emergency contact, and says who can see it. Saving empty fields removes it. */
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveEmergencyContact } from '../../../data/emergency-contact.ts';
import type { OwnAccount } from '../../../data/own-account.ts';
import { emergencyContactSchema, type EmergencyContact } from '../../../domain/own-account.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFieldStyles } from './dialog-styles.ts';

const NOBODY: EmergencyContact = { name: '', phone: '', relation: '' };

export function EmergencyContactDialog({ account, onClose }: { account: OwnAccount; onClose(): void }) {
  const styles = useFieldStyles();
  const intl = useIntl();
  const saving = useMutation({ send: saveEmergencyContact, invalidates: [] });
  const form = useForm<EmergencyContact, EmergencyContact>({
    schema: emergencyContactSchema,
    values: account.emergency ?? NOBODY,
  });

  const send = () =>
    submitForm(form, async (values) => {
      const saved = await saving.save(values);
      if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      return saved.ok;
    });

  return (
    <FormDialog
      title={<FormattedMessage id="myAccount.emergency" />}
      confirm={<FormattedMessage id="form.save" />}
      disabled={saving.busy}
      onClose={onClose}
      onConfirm={send}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <SaveFailed result={saving.result} />
          <p>
            <FormattedMessage id="myAccount.emergency.who" />
          </p>
          <TextField<EmergencyContact>
            name="name"
            label={intl.formatMessage({ id: 'myAccount.emergency.name' })}
            autoComplete="off"
          />
          <PhoneField<EmergencyContact> name="phone" label={intl.formatMessage({ id: 'myAccount.emergency.phone' })} />
          <TextField<EmergencyContact>
            name="relation"
            label={intl.formatMessage({ id: 'myAccount.emergency.relation' })}
            hint={<FormattedMessage id="myAccount.emergency.relation.hint" />}
            autoComplete="off"
          />
        </div>
      </FormProvider>
    </FormDialog>
  );
}
