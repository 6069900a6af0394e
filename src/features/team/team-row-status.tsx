/** Status of a team entry, if it is not a regular member. */
import { FormattedMessage } from 'react-intl';
import type { Invitation } from '../../data/team.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import type { StateName } from '../../ui/theme/state-colours.ts';
import type { TeamRow } from './team-rows.ts';

/** Returns the status of an invitation for its sender; a failed mail outranks a missing response. */
export function invitationStatusOf({ state, mail }: Invitation): { id: MessageId; text?: MessageId; state: StateName } {
  if (state === 'expired') return { id: 'team.state.expired', text: 'team.state.expired.text', state: 'attention' };
  if (state === 'revoked') return { id: 'team.state.void', text: 'team.state.void.text', state: 'attention' };
  if (mail === 'failed') return { id: 'team.state.mailFailed', text: 'team.state.mailFailed.text', state: 'no' };
  return { id: 'team.state.invited', state: 'waiting' };
}

export function TeamRowStatus({ row }: { row: TeamRow }) {
  if (row.kind === 'member' && row.roles.length > 0) return null;
  const { id, state } =
    row.kind === 'invited'
      ? invitationStatusOf(row.invitation)
      : row.kind === 'member'
        ? ({ id: 'team.state.noRoles', state: 'attention' } as const)
        : ({ id: 'team.state.left', state: 'neutral' } as const);
  return (
    <StateBadge state={state}>
      <FormattedMessage id={id} />
    </StateBadge>
  );
}
