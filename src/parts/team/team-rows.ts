/** Members, whom they invited and who has left, as entries of one list. */
import * as v from 'valibot';
import type { FormerMember, Invitation, Team, TeamMember } from '../../data/team.ts';
import type { TeamRole } from '../../domain/team-roles.ts';
import { foldText } from '../../domain/search-text.ts';
import { oneOf, text, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';

export type TeamRow = { id: string; name: string; email: string; roles: TeamRole[] } & (
  | { kind: 'member'; member: TeamMember }
  | { kind: 'invited'; invitation: Invitation }
  | { kind: 'former'; former: FormerMember }
);

/** `here`: who belongs to the team or is asked to; `working`: who is at a departure now. */
const SHOWN = ['here', 'working', 'member', 'invited', 'former'] as const;
export type Shown = (typeof SHOWN)[number];

const SHAPE = v.object({ search: text(), show: oneOf(SHOWN), person: uuidOrNull() });

/** What is looked for, shown and opened. */
export const useTeamUrl = () => useUrlState(SHAPE);

export function rowsOf(team: Team): TeamRow[] {
  return [
    ...team.members.map((member): TeamRow => ({ kind: 'member', member, ...named(member) })),
    ...team.invitations.map((invitation): TeamRow => ({
      kind: 'invited',
      invitation,
      ...named({ ...invitation, name: invitation.email }),
    })),
    ...team.former.map((former): TeamRow => ({ kind: 'former', former, ...named(former) })),
  ];
}
const named = ({ id, name, email, roles }: Omit<TeamRow, 'kind'>) => ({ id, name, email, roles });

export function isOf(row: TeamRow, show: Shown): boolean {
  if (show === 'here') return row.kind !== 'former';
  return show === 'working' ? row.kind === 'member' && row.member.now !== null : row.kind === show;
}

export function isShown(row: TeamRow, { search, show }: { search: string; show: Shown }): boolean {
  if (!isOf(row, show)) return false;
  const wanted = foldText(search.trim());
  return foldText(row.name).includes(wanted) || foldText(row.email).includes(wanted);
}
