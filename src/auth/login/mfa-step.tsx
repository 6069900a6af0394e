/** The second sign-in step: the code of an authenticator. */
import { Button, Field, Select, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { signOut, type AuthRefusal, type SignedIn } from '../../data/auth.ts';
import { verifyFactorCode, readFactors, type Factor } from '../../data/mfa-factors.ts';
import type { Result } from '../../domain/result.ts';
import { CODE_LENGTH, CodeField } from '../../features/mfa/code-field.tsx';
import { mfaErrorText } from '../../features/mfa/mfa-error-text.ts';
import { session } from '../../session/session.ts';
import { Message } from '../../ui/states/message.tsx';
import { TOUCH } from '../../ui/theme/breakpoints.ts';
import { touchTarget } from '../../ui/theme/sizes.ts';
import { AccountFrame } from '../account-frame.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', '& p': { margin: 0 } },
  touch: { minHeight: touchTarget },
});

/** The step as a page of its own. */
export function MfaPage(props: MfaStepProps) {
  return (
    <AccountFrame title={<FormattedMessage id="mfa.step.title" />}>
      <MfaStep {...props} />
    </AccountFrame>
  );
}

export interface MfaStepProps {
  /** Called when the person is signed in. */
  onEntered?(user: SignedIn): void;
  /** Called when the pending session is gone. */
  onLeft(): void;
}

export function MfaStep({ onEntered, onLeft }: MfaStepProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [factors, setFactors] = useState<readonly Factor[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [isShort, setShort] = useState(false);
  const [answer, setAnswer] = useState<Result<unknown, AuthRefusal> | null>(null);
  const factor = chosen ?? factors[0]?.id ?? null;

  const form = useRef<HTMLFormElement>(null);
  // As on the previous page, not on touch screens.
  useEffect(() => {
    if (!matchMedia(TOUCH).matches) form.current?.querySelector('input')?.focus();
  }, []);
  useEffect(() => {
    let current = true;
    void readFactors().then((result) => {
      if (!current) return;
      if (result.ok) setFactors(result.data);
      else setAnswer(result);
    });
    return () => {
      current = false;
    };
  }, []);

  async function give(typed: string): Promise<void> {
    if (busy) return;
    setShort(typed.length < CODE_LENGTH);
    if (typed.length < CODE_LENGTH) return;
    setBusy(true);
    setAnswer(null);
    try {
      const result = factor ? null : await readFactors();
      if (result?.ok) setFactors(result.data);
      const id = factor ?? (result?.ok ? (result.data[0]?.id ?? null) : null);
      if (id === null) return void setAnswer(result);
      const given = await verifyFactorCode({ factor: id, code: typed });
      if (!given.ok) return void setAnswer(given);
      const entered = await session.enter(given.data);
      if (!entered.ok) setAnswer(entered);
      else onEntered?.(given.data);
    } finally {
      setBusy(false);
    }
  }

  const trouble = isShort ? 'mfa.codeShort' : mfaErrorText(answer);
  const isCode = isShort || (answer !== null && !answer.ok && answer.code === 'refused');
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void give(code);
      }}
    >
      {trouble && !isCode && (
        <Message state="no" alert>
          <FormattedMessage id={trouble} />
        </Message>
      )}
      <p>
        <FormattedMessage id="mfa.step.text" />
      </p>
      {factors.length > 1 && (
        <Field label={intl.formatMessage({ id: 'mfa.step.which' })}>
          <Select
            className={styles.touch}
            size="large"
            value={factor ?? ''}
            onChange={(_, { value }) => {
              setChosen(value);
              setAnswer(null);
            }}
          >
            {factors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || intl.formatMessage({ id: 'mfa.unnamed' })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <CodeField
        value={code}
        problem={trouble && isCode ? intl.formatMessage({ id: trouble }) : null}
        onChange={(typed) => {
          setCode(typed);
          setShort(false);
          setAnswer(null);
          // A complete code is submitted automatically.
          if (typed.length === CODE_LENGTH && typed !== code) void give(typed);
        }}
      />
      <Button
        className={styles.touch}
        appearance="primary"
        size="large"
        type="submit"
        disabledFocusable={busy}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : null}
      >
        <FormattedMessage id={busy ? 'login.signingIn' : 'login.signIn'} />
      </Button>
      <p>
        <FormattedMessage id="mfa.step.lost" />
      </p>
      <Button
        className={styles.touch}
        appearance="subtle"
        onClick={() => {
          void signOut().then(onLeft);
        }}
      >
        <FormattedMessage id="mfa.step.leave" />
      </Button>
    </form>
  );
}
