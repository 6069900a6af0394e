/**
 * /register: creates an account with its company or partner organisation. The link in the confirmation mail leads back
 * here to finish.
 */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../session/use-session.ts';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { FinishRegistration } from './finish-registration.tsx';
import { invitationToken } from '../join/invitation-token.ts';
import { parseMailLink } from '../../domain/mail-link.ts';
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { MailLinkView } from '../mail-link-view.tsx';
import { ProviderReturn } from '../login/provider-return.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResendButton } from '../resend-button.tsx';
import { WaitingPage } from '../waiting-page.tsx';

const JoinPage = lazyWithTexts(() => import('../join/join-bundle.ts').then((pages) => pages.JoinPage), ['team'], {
  onLoadError: 'throw',
});

export function RegisterPage() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const state = useSessionState();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const invitation = invitationToken({ hash, search });
  const link = parseMailLink(hash);
  if (invitation !== null) return <JoinPage token={invitation} />;
  if (link)
    return (
      <MailLinkView
        key={link.tokenHash}
        link={link}
        // Removes the used link from the history.
        onEntered={() => void navigate(pathname + search, { replace: true })}
      />
    );
  if (new URLSearchParams(search).has('by')) return <ProviderReturn />;
  if (state.status === 'unknown') return <WaitingPage text="account.link.taking" />;
  if (state.status === 'signed_in') return <FinishRegistration snapshot={state.snapshot} />;
  return sentTo === null ? <RegisterForm onSent={setSentTo} /> : <ConfirmSent email={sentTo} />;
}

/** The same for every address, to prevent account enumeration. */
export function ConfirmSent({ email }: { email: string }) {
  return (
    <AccountFrame
      title={<FormattedMessage id="register.sent.title" />}
      links={
        <LocalLink to={paths.login}>
          <FormattedMessage id="account.haveOne" />
        </LocalLink>
      }
    >
      <p>
        <FormattedMessage id="register.sent.text" values={{ email: <strong>{email}</strong> }} />
      </p>
      <p>
        <FormattedMessage id="register.sent.next" />
      </p>
      <p>
        <FormattedMessage id="register.sent.known" />
      </p>
      <ResendButton email={email} justSent />
    </AccountFrame>
  );
}
