import { now } from '../../lib/clock.ts';
import type { IntlShape } from 'react-intl';
import type { Instant } from '../../domain/ids.ts';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { TeamRowStatus } from '../../features/team/team-row-status.tsx';
import type { TeamRow } from '../../features/team/team-rows.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

function sinceText(row: TeamRow, intl: IntlShape, timeZone: string): string {
  const day = (instant: Instant) =>
    intl.formatDate(instant, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  if (row.kind === 'member') return day(row.member.since);
  return row.kind === 'invited'
    ? intl.formatMessage({ id: 'team.sentOn' }, { day: day(row.invitation.sentAt) })
    : intl.formatMessage({ id: 'team.leftOn' }, { day: day(row.former.leftAt) });
}

/** Returns the columns of the team list. Only unusual states get a badge. */
export function teamColumns(
  intl: IntlShape,
  { formats, timeZone }: { formats: Formats; timeZone: string },
): TableColumn<TeamRow>[] {
  return [
    {
      id: 'name',
      header: intl.formatMessage({ id: 'team.column.name' }),
      cell: ({ name }) => name,
      width: 184,
      isFixed: true,
    },
    {
      id: 'roles',
      header: intl.formatMessage({ id: 'team.column.roles' }),
      cell: ({ roles }) => <RoleNames roles={roles} />,
      width: 176,
      card: 'meta',
    },
    {
      id: 'state',
      header: intl.formatMessage({ id: 'team.column.state' }),
      cell: (row) => <TeamRowStatus row={row} />,
      width: 136,
      card: 'status',
    },
    {
      id: 'since',
      header: intl.formatMessage({ id: 'team.column.since' }),
      cell: (row) => sinceText(row, intl, timeZone),
      width: 208,
      card: 'none',
    },
    {
      id: 'seen',
      header: intl.formatMessage({ id: 'team.column.seen' }),
      cell: (row) => {
        const last = row.kind === 'member' ? row.member.devices[0] : undefined;
        return last ? formats.relative(Date.parse(last.lastSeenAt), now()) : '';
      },
      width: 152,
      card: 'none',
    },
    {
      id: 'upcoming',
      header: intl.formatMessage({ id: 'team.column.upcoming' }),
      cell: (row) => (row.kind === 'member' ? row.member.upcoming : ''),
      width: 160,
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
