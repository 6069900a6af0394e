import { FormattedMessage } from 'react-intl';
import type { TeamOf } from '../../domain/team-roles.ts';
import { Message } from '../../ui/states/message.tsx';

/** Explains that the last person who can assign roles cannot give theirs up, and what to do first. */
export function LastOwnerNotice({ team, name, alert = false }: { team: TeamOf; name: string; alert?: boolean }) {
  return (
    <Message state="no" alert={alert}>
      <FormattedMessage id={'company' in team ? 'team.lastOwner' : 'team.lastAdmin'} values={{ name }} />
    </Message>
  );
}
