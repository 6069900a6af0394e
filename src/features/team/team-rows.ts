/** Members, invitations and former members as rows of one list. */
import * as v from 'valibot';
import type { FormerMember, Invitation, Team, TeamMember } from '../../data/team.ts';
import type { TeamRole } from '../../domain/team-roles.ts';
import { normalizeText } from '../../domain/search-text.ts';
import { oneOf, text, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';

export type TeamRow = { id: string; name: string; email: string; roles: TeamRole[] } & (
  | { kind: 'member'; member: TeamMember }
  | { kind: 'invited'; invitation: Invitation }
  | { kind: 'former'; former: FormerMember }
);

/** `here` are members and invited people; `working` are those at a departure now. */
const SHOWN = ['here', 'working', 'member', 'invited', 'former'] as const;
export type Shown = (typeof SHOWN)[number];

const SHAPE = v.object({ search: text(), show: oneOf(SHOWN), person: uuidOrNull() });

/** Search, filter and open entry, from the address. */
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

export function matchesTeamFilter(row: TeamRow, show: Shown): boolean {
  if (show === 'here') return row.kind !== 'former';
  return show === 'working' ? row.kind === 'member' && row.member.now !== null : row.kind === show;
}

export function isRowShown(row: TeamRow, { search, show }: { search: string; show: Shown }): boolean {
  if (!matchesTeamFilter(row, show)) return false;
  const wanted = normalizeText(search.trim());
  return normalizeText(row.name).includes(wanted) || normalizeText(row.email).includes(wanted);
}
