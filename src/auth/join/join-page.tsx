/**
 * Landing page of an invitation link: create an account, sign in, or accept with one press; each outcome has a next
 * step.
 */
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Navigate } from 'react-router';
import {
  acceptInvitation,
  createInvitedAccount,
  readInvitation,
  type InvitationResponse,
} from '../../data/invitations.ts';
import type { AuthRefusal } from '../../data/auth.ts';
import type { NewMember } from '../../domain/registration.ts';
import type { Result } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { session } from '../../session/session.ts';
import { useCurrentUser, useSessionState } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleDescription } from '../../ui/format/role-description.tsx';
import { RoleName } from '../../ui/format/role-name.tsx';
import { gutter, touchTarget, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { accountPanel } from '../account-frame.tsx';
import { authErrorMessageId } from '../auth-error-message-id.ts';
import { JoinOutcome, AlreadyJoined, OtherEmail } from './join-outcomes.tsx';
import { JoinForm, type JoinMode } from './join-form.tsx';
import { MfaStep } from '../login/mfa-step.tsx';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 420px)',
    justifyContent: 'center',
    alignContent: 'start',
    gap: '24px',
    padding: `32px ${gutter}`,
  },
  title: { ...type.hero, fontWeight: weight.bold, margin: 0, textWrap: 'balance' },
  panel: accountPanel,
  roles: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  role: { display: 'block', fontWeight: weight.bold },
  effect: { ...type.body, color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  touch: { minHeight: touchTarget },
});

export function JoinPage({ token }: { token: string }) {
  const styles = useStyles();
  const state = useSessionState();
  const me = state.status === 'signed_in' ? state.snapshot.identity.userId : 'nobody';
  // The response depends on who is signed in, so it waits for the session and is keyed by person.
  const query = useServerQuery({
    key: [me, 'invitation', token],
    fetch: (signal) => readInvitation(token, signal),
    enabled: state.status !== 'unknown',
  });
  const [joining, setJoining] = useState<JoinMode | null>(null);
  const [sentTo, setSentTo] = useState<InvitationResponse | null>(null);
  const [before, setBefore] = useState<InvitationResponse | null>(null);
  const [hasJoined, setHasJoined] = useState(false);
  const thanks = useLocalPath()(paths.thanksForJoining);
  const invitation = joining ? before : query.data;
  // Rendered instead of the form, whose input counts as unsaved until it is gone.
  if (hasJoined) return <Navigate to={thanks} replace />;
  if (sentTo) return <JoinOutcome invitation={sentTo} title="join.confirm" text="join.confirm.text" />;
  if (invitation)
    return (
      <JoinSteps
        invitation={invitation}
        token={token}
        joining={joining}
        onJoining={(mode) => {
          setBefore(invitation);
          setJoining(mode);
        }}
        onSent={() => setSentTo(invitation)}
        onJoined={() => setHasJoined(true)}
        onRefetch={query.refetch}
      />
    );
  return (
    <div className={styles.page}>
      <QueryView query={query} skeleton={<Spinner aria-hidden />} failed={<FormattedMessage id="join.failed" />}>
        {() => null}
      </QueryView>
    </div>
  );
}

/**
 * Whether sign-in failed because the address already has an unconfirmed account. Signing up does not change its
 * password, so another one is wrong. No one with a confirmed account gets here (`hasAccount`).
 */
const isUnconfirmed = (result: Result<unknown, AuthRefusal>) =>
  !result.ok &&
  (result.code === 'refused' ? result.refusal.status === 'not_confirmed' : result.code === 'wrong_credentials');

interface JoinStepsProps {
  invitation: InvitationResponse;
  token: string;
  /** How the person is joining right now; the page stays as it is until that is done. */
  joining: JoinMode | null;
  onJoining(mode: JoinMode | null): void;
  onSent(): void;
  onJoined(): void;
  onRefetch(): void;
}

function useEnter({ invitation, token }: JoinStepsProps, mode: JoinMode) {
  const { locale } = useFormats('UTC');
  const making = useMutation({ send: createInvitedAccount, invalidates: [] });

  /** Returns what went wrong; `sent` if the person must first open Auth's confirmation mail; null if signed in. */
  return async function enter(member: NewMember): Promise<MessageId | 'sent' | null> {
    const email = invitation.email ?? '';
    if (mode === 'confirm') return null;
    if (mode === 'new') {
      // In the query, as Auth's redirect from the mail drops fragments.
      const returnTo = `${location.origin}${location.pathname}?${new URLSearchParams({ invitation: token })}`;
      const signUpResult = await making.save({ ...member, email, token, locale, returnTo });
      if (!signUpResult.ok) return authErrorMessageId(signUpResult);
    }
    const entered = await session.signIn(email, member.password);
    return mode === 'new' && isUnconfirmed(entered) ? 'sent' : authErrorMessageId(entered);
  };
}

function useJoin(props: JoinStepsProps, mode: JoinMode) {
  const { token, joining, onJoining, onSent, onJoined, onRefetch } = props;
  const [failure, setFailure] = useState<MessageId | null>(null);
  const [isFactorRequired, setIsFactorRequired] = useState(false);
  const accepting = useMutation({ send: (invited: string) => acceptInvitation(invited), invalidates: [] });
  const enter = useEnter(props, mode);

  /** Returns whether it succeeded. */
  async function join(member: NewMember = { displayName: '', password: '' }): Promise<boolean> {
    if (joining) return false;
    setFailure(null);
    onJoining(mode);
    try {
      const problem = await enter(member);
      if (problem === 'sent') {
        onSent();
        return true;
      }
      if (problem === 'account.refused.factorRequired') {
        setIsFactorRequired(true);
        return true;
      }
      if (problem !== null) {
        setFailure(problem);
        return false;
      }
      const joined = await accepting.save(token);
      if (!joined.ok) {
        if (joined.code === 'refused') onRefetch();
        else setFailure(FAILURE_TEXTS[joined.code]);
        return false;
      }
      await session.refresh();
      if (joined.data.companyId) await session.chooseCompany(joined.data.companyId);
      onJoined();
      return true;
    } finally {
      onJoining(null);
    }
  }

  return { join, failure, isFactorRequired, onFactorDone: () => setIsFactorRequired(false) };
}

function JoinSteps(props: JoinStepsProps) {
  const { invitation, joining } = props;
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const mode: JoinMode = joining ?? (currentUser ? 'confirm' : invitation.hasAccount ? 'sign-in' : 'new');
  const { join, failure, isFactorRequired, onFactorDone } = useJoin(props, mode);

  if (invitation.state === 'other_email') return <OtherEmail invitation={invitation} />;
  if (invitation.state === 'accepted' && invitation.isMine) return <AlreadyJoined invitation={invitation} />;
  if (invitation.state !== 'pending')
    return (
      <JoinOutcome invitation={invitation} title={`join.${invitation.state}`} text={`join.${invitation.state}.text`} />
    );
  return (
    <div className={styles.page}>
      <h1 className={styles.title} tabIndex={-1} data-page-heading>
        <FormattedMessage id="join.title" values={{ team: invitation.team }} />
      </h1>
      <section className={styles.panel}>
        <p>
          <FormattedMessage id="join.invited" values={{ inviter: invitation.inviter ?? invitation.team }} />
        </p>
        <Roles roles={invitation.roles ?? []} />
        {failure && (
          <Message state="no" alert>
            <FormattedMessage id={failure} />
          </Message>
        )}
        {isFactorRequired ? (
          // After entering the code the person is signed in and accepts with one press.
          <MfaStep onEntered={onFactorDone} onCancelled={onFactorDone} />
        ) : mode === 'confirm' ? (
          <Button
            className={styles.touch}
            appearance="primary"
            size="large"
            disabledFocusable={joining !== null}
            icon={joining ? <Spinner size="tiny" aria-hidden /> : null}
            onClick={() => void join()}
          >
            <FormattedMessage id="join.accept" values={{ team: invitation.team }} />
          </Button>
        ) : (
          <JoinForm mode={mode} email={invitation.email ?? ''} busy={joining !== null} onSubmit={join} />
        )}
      </section>
    </div>
  );
}

function Roles({ roles }: { roles: readonly string[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.roles}>
      {roles.map((role) => (
        <li key={role}>
          <span className={styles.role}>
            <RoleName role={role} />
          </span>
          <span className={styles.effect}>
            <RoleDescription role={role} />
          </span>
        </li>
      ))}
    </ul>
  );
}
