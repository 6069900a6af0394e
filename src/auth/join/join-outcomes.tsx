/** Outcomes of an invitation, each with a next step. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useNavigate } from 'react-router';
import type { InvitationResponse } from '../../data/invitations.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../session/session.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { ClosedGate, LostSignpost, QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { Message } from '../../ui/states/message.tsx';
import { touchTarget } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({ full: { minHeight: '100dvh' }, touch: { minHeight: touchTarget } });

export function JoinOutcome({
  invitation,
  title,
  text,
}: {
  invitation: InvitationResponse;
  title: MessageId;
  text: MessageId;
}) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const values = { team: invitation.team, email: invitation.email, inviter: invitation.inviter ?? invitation.team };
  return (
    <EmptyState
      page
      className={styles.full}
      drawing={invitation.state === 'unknown' ? <LostSignpost /> : <ClosedGate />}
      title={<FormattedMessage id={title} values={values} />}
      actions={
        title !== 'join.confirm' && (
          <LinkButton to={currentUser ? paths.home : paths.login}>
            <FormattedMessage id={currentUser ? 'thanks.join.go' : 'join.goLogin'} />
          </LinkButton>
        )
      }
    >
      <p>
        <FormattedMessage id={text} values={values} />
      </p>
    </EmptyState>
  );
}

/** Shown when the link is opened again after joining. */
export function AlreadyJoined({ invitation }: { invitation: InvitationResponse }) {
  const styles = useStyles();
  return (
    <EmptyState
      page
      className={styles.full}
      drawing={<QuietOffice />}
      title={<FormattedMessage id="thanks.join.title" values={{ team: invitation.team }} />}
      actions={
        <LinkButton to={paths.home}>
          <FormattedMessage id="thanks.join.go" />
        </LinkButton>
      }
    />
  );
}

export function OtherEmail({ invitation }: { invitation: InvitationResponse }) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  const [problem, setProblem] = useState<MessageId | null>(null);

  async function leave(): Promise<void> {
    const result = await session.signOut({ discard: false });
    if (!result.ok) setProblem('unsent' in result ? 'join.unsent' : FAILURE_TEXTS[result.code]);
  }

  return (
    <EmptyState
      page
      className={styles.full}
      drawing={<ClosedGate />}
      title={<FormattedMessage id="join.other_email" values={{ email: invitation.email }} />}
      actions={
        <>
          <Button className={styles.touch} size="large" appearance="primary" onClick={() => void leave()}>
            <FormattedMessage id="join.other.out" />
          </Button>
          <Button className={styles.touch} size="large" onClick={() => void navigate(home)}>
            <FormattedMessage id="join.other.stay" values={{ email: currentUser?.snapshot.email }} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="join.other_email.text" values={{ email: invitation.email }} />
      </p>
      {problem && (
        <Message state="no" alert>
          <FormattedMessage id={problem} />
        </Message>
      )}
    </EmptyState>
  );
}
