/** The second sign-in step: the code of an authenticator. */
import { Button, Field, Select, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { signOut, type AuthRefusal, type SignedIn } from '../../data/auth.ts';
import { verifyFactorCode, readFactors, type Factor } from '../../data/mfa-factors.ts';
import type { Result } from '../../domain/result.ts';
import { CODE_LENGTH, CodeField } from '../../features/mfa/code-field.tsx';
import { mfaErrorMessageId } from '../../features/mfa/mfa-error-message-id.ts';
import { session } from '../../session/session.ts';
import { Message } from '../../ui/states/message.tsx';
import { TOUCH } from '../../ui/theme/breakpoints.ts';
import { touchTarget } from '../../ui/theme/sizes.ts';
import { AccountFrame } from '../account-frame.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', '& p': { margin: 0 } },
  touch: { minHeight: touchTarget },
});

/** The step as a separate page. */
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
  onCancelled(): void;
}

function useInitialFocus() {
  const form = useRef<HTMLFormElement>(null);
  // As on the previous page, not on touch screens.
  useEffect(() => {
    if (!matchMedia(TOUCH).matches) form.current?.querySelector('input')?.focus();
  }, []);
  return form;
}

/** `isCodeError`: whether the error concerns the code field. */
function useMfaCode(onEntered: MfaStepProps['onEntered']) {
  const [factors, setFactors] = useState<readonly Factor[]>([]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isShort, setShort] = useState(false);
  const [failedResult, setFailedResult] = useState<Result<unknown, AuthRefusal> | null>(null);
  const factor = selectedId ?? factors[0]?.id ?? null;

  useEffect(() => {
    let current = true;
    void readFactors().then((result) => {
      if (!current) return;
      if (result.ok) setFactors(result.data);
      else setFailedResult(result);
    });
    return () => {
      current = false;
    };
  }, []);

  async function submitCode(value: string): Promise<void> {
    if (busy) return;
    setShort(value.length < CODE_LENGTH);
    if (value.length < CODE_LENGTH) return;
    setBusy(true);
    setFailedResult(null);
    try {
      const result = factor ? null : await readFactors();
      if (result?.ok) setFactors(result.data);
      const id = factor ?? (result?.ok ? (result.data[0]?.id ?? null) : null);
      if (id === null) return void setFailedResult(result);
      const verified = await verifyFactorCode({ factor: id, code: value });
      if (!verified.ok) return void setFailedResult(verified);
      const entered = await session.enter(verified.data);
      if (!entered.ok) setFailedResult(entered);
      else onEntered?.(verified.data);
    } finally {
      setBusy(false);
    }
  }

  const errorId = isShort ? 'mfa.codeShort' : mfaErrorMessageId(failedResult);
  const isCodeError = isShort || (failedResult !== null && !failedResult.ok && failedResult.code === 'refused');
  const clearError = () => {
    setShort(false);
    setFailedResult(null);
  };
  const choice: FactorChoice = {
    factors,
    selected: factor,
    select(id) {
      setSelectedId(id);
      setFailedResult(null);
    },
  };
  return { factors: choice, busy, errorId, isCodeError, clearError, submitCode };
}

interface FactorChoice {
  factors: readonly Factor[];
  selected: string | null;
  select(id: string): void;
}

/** Choice of the authenticator, if there are several. */
function FactorField({ factors: { factors, selected, select } }: { factors: FactorChoice }) {
  const styles = useStyles();
  const intl = useIntl();
  if (factors.length < 2) return null;
  return (
    <Field label={intl.formatMessage({ id: 'mfa.step.which' })}>
      <Select className={styles.touch} size="large" value={selected ?? ''} onChange={(_, { value }) => select(value)}>
        {factors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || intl.formatMessage({ id: 'mfa.unnamed' })}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function MfaStep({ onEntered, onCancelled }: MfaStepProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [code, setCode] = useState('');
  const { factors, busy, errorId, isCodeError, clearError, submitCode } = useMfaCode(onEntered);
  const form = useInitialFocus();

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submitCode(code);
      }}
    >
      {errorId && !isCodeError && (
        <Message state="no" alert>
          <FormattedMessage id={errorId} />
        </Message>
      )}
      <p>
        <FormattedMessage id="mfa.step.text" />
      </p>
      <FactorField factors={factors} />
      <CodeField
        value={code}
        problem={errorId && isCodeError ? intl.formatMessage({ id: errorId }) : null}
        onChange={(value) => {
          setCode(value);
          clearError();
          // A complete code is submitted automatically.
          if (value.length === CODE_LENGTH && value !== code) void submitCode(value);
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
          void signOut().then(onCancelled);
        }}
      >
        <FormattedMessage id="mfa.step.leave" />
      </Button>
    </form>
  );
}
