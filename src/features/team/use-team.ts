import {
  deactivateMember,
  invite,
  reactivateMember,
  readLeavingImpact,
  readTeam,
  resendInvitation,
  revokeInvitation,
  setMemberRoles,
} from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { fail } from '../../domain/result.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { useMutation } from '../../online/use-mutation.ts';

const ownerOf = (team: TeamOf): Uuid => ('company' in team ? team.company : team.organisation);

export function useTeam(team: TeamOf) {
  useInvalidation('company' in team ? team.company : null);
  return useServerQuery({ key: [ownerOf(team), 'team'], fetch: (signal) => readTeam(team, signal) });
}

/** Queries what a company would lose if the person's access ended. An organisation has no tours, so it does not ask. */
export const useLeavingImpact = (team: TeamOf, person: Uuid) =>
  useServerQuery({
    key: [ownerOf(team), 'leaving', person],
    fetch: async (signal) => ('company' in team ? readLeavingImpact(team.company, person, signal) : fail('not_found')),
    enabled: 'company' in team,
  });

/** The mutations of a team. They invalidate all of the company's queries, as assignments appear in others, too. */
export function useTeamMutations(team: TeamOf) {
  const invalidates = [[ownerOf(team)]] as const;
  return {
    inviting: useMutation({ send: invite, invalidates }),
    // A colleague has changed the roles, or left only this owner.
    changing: useMutation({ send: setMemberRoles, invalidates, invalidateOnRefusal: true }),
    ending: useMutation({ send: deactivateMember, invalidates, invalidateOnRefusal: true }),
    returning: useMutation({ send: reactivateMember, invalidates }),
    resending: useMutation({ send: resendInvitation, invalidates }),
    revoking: useMutation({ send: revokeInvitation, invalidates }),
  };
}
export type TeamMutations = ReturnType<typeof useTeamMutations>;
