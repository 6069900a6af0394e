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

/** `current` are members and invited people; `working` are those at a departure now. */
const TEAM_FILTERS = ['current', 'working', 'member', 'invited', 'former'] as const;
export type TeamFilter = (typeof TEAM_FILTERS)[number];

const SHAPE = v.object({ search: text(), show: oneOf(TEAM_FILTERS), person: uuidOrNull() });

/** Search, filter and open entry, from the URL. */
export const useTeamUrl = () => useUrlState(SHAPE);

export function rowsOf(team: Team): TeamRow[] {
  return [
    ...team.members.map((member): TeamRow => ({ kind: 'member', member, ...personOf(member) })),
    ...team.invitations.map((invitation): TeamRow => ({
      kind: 'invited',
      invitation,
      ...personOf({ ...invitation, name: invitation.email }),
    })),
    ...team.former.map((former): TeamRow => ({ kind: 'former', former, ...personOf(former) })),
  ];
}
const personOf = ({ id, name, email, roles }: Omit<TeamRow, 'kind'>) => ({ id, name, email, roles });

export function matchesTeamFilter(row: TeamRow, show: TeamFilter): boolean {
  if (show === 'current') return row.kind !== 'former';
  return show === 'working' ? row.kind === 'member' && row.member.now !== null : row.kind === show;
}

export function matchesTeamSearch(row: TeamRow, { search, show }: { search: string; show: TeamFilter }): boolean {
  if (!matchesTeamFilter(row, show)) return false;
  const query = normalizeText(search.trim());
  return normalizeText(row.name).includes(query) || normalizeText(row.email).includes(query);
}
