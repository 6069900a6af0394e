import { Button, Field, Input, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AuthRefusal } from '../../data/auth.ts';
import { isEmailAddress, normalizeEmailAddress } from '../../domain/email-address.ts';
import type { Result } from '../../domain/result.ts';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Message } from '../../ui/states/message.tsx';
import { TOUCH } from '../../ui/theme/breakpoints.ts';
import { authErrorText } from '../auth-error-texts.ts';
import { ResendButton } from './lazy-auth-pages.ts';

export interface Credentials {
  email: string;
  password: string;
}

const useStyles = makeStyles({
  // The default width of an input is wider than a phone.
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    '& .fui-Input': { minWidth: 0 },
    '& input': { minWidth: 0 },
  },
});

export function LoginForm(props: {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  onSubmit: (credentials: Credentials) => Promise<void>;
  busy: boolean;
  failure: Result<unknown, AuthRefusal> | null;
}) {
  const { credentials, onChange, onSubmit, busy, failure } = props;
  const styles = useStyles();
  const intl = useIntl();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const isPrefilled = useRef(credentials.email !== '');
  // Not on touch screens, where the keyboard would cover the page before it is read.
  useEffect(() => {
    if (!matchMedia(TOUCH).matches) (isPrefilled.current ? password : email).current?.focus();
  }, []);
  const emailError = !hasSubmitted
    ? null
    : normalizeEmailAddress(credentials.email) === ''
      ? intl.formatMessage({ id: 'form.required' }, { name: intl.formatMessage({ id: 'login.email' }) })
      : isEmailAddress(normalizeEmailAddress(credentials.email))
        ? null
        : intl.formatMessage({ id: 'form.email' });
  const passwordError =
    hasSubmitted && credentials.password === ''
      ? intl.formatMessage({ id: 'form.required' }, { name: intl.formatMessage({ id: 'login.password' }) })
      : null;

  const errorId = authErrorText(failure);
  const isUnconfirmed =
    failure !== null && !failure.ok && failure.code === 'refused' && failure.refusal.status === 'not_confirmed';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setHasSubmitted(true);
    if (busy) return;
    if (!isEmailAddress(normalizeEmailAddress(credentials.email))) email.current?.focus();
    else if (credentials.password === '') password.current?.focus();
    else void onSubmit(credentials);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {errorId && (
        <Message state="no" alert>
          <FormattedMessage id={errorId} />
        </Message>
      )}
      {isUnconfirmed && <ResendButton email={normalizeEmailAddress(credentials.email)} />}
      <Field label={intl.formatMessage({ id: 'login.email' })} validationMessage={emailError}>
        <Input
          ref={email}
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
        <PasswordInput
          ref={password}
          size="large"
          name="password"
          autoComplete="current-password"
          value={credentials.password}
          onChange={(_, { value }) => onChange({ ...credentials, password: value })}
        />
      </Field>
      <Button
        appearance="primary"
        size="large"
        type="submit"
        disabledFocusable={busy}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : null}
      >
        <FormattedMessage id={busy ? 'login.signingIn' : 'login.signIn'} />
      </Button>
    </form>
  );
}
