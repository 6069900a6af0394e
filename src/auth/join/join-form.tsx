/**
 * The account that joins. Its address is the invited one; new accounts choose a name and a password, others sign in.
 */
import { Field, Input } from '@fluentui/react-components';
import { Controller } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { newMemberSchema, passwordSchema, type NewMember, type PasswordFormValues } from '../../domain/registration.ts';
import { TextField, useFieldError } from '../../ui/form/form-fields.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { AccountForm } from '../account-form.tsx';
import { PasswordField, validatePassword } from '../password-field.tsx';

/** With a new account, with an existing one, or, if already signed in, by confirming. */
export type JoinMode = 'new' | 'sign-in' | 'confirm';

export interface JoinFormProps {
  mode: Exclude<JoinMode, 'confirm'>;
  email: string;
  busy: boolean;
  /** Returns whether it succeeded. */
  onSubmit(member: NewMember): Promise<boolean>;
}

export function JoinForm({ mode, ...props }: JoinFormProps) {
  return mode === 'new' ? <NewAccount {...props} /> : <KnownAccount {...props} />;
}

type AccountProps = Omit<JoinFormProps, 'mode'>;

function NewAccount({ email, busy, onSubmit }: AccountProps) {
  const intl = useIntl();
  const form = useForm<NewMember, NewMember>({ schema: newMemberSchema, values: { displayName: '', password: '' } });
  const personalWords = () => [form.watch('displayName'), email.split('@')[0] ?? ''];

  const create = async (member: NewMember): Promise<boolean> =>
    (await validatePassword(form, { name: 'password', personalWords: personalWords() })) && onSubmit(member);

  return (
    <AccountForm form={form} busy={busy} submit={<FormattedMessage id="join.create" />} onSend={create}>
      <Invited email={email} />
      <TextField<NewMember>
        name="displayName"
        label={intl.formatMessage({ id: 'join.name' })}
        hint={<FormattedMessage id="join.name.hint" />}
        autoComplete="name"
        required
      />
      <PasswordField<NewMember>
        name="password"
        label={intl.formatMessage({ id: 'join.newPassword' })}
        personalWords={personalWords()}
      />
    </AccountForm>
  );
}

function KnownAccount({ email, busy, onSubmit }: AccountProps) {
  const form = useForm<PasswordFormValues, PasswordFormValues>({ schema: passwordSchema, values: { password: '' } });
  return (
    <AccountForm
      form={form}
      busy={busy}
      submit={<FormattedMessage id="join.signIn" />}
      onSend={({ password }) => onSubmit({ displayName: '', password })}
    >
      <Invited email={email} />
      <p>
        <FormattedMessage id="join.signIn.text" />
      </p>
      <KnownPassword />
    </AccountForm>
  );
}

function KnownPassword() {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'join.password' });
  const error = useFieldError('password', label);
  return (
    <Controller<PasswordFormValues>
      name="password"
      render={({ field }) => (
        <Field label={label} {...(error ? { validationMessage: error } : {})}>
          <PasswordInput size="large" autoComplete="current-password" {...field} />
        </Field>
      )}
    />
  );
}

/** The invited address, read-only; password managers use it. */
function Invited({ email }: { email: string }) {
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'join.email' })}>
      <Input size="large" type="email" name="email" autoComplete="username" readOnly value={email} />
    </Field>
  );
}
