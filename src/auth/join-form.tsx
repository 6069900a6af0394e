/** The account that joins: its address is the invited one; new ones choose a name and a password, others sign in. */
import { Button, Field, Input, Spinner, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller, FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { isTaken } from '../domain/password.ts';
import { knownMember, newMember, type KnownMember, type NewMember } from '../domain/registering.ts';
import { TextField, useFieldError } from '../ui/form/form-fields.tsx';
import { PasswordInput } from '../ui/form/password-input.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { judge, PasswordField } from './password-field.tsx';

/** By a new account, by one that there is, or signed in already. */
export type Joining = 'new' | 'sign-in' | 'press';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    '& p': { margin: 0 },
    '& .fui-Input': { minWidth: 0 },
    '& input': { minWidth: 0 },
  },
});

export interface JoinFormProps {
  how: Exclude<Joining, 'press'>;
  email: string;
  busy: boolean;
  onSubmit(given: NewMember): void;
}

export function JoinForm({ how, ...props }: JoinFormProps) {
  return how === 'new' ? <NewAccount {...props} /> : <KnownAccount {...props} />;
}

type AccountProps = Omit<JoinFormProps, 'how'>;

function NewAccount({ email, busy, onSubmit }: AccountProps) {
  const intl = useIntl();
  const form = useForm<NewMember, NewMember>({ schema: newMember, values: { displayName: '', password: '' } });
  const about = () => [form.watch('displayName'), email.split('@')[0] ?? ''];

  async function create(given: NewMember): Promise<void> {
    if (isTaken(await judge(given.password, about()))) onSubmit(given);
    else form.setError('password', { message: 'not_valid' }, { shouldFocus: true });
  }

  return (
    <FormProvider {...form}>
      <Account
        email={email}
        busy={busy}
        submit={<FormattedMessage id="join.create" />}
        onSubmit={() => void form.handleSubmit(create)()}
      >
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
          about={about()}
        />
      </Account>
    </FormProvider>
  );
}

function KnownAccount({ email, busy, onSubmit }: AccountProps) {
  const form = useForm<KnownMember, KnownMember>({ schema: knownMember, values: { password: '' } });
  return (
    <FormProvider {...form}>
      <Account
        email={email}
        busy={busy}
        submit={<FormattedMessage id="join.signIn" />}
        onSubmit={() => void form.handleSubmit(({ password }) => onSubmit({ displayName: '', password }))()}
      >
        <p>
          <FormattedMessage id="join.signIn.text" />
        </p>
        <KnownPassword />
      </Account>
    </FormProvider>
  );
}

function KnownPassword() {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'join.password' });
  const error = useFieldError('password', label);
  return (
    <Controller<KnownMember>
      name="password"
      render={({ field }) => (
        <Field label={label} {...(error ? { validationMessage: error } : {})}>
          <PasswordInput size="large" autoComplete="current-password" {...field} />
        </Field>
      )}
    />
  );
}

interface FrameProps {
  email: string;
  busy: boolean;
  submit: ReactNode;
  children: ReactNode;
  onSubmit(): void;
}

function Account({ email, busy, submit, children, onSubmit }: FrameProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <Field label={intl.formatMessage({ id: 'join.email' })}>
        <Input size="large" type="email" name="email" autoComplete="username" readOnly value={email} />
      </Field>
      {children}
      <Button
        appearance="primary"
        size="large"
        type="submit"
        disabledFocusable={busy}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : null}
      >
        {submit}
      </Button>
    </form>
  );
}
