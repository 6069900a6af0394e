import { Button, Field, Input, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { AuthRefusal } from '../../data/auth.ts';
import { isEmailAddress, normalizeEmailAddress } from '../../domain/email-address.ts';
import type { Result } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Message } from '../../ui/states/message.tsx';
import { TOUCH } from '../../ui/theme/breakpoints.ts';
import { authErrorMessageId } from '../auth-error-message-id.ts';
import { ResendButton } from './lazy-login-parts.ts';

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

interface LoginFormProps {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  onSubmit: (credentials: Credentials) => Promise<void>;
  busy: boolean;
  failure: Result<unknown, AuthRefusal> | null;
}

/** Focuses the first empty field on arrival, and an invalid one on submit. */
function useLoginFields({ credentials, onSubmit, busy }: LoginFormProps) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const isPrefilled = useRef(credentials.email !== '');
  // Not on touch screens, where the keyboard would cover the page before it is read.
  useEffect(() => {
    if (!matchMedia(TOUCH).matches) (isPrefilled.current ? password : email).current?.focus();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setHasSubmitted(true);
    if (busy) return;
    if (!isEmailAddress(normalizeEmailAddress(credentials.email))) email.current?.focus();
    else if (credentials.password === '') password.current?.focus();
    else void onSubmit(credentials);
  }

  return { email, password, hasSubmitted, submit };
}

function credentialErrors(intl: IntlShape, credentials: Credentials) {
  const email = normalizeEmailAddress(credentials.email);
  const required = (name: MessageId) =>
    intl.formatMessage({ id: 'form.required' }, { name: intl.formatMessage({ id: name }) });
  return {
    emailError:
      email === '' ? required('login.email') : isEmailAddress(email) ? null : intl.formatMessage({ id: 'form.email' }),
    passwordError: credentials.password === '' ? required('login.password') : null,
  };
}

export function LoginForm(props: LoginFormProps) {
  const { credentials, onChange, busy, failure } = props;
  const styles = useStyles();
  const intl = useIntl();
  const { email, password, hasSubmitted, submit } = useLoginFields(props);
  const { emailError, passwordError } = hasSubmitted
    ? credentialErrors(intl, credentials)
    : { emailError: null, passwordError: null };

  const errorId = authErrorMessageId(failure);
  const isUnconfirmed =
    failure !== null && !failure.ok && failure.code === 'refused' && failure.refusal.status === 'not_confirmed';

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
