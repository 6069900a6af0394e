import { Button, Field, Input, MessageBar, MessageBarBody, Spinner, makeStyles } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FailureCode } from '../domain/result.ts';
import { SIGN_IN_ERRORS } from './sign-in-errors.ts';

export interface Credentials {
  email: string;
  password: string;
}

const useStyles = makeStyles({
  form: { display: 'grid', gap: '16px' },
  field: { minHeight: '48px' },
  button: { minHeight: '48px' },
});

const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

export function LoginForm(props: {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  onSubmit: (credentials: Credentials) => Promise<void>;
  busy: boolean;
  failure: FailureCode | null;
}) {
  const { credentials, onChange, onSubmit, busy, failure } = props;
  const styles = useStyles();
  const intl = useIntl();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const emailError = !tried
    ? null
    : credentials.email.trim() === ''
      ? intl.formatMessage({ id: 'form.required' }, { name: intl.formatMessage({ id: 'login.email' }) })
      : looksLikeEmail(credentials.email)
        ? null
        : intl.formatMessage({ id: 'form.email' });
  const passwordError =
    tried && credentials.password === ''
      ? intl.formatMessage({ id: 'form.required' }, { name: intl.formatMessage({ id: 'login.password' }) })
      : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    if (!looksLikeEmail(credentials.email)) email.current?.focus();
    else if (credentials.password === '') password.current?.focus();
    else void onSubmit(credentials);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {failure && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            <FormattedMessage id={SIGN_IN_ERRORS[failure]} />
          </MessageBarBody>
        </MessageBar>
      )}
      <Field label={intl.formatMessage({ id: 'login.email' })} validationMessage={emailError}>
        <Input
          ref={email}
          className={styles.field}
          size="large"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={credentials.email}
          onChange={(_, { value }) => onChange({ ...credentials, email: value })}
        />
      </Field>
      <Field label={intl.formatMessage({ id: 'login.password' })} validationMessage={passwordError}>
        <Input
          ref={password}
          className={styles.field}
          size="large"
          type="password"
          name="password"
          autoComplete="current-password"
          value={credentials.password}
          onChange={(_, { value }) => onChange({ ...credentials, password: value })}
        />
      </Field>
      <Button
        className={styles.button}
        appearance="primary"
        size="large"
        type="submit"
        disabledFocusable={busy}
        icon={busy ? <Spinner size="tiny" /> : null}
      >
        <FormattedMessage id={busy ? 'login.signingIn' : 'login.signIn'} />
      </Button>
    </form>
  );
}
