import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import { isAwaitingSecondFactor, type AuthRefusal } from '../../data/auth.ts';
import type { Result } from '../../domain/result.ts';
import { paths } from '../../lib/paths.ts';
import { hasSessionCookies, session } from '../../session/session.ts';
import { useSessionState } from '../../session/use-session.ts';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { DemoPeople } from './demo-people.tsx';
import { LoginForm, type Credentials } from './login-form.tsx';
import { MfaPage, LoginLink, ProviderButtons } from './lazy-login-parts.ts';

/**
 * Returns the address of the person whose data is on this device, but who must sign in again: the session has ended, or
 * the browser crashed before it stored the session's cookies.
 */
function lastEmail(): string {
  const state = session.getState();
  return state.status === 'signed_in' ? state.snapshot.email : '';
}

/** /login: the guard redirects as soon as the session is known. */
export function LoginPage() {
  const { hash, search } = useLocation();
  const [credentials, setCredentials] = useState<Credentials>(() => ({ email: lastEmail(), password: '' }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Result<unknown, AuthRefusal> | null>(null);
  const [isFactorRequired, setIsFactorRequired] = useState(false);
  const [hasProviderButtons, setHasProviderButtons] = useState(false);
  const state = useSessionState();
  // Needs a network; without one the buttons are simply missing.
  useEffect(() => {
    void ProviderButtons.preload().then(
      () => setHasProviderButtons(true),
      () => undefined,
    );
  }, []);
  // The password step was completed before a reload or in another tab, which triggers a session change here.
  useEffect(() => {
    if (hasSessionCookies()) void isAwaitingSecondFactor().then(setIsFactorRequired, () => undefined);
    else setIsFactorRequired(false);
  }, [state]);

  async function signIn(entered: Credentials): Promise<void> {
    setCredentials(entered);
    setFailure(null);
    setBusy(true);
    try {
      const result = await session.signIn(entered.email, entered.password);
      if (result.ok) return;
      if (result.code === 'refused' && result.refusal.status === 'factor_required') setIsFactorRequired(true);
      else setFailure(result);
    } finally {
      setBusy(false);
    }
  }

  if (hash.includes('token_hash=')) return <LoginLink />;
  if (isFactorRequired) return <MfaPage onCancelled={() => setIsFactorRequired(false)} />;
  return (
    <AccountFrame
      title={<FormattedMessage id="login.title" />}
      about={<FormattedMessage id="login.about" />}
      aside={(panel) => <DemoPeople busy={busy} onPick={signIn} className={panel} />}
      links={
        <>
          <LocalLink to={paths.forgotPassword + search}>
            <FormattedMessage id="login.forgot" />
          </LocalLink>
          <LocalLink to={paths.register}>
            <FormattedMessage id="login.register" />
          </LocalLink>
        </>
      }
    >
      <LoginForm credentials={credentials} onChange={setCredentials} onSubmit={signIn} busy={busy} failure={failure} />
      {hasProviderButtons && <ProviderButtons />}
    </AccountFrame>
  );
}

/** The name that the route table expects. */
export { LoginPage as Component };
