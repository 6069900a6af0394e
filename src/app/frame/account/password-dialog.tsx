/** Another password, for who knows the present one; where Auth wants it, with a code from a mail as well. */
import { Field, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { authTrouble } from '../../../auth/auth-refusal-texts.ts';
import { PasswordField, takesPassword } from '../../../auth/password-field.tsx';
import { changePassword, sendCode, type OwnAccount } from '../../../data/own-account.ts';
import { ownPassword, type OwnPassword } from '../../../domain/own-account.ts';
import { paths } from '../../../lib/paths.ts';
import { useSave } from '../../../online/use-save.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { submitted } from '../../../ui/form/submitted.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { LocalLink } from '../../../ui/address/local-link.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { density } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFieldsStyles } from './profile-dialog.tsx';

const useStyles = makeStyles({
  control: { minHeight: density.target, width: '100%', minWidth: 0 },
  // Its own room at the left, so that its words begin where the fields do.
  forgot: { '& a': { marginInlineStart: '-8px' } },
});

export function PasswordDialog({ account, onClose }: { account: OwnAccount; onClose(): void }) {
  const styles = useFieldsStyles();
  const own = useStyles();
  const intl = useIntl();
  const { email } = account.user;
  const about = [account.displayName, email.split('@')[0] ?? ''];
  const form = useForm<OwnPassword, OwnPassword>({
    schema: ownPassword,
    values: { present: '', password: '', code: '' },
  });
  const saving = useSave({ send: changePassword, touches: [] });
  const sending = useSave({ send: sendCode, touches: [] });
  const [wantsCode, setWantsCode] = useState(false);
  const { result } = saving;
  const isWrong = result !== null && !result.ok && result.code === 'wrong_credentials';
  const trouble = authTrouble(sending.result) ?? (isWrong || sending.result?.ok ? null : authTrouble(result));

  const send = () =>
    submitted(form, async ({ present, password, code }) => {
      if (!(await takesPassword(form, { name: 'password', about }))) return false;
      sending.forget();
      const answer = await saving.save({ email, present, password, code });
      if (answer.ok) {
        void showToast({ intent: 'success', text: intl.formatMessage({ id: 'myAccount.password.done' }) });
        return true;
      }
      if (answer.code === 'refused' && answer.refusal.status === 'code_wanted' && (await sending.save(undefined)).ok)
        setWantsCode(true);
      return false;
    });

  return (
    <FormDialog
      title={<FormattedMessage id="myAccount.password.title" />}
      confirm={<FormattedMessage id="myAccount.password.save" />}
      disabled={saving.busy || sending.busy}
      onClose={onClose}
      onConfirm={send}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          {trouble && (
            <Message state="no" alert>
              <FormattedMessage id={trouble} />
            </Message>
          )}
          {/* So that a password manager knows whose it is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PresentPassword isWrong={isWrong} />
          <p className={own.forgot}>
            <LocalLink to={paths.forgotPassword}>
              <FormattedMessage id="login.forgot" />
            </LocalLink>
          </p>
          <PasswordField<OwnPassword>
            name="password"
            label={intl.formatMessage({ id: 'newPassword.password' })}
            about={about}
          />
          {wantsCode && (
            <TextField<OwnPassword>
              name="code"
              input="whole"
              label={intl.formatMessage({ id: 'myAccount.password.code' })}
              hint={<FormattedMessage id="myAccount.password.code.hint" values={{ email }} />}
              autoComplete="one-time-code"
            />
          )}
          <p>
            <FormattedMessage id="myAccount.password.about" />
          </p>
        </div>
      </FormProvider>
    </FormDialog>
  );
}

function PresentPassword({ isWrong }: { isWrong: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const { control } = useFormContext<OwnPassword>();
  const label = intl.formatMessage({ id: 'myAccount.password.present' });
  return (
    <Controller
      control={control}
      name="present"
      render={({ field, fieldState }) => (
        <Field
          label={label}
          required
          {...(fieldState.error
            ? { validationMessage: intl.formatMessage({ id: 'form.required' }, { name: label }) }
            : isWrong
              ? { validationMessage: intl.formatMessage({ id: 'myAccount.password.wrong' }) }
              : {})}
        >
          <PasswordInput className={styles.control} autoComplete="current-password" input={{ size: 1 }} {...field} />
        </Field>
      )}
    />
  );
}
