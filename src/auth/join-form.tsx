/** The account that joins: its address is the invited one; new ones choose a name and a password, others sign in. */
import { Button, Field, Input, Spinner, makeStyles } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';

/** By a new account, by one that there is, or signed in already. */
export type Joining = 'new' | 'sign-in' | 'press';

const SHORTEST = 8;

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
  onSubmit(given: { name: string; password: string }): void;
}

export function JoinForm({ how, email, busy, onSubmit }: JoinFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [seen, setSeen] = useState(false);
  const [tried, setTried] = useState(false);
  const isNew = how === 'new';
  const missing = (label: 'join.name' | 'join.password' | 'join.newPassword') =>
    intl.formatMessage({ id: 'form.required' }, { name: intl.formatMessage({ id: label }) });
  const nameError = tried && isNew && name.trim() === '' ? missing('join.name') : null;
  const passwordLabel = isNew ? 'join.newPassword' : 'join.password';
  const passwordError = !tried
    ? null
    : password === ''
      ? missing(passwordLabel)
      : isNew && password.length < SHORTEST
        ? intl.formatMessage({ id: 'join.newPassword.hint' })
        : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (busy || password === '' || (isNew && (name.trim() === '' || password.length < SHORTEST))) return;
    onSubmit({ name: name.trim(), password });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!isNew && (
        <p>
          <FormattedMessage id="join.signIn.text" />
        </p>
      )}
      <Field label={intl.formatMessage({ id: 'join.email' })}>
        <Input size="large" type="email" name="email" autoComplete="username" readOnly value={email} />
      </Field>
      {isNew && (
        <Field
          label={intl.formatMessage({ id: 'join.name' })}
          hint={intl.formatMessage({ id: 'join.name.hint' })}
          validationMessage={nameError}
        >
          <Input
            size="large"
            name="name"
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={(_, { value }) => setName(value)}
          />
        </Field>
      )}
      <Field
        label={intl.formatMessage({ id: passwordLabel })}
        {...(isNew ? { hint: intl.formatMessage({ id: 'join.newPassword.hint' }) } : {})}
        validationMessage={passwordError}
      >
        <Input
          size="large"
          type={seen ? 'text' : 'password'}
          name="password"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          value={password}
          onChange={(_, { value }) => setPassword(value)}
          contentAfter={
            <Button
              appearance="transparent"
              icon={seen ? <EyeOffRegular /> : <EyeRegular />}
              aria-label={intl.formatMessage({ id: seen ? 'join.hidePassword' : 'join.showPassword' })}
              aria-pressed={seen}
              onClick={() => setSeen(!seen)}
            />
          }
        />
      </Field>
      <Button
        appearance="primary"
        size="large"
        type="submit"
        disabledFocusable={busy}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : null}
      >
        <FormattedMessage id={isNew ? 'join.create' : 'join.signIn'} />
      </Button>
    </form>
  );
}
