/**
 * Handles the return from a provider: signs in or shows the error. People without an account continue to registration.
 */
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import type { AuthRefusal, SignedIn } from '../../data/auth.ts';
import { readOAuthSignIn } from '../../data/identity-providers.ts';
import type { Result } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../session/session.ts';
import { hasAnyRole } from '../../session/session-state.ts';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { Message } from '../../ui/states/message.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { authErrorMessageId } from '../auth-error-message-id.ts';
import { MfaPage } from './mfa-step.tsx';
import { WaitingPage } from '../waiting-page.tsx';

/** Error codes that Auth adds to the address. */
const REFUSED: Readonly<Record<string, MessageId>> = {
  signup_disabled: 'account.refused.closed',
  user_banned: 'login.error.notPermitted',
  provider_email_needs_verification: 'providers.unverified',
  bad_oauth_state: 'providers.timedOut',
  flow_state_expired: 'providers.timedOut',
  flow_state_not_found: 'providers.timedOut',
  bad_code_verifier: 'providers.timedOut',
};

export function ProviderReturn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const local = useLocalPath();
  const params = new URLSearchParams(search);
  const to = params.get('to');
  const login = paths.login + (to ? `?${new URLSearchParams({ to })}` : '');
  const [errorId, setErrorId] = useState<MessageId | null>(() => refusalOf(params));
  const [isFactorRequired, setIsFactorRequired] = useState(false);

  /**
   * Signed in: people without any role continue to registration, the others to the sign-in page, whose guard redirects.
   */
  function go(): void {
    const state = session.getState();
    const hasRole = state.status === 'signed_in' && hasAnyRole(state.snapshot);
    void navigate(local(hasRole ? login : paths.register), { replace: true });
  }

  async function enter(user: SignedIn): Promise<void> {
    const entered: Result<unknown, AuthRefusal> = await session.enter(user);
    if (entered.ok) go();
    else setErrorId(authErrorMessageId(entered));
  }

  const isRefused = errorId !== null;
  useEffect(() => {
    if (isRefused) return undefined;
    let current = true;
    void readOAuthSignIn().then((result) => {
      if (!current) return undefined;
      if (!result.ok)
        return void setErrorId(result.code === 'refused' ? authErrorMessageId(result) : 'providers.timedOut');
      const { user, wantsFactor } = result.data;
      if (user === null) return void setErrorId('providers.timedOut');
      return wantsFactor ? void setIsFactorRequired(true) : void enter(user);
    });
    return () => {
      current = false;
    };
    // Depends on the address only, as its code can be used once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);

  if (isFactorRequired)
    return <MfaPage onEntered={go} onCancelled={() => void navigate(local(login), { replace: true })} />;
  if (errorId === null) return <WaitingPage text="account.link.taking" />;
  return (
    <AccountFrame title={<FormattedMessage id="providers.failed" />}>
      <Message state="no" alert>
        <FormattedMessage id={errorId} />
      </Message>
      <LinkButton to={login}>
        <FormattedMessage id="providers.back" />
      </LinkButton>
    </AccountFrame>
  );
}

function refusalOf(params: URLSearchParams): MessageId | null {
  const error = params.get('error');
  if (error === null) return null;
  const code = params.get('error_code') ?? '';
  // Usually the person pressed "Cancel" at the provider.
  return REFUSED[code] ?? (error === 'access_denied' ? 'providers.denied' : 'providers.error');
}
