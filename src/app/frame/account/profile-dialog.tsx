import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { changeProfile, type OwnAccount } from '../../../data/own-account.ts';
import { profileSchema, type Profile } from '../../../domain/own-account.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES } from '../../../lib/locales.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { session } from '../../../session/session.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useLanguage } from '../preferences.ts';
import { useFieldStyles } from './dialog-styles.ts';

export function ProfileDialog({ account, onClose }: { account: OwnAccount; onClose(): void }) {
  const styles = useFieldStyles();
  const intl = useIntl();
  const language = useLanguage();
  const saving = useMutation({ send: changeProfile, invalidates: [] });
  const form = useForm<Profile, Profile>({
    schema: profileSchema,
    values: { displayName: account.displayName, locale: account.locale },
  });

  const send = () =>
    submitForm(form, async (values) => {
      const saved = await saving.save(values);
      if (!saved.ok) return false;
      // Loads the identity again: the name in the menu, on the device and in other tabs.
      await session.enter(account.user);
      if (values.locale !== account.locale) language.choose(values.locale);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      return true;
    });

  return (
    <FormDialog
      title={<FormattedMessage id="myAccount.profile" />}
      confirm={<FormattedMessage id="form.save" />}
      disabled={saving.busy}
      onClose={onClose}
      onConfirm={send}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <SaveFailed result={saving.result} />
          <TextField<Profile>
            name="displayName"
            label={intl.formatMessage({ id: 'myAccount.profile.name' })}
            hint={<FormattedMessage id="myAccount.profile.name.hint" />}
            autoComplete="name"
            required
          />
          <SelectField<Profile>
            name="locale"
            label={intl.formatMessage({ id: 'myAccount.profile.locale' })}
            hint={<FormattedMessage id="myAccount.profile.locale.hint" />}
            options={LOCALES.map((value) => ({ value, label: NATIVE_LANGUAGE_NAMES[value] }))}
          />
        </div>
      </FormProvider>
    </FormDialog>
  );
}
