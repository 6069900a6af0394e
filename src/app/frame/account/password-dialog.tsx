/** Changes the password, given the current one and, if Auth requires it, a code from a mail. */
import { Field, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { authErrorMessageId } from '../../../auth/auth-error-message-id.ts';
import { PasswordField, validatePassword } from '../../../auth/password-field.tsx';
import { changePassword, sendReauthenticationCode, type OwnAccount } from '../../../data/own-account.ts';
import { passwordChangeSchema, type PasswordChangeInput } from '../../../domain/own-account.ts';
import { signedOutFailure } from '../../../domain/result.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { LocalLink } from '../../../ui/address/local-link.tsx';
import { density } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFieldStyles } from './dialog-styles.ts';

const useStyles = makeStyles({
  control: { minHeight: density.target, width: '100%', minWidth: 0 },
  // Offsets the link's padding, to align its text with the fields.
  forgot: { '& a': { marginInlineStart: '-8px' } },
});

function usePasswordChange(email: string, personalWords: readonly string[]) {
  const intl = useIntl();
  const form = useForm<PasswordChangeInput, PasswordChangeInput>({
    schema: passwordChangeSchema,
    values: { currentPassword: '', password: '', code: '' },
  });
  const saving = useMutation({ send: changePassword, invalidates: [] });
  const sending = useMutation({ send: sendReauthenticationCode, invalidates: [] });
  const [isCodeRequired, setIsCodeRequired] = useState(false);
  const { result } = saving;
  const isWrong = result !== null && !result.ok && result.code === 'wrong_credentials';
  // A wrong password is shown at its field. Once a code was sent, the refusal that asked for it is no error.
  const errorId =
    authErrorMessageId(sending.result) ?? (isWrong || sending.result?.ok ? null : authErrorMessageId(result));

  const send = () =>
    submitForm(form, async ({ currentPassword, password, code }) => {
      if (!(await validatePassword(form, { name: 'password', personalWords }))) return false;
      sending.reset();
      const saved = await saving.save({ email, currentPassword, password, code });
      if (saved.ok) {
        void showToast({ intent: 'success', text: intl.formatMessage({ id: 'myAccount.password.done' }) });
        return true;
      }
      if (saved.code === 'refused' && saved.refusal.status === 'code_required' && (await sending.save(undefined)).ok)
        setIsCodeRequired(true);
      return false;
    });
  const failure =
    errorId && (signedOutFailure(sending.result) ?? signedOutFailure(result) ?? intl.formatMessage({ id: errorId }));

  return { form, send, busy: saving.busy || sending.busy, failure, isWrong, isCodeRequired };
}

export function PasswordDialog({ account, onClose }: { account: OwnAccount; onClose(): void }) {
  const styles = useFieldStyles();
  const ownStyles = useStyles();
  const intl = useIntl();
  const { email } = account.user;
  const personalWords = [account.displayName, email.split('@')[0] ?? ''];
  const { form, send, busy, failure, isWrong, isCodeRequired } = usePasswordChange(email, personalWords);

  return (
    <FormDialog
      title={<FormattedMessage id="myAccount.password.title" />}
      confirm={<FormattedMessage id="myAccount.password.save" />}
      disabled={busy}
      onClose={onClose}
      onConfirm={send}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <ActionFailed failure={failure} />
          {/* Tells password managers which account this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <CurrentPasswordField isWrong={isWrong} />
          <p className={ownStyles.forgot}>
            <LocalLink to={paths.forgotPassword}>
              <FormattedMessage id="login.forgot" />
            </LocalLink>
          </p>
          <PasswordField<PasswordChangeInput>
            name="password"
            label={intl.formatMessage({ id: 'newPassword.password' })}
            personalWords={personalWords}
          />
          {isCodeRequired && (
            <TextField<PasswordChangeInput>
              name="code"
              isNumeric
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

function CurrentPasswordField({ isWrong }: { isWrong: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const { control } = useFormContext<PasswordChangeInput>();
  const label = intl.formatMessage({ id: 'myAccount.password.present' });
  return (
    <Controller
      control={control}
      name="currentPassword"
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
