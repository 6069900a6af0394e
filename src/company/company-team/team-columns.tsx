import { FormattedList, FormattedMessage, type IntlShape } from 'react-intl';
import type { Invitation } from '../../data/team.ts';
import type { Instant } from '../../domain/ids.ts';
import type { TeamRole } from '../../domain/team-roles.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { RoleName } from '../../ui/role-name.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { StateName } from '../../ui/theme/state-colours.ts';
import type { Formats } from '../../ui/use-formats.ts';
import type { TeamRow } from './team-rows.ts';

export function RoleNames({ roles }: { roles: readonly TeamRole[] }) {
  return (
    <FormattedList
      type="unit"
      value={roles.map((role) => (
        <RoleName key={role} role={role} />
      ))}
    />
  );
}

/** How an invitation stands, for whoever sent it: a mail that did not arrive is worse than one that is not answered. */
export function standingOf({ state, mail }: Invitation): { id: MessageId; text?: MessageId; state: StateName } {
  if (state === 'expired') return { id: 'team.state.expired', text: 'team.state.expired.text', state: 'attention' };
  if (state === 'revoked') return { id: 'team.state.void', text: 'team.state.void.text', state: 'attention' };
  if (mail === 'failed') return { id: 'team.state.mailFailed', text: 'team.state.mailFailed.text', state: 'no' };
  return { id: 'team.state.invited', state: 'waiting' };
}

export function RowState({ row }: { row: TeamRow }) {
  if (row.kind === 'member') return null;
  const { id, state } =
    row.kind === 'invited' ? standingOf(row.invitation) : ({ id: 'team.state.left', state: 'neutral' } as const);
  return (
    <StateBadge state={state}>
      <FormattedMessage id={id} />
    </StateBadge>
  );
}

/** Only what is not as usual carries a badge. */
export function teamColumns(intl: IntlShape, formats: Formats): TableColumn<TeamRow>[] {
  const day = (instant: Instant) => intl.formatDate(instant, { day: 'numeric', month: 'short', year: 'numeric' });
  return [
    {
      id: 'name',
      header: intl.formatMessage({ id: 'team.column.name' }),
      cell: ({ name }) => name,
      width: 200,
      isFixed: true,
    },
    {
      id: 'roles',
      header: intl.formatMessage({ id: 'team.column.roles' }),
      cell: ({ roles }) => <RoleNames roles={roles} />,
      width: 180,
      card: 'meta',
    },
    {
      id: 'state',
      header: intl.formatMessage({ id: 'team.column.state' }),
      cell: (row) => <RowState row={row} />,
      width: 144,
      card: 'status',
    },
    {
      id: 'since',
      header: intl.formatMessage({ id: 'team.column.since' }),
      cell: (row) =>
        row.kind === 'member'
          ? day(row.member.since)
          : row.kind === 'invited'
            ? intl.formatMessage({ id: 'team.sentOn' }, { day: day(row.invitation.sentAt) })
            : intl.formatMessage({ id: 'team.leftOn' }, { day: day(row.former.leftAt) }),
      width: 152,
      card: 'none',
    },
    {
      id: 'seen',
      header: intl.formatMessage({ id: 'team.column.seen' }),
      cell: (row) => {
        const last = row.kind === 'member' ? row.member.devices[0] : undefined;
        return last ? formats.relative(Date.parse(last.lastSeenAt) - Date.now()) : '';
      },
      width: 112,
      card: 'none',
    },
    {
      id: 'upcoming',
      header: intl.formatMessage({ id: 'team.column.upcoming' }),
      cell: (row) => (row.kind === 'member' ? row.member.upcoming : ''),
      width: 136,
      isNumber: true,
      card: 'none',
    },
    {
      id: 'email',
      header: intl.formatMessage({ id: 'team.column.email' }),
      cell: ({ email }) => email,
      width: 190,
      card: 'none',
    },
  ];
}
