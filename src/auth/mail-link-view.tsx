/**
 * Redeems a mail link on a button press, never on arrival: mail filters open links too, and each works only once. A
 * signed-in person is asked first, as the link may belong to someone else. An expired link shows the next step.
 */
import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useNavigate } from 'react-router';
import { verifyLink } from '../data/account.ts';
import type { AuthRefusal } from '../data/auth.ts';
import type { Result } from '../domain/result.ts';
import type { MessageId } from '../i18n/message-id.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../session/session.ts';
import { useSessionState } from '../session/use-session.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ClosedGate, LostSignpost, QuietOffice } from '../ui/states/illustrations.tsx';
import { LinkButton } from '../ui/address/link-button.tsx';
import { useLocalPath } from '../ui/address/local-link.tsx';
import { touchTarget } from '../ui/theme/sizes.ts';
import { authErrorMessageId } from './auth-error-message-id.ts';
import { MfaPage } from './login/mfa-step.tsx';
import type { MailLink } from '../domain/mail-link.ts';
import { WaitingPage } from './waiting-page.tsx';

const useStyles = makeStyles({ touch: { minHeight: touchTarget } });

export interface MailLinkViewProps {
  link: MailLink;
  /** Called when the person is signed in. */
  onEntered(): void;
}

export function MailLinkView({ link, onEntered }: MailLinkViewProps) {
  const state = useSessionState();
  // The link that was confirmed; another one on the same page asks again.
  const [confirmedHash, setConfirmedHash] = useState<string | null>(null);
  const onPress = () => setConfirmedHash(link.tokenHash);
  if (state.status === 'unknown') return <WaitingPage text="account.link.taking" />;
  if (confirmedHash === link.tokenHash) return <Taking link={link} onEntered={onEntered} />;
  if (state.status === 'signed_in' && !state.mustSignInAgain)
    return <AlreadyHere email={state.snapshot.email} onAgreed={onPress} />;
  return <NotYetUsed type={link.type} onPress={onPress} />;
}

function NotYetUsed({ type, onPress }: { type: MailLink['type']; onPress(): void }) {
  const styles = useStyles();
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id={`account.link.press.${type}`} />}
      actions={
        <Button className={styles.touch} size="large" appearance="primary" onClick={onPress}>
          <FormattedMessage id={`account.link.press.${type}.button`} />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="account.link.press.text" />
      </p>
    </EmptyState>
  );
}

function AlreadyHere({ email, onAgreed }: { email: string; onAgreed(): void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="account.link.here" />}
      actions={
        <>
          <Button className={styles.touch} size="large" appearance="primary" onClick={onAgreed}>
            <FormattedMessage id="account.link.use" />
          </Button>
          <Button className={styles.touch} size="large" onClick={() => void navigate(home, { replace: true })}>
            <FormattedMessage id="account.link.stay" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="account.link.here.text" values={{ email: <strong>{email}</strong> }} />
      </p>
    </EmptyState>
  );
}

function Taking({ link, onEntered }: MailLinkViewProps) {
  const navigate = useNavigate();
  const login = useLocalPath()(paths.login);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<Result<unknown, AuthRefusal> | null>(null);
  const [isHalf, setIsHalf] = useState(false);
  const [changedTo, setChangedTo] = useState<string | null>(null);
  const [isFactorRequired, setIsFactorRequired] = useState(false);
  // After a change of address, shows which one to sign in with from now on.
  const go = (email: string) => (link.type === 'email_change' ? setChangedTo(email) : onEntered());
  useEffect(() => {
    let current = true;
    setFailure(null);
    void (async () => {
      const result = await verifyLink(link.tokenHash, link.type);
      if (!current) return;
      if (!result.ok) return void setFailure(result);
      const { user } = result.data;
      if (user === null) return void setIsHalf(true);
      if (result.data.wantsFactor) return void setIsFactorRequired(true);
      const entered = await session.enter(user);
      if (!current) return;
      if (!entered.ok) setFailure(entered);
      else go(user.email);
    })();
    return () => {
      current = false;
    };
    // Depends on the link only, as it can be redeemed once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link.tokenHash, attempt]);

  if (isFactorRequired)
    return (
      <MfaPage
        onEntered={({ email }) => {
          setIsFactorRequired(false);
          go(email);
        }}
        onCancelled={() => void navigate(login, { replace: true })}
      />
    );
  if (isHalf) return <LinkHalfUsed />;
  if (changedTo !== null) return <EmailChanged email={changedTo} onContinue={onEntered} />;
  if (failure === null) return <WaitingPage key={attempt} text="account.link.taking" />;
  if (!failure.ok && failure.code === 'refused' && failure.refusal.status === 'link_expired')
    return <ExpiredLink type={link.type} />;
  return <LinkFailed failure={failure} onRetry={() => setAttempt(attempt + 1)} />;
}

/** A change of address waits for the link in the other mail. */
function LinkHalfUsed() {
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="account.link.half" />}
      actions={
        <LinkButton to={paths.home}>
          <FormattedMessage id="account.goOn" />
        </LinkButton>
      }
    >
      <p>
        <FormattedMessage id="account.link.half.text" />
      </p>
    </EmptyState>
  );
}

function EmailChanged({ email, onContinue }: { email: string; onContinue(): void }) {
  const styles = useStyles();
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="account.link.emailDone" />}
      actions={
        <Button className={styles.touch} size="large" appearance="primary" onClick={onContinue}>
          <FormattedMessage id="account.goOn" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="account.link.emailDone.text" values={{ email: <strong>{email}</strong> }} />
      </p>
    </EmptyState>
  );
}

function LinkFailed({ failure, onRetry }: { failure: Result<unknown, AuthRefusal>; onRetry(): void }) {
  const styles = useStyles();
  const text: MessageId = authErrorMessageId(failure) ?? 'login.error.server';
  return (
    <EmptyState
      page
      drawing={<ClosedGate />}
      title={<FormattedMessage id="account.link.failed" />}
      actions={
        <Button className={styles.touch} size="large" appearance="primary" onClick={onRetry}>
          <FormattedMessage id="query.retry" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id={text} />
      </p>
    </EmptyState>
  );
}

/** A link that is used, expired or superseded; Auth doesn't say which. The next step depends on its type. */
export function ExpiredLink({ type }: { type: MailLink['type'] | null }) {
  const recovers = type === 'recovery' || type === null;
  return (
    <EmptyState
      page
      drawing={<LostSignpost />}
      title={<FormattedMessage id={type === null ? 'account.link.none' : 'account.link.expired'} />}
      actions={
        recovers ? (
          <LinkButton to={paths.forgotPassword}>
            <FormattedMessage id="account.link.another" />
          </LinkButton>
        ) : (
          <LinkButton to={paths.login}>
            <FormattedMessage id={type === 'email_change' ? 'account.goOn' : 'login.signIn'} />
          </LinkButton>
        )
      }
    >
      <p>
        <FormattedMessage
          id={
            recovers
              ? 'account.link.expired.recovery'
              : type === 'email_change'
                ? 'account.link.expired.email'
                : 'account.link.expired.signup'
          }
        />
      </p>
    </EmptyState>
  );
}
