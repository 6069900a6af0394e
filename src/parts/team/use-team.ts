import {
  deactivateMember,
  invite,
  reactivateMember,
  readLeaving,
  readTeam,
  resendInvitation,
  revokeInvitation,
  setMemberRoles,
} from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { fail } from '../../domain/result.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useHints } from '../../online/use-hints.ts';
import { useSave } from '../../online/use-save.ts';

const ownerOf = (team: TeamOf): Uuid => ('company' in team ? team.company : team.organisation);

/** The team as the server has it. */
export function useTeam(team: TeamOf) {
  useHints('company' in team ? team.company : null);
  return useAnswer({ key: [ownerOf(team), 'team'], ask: (signal) => readTeam(team, signal) });
}

/** What it would do to a company if somebody's access ended. */
export const useLeaving = (team: TeamOf, person: Uuid) =>
  useAnswer({
    key: [ownerOf(team), 'leaving', person],
    ask: async (signal) => ('company' in team ? readLeaving(team.company, person, signal) : fail('not_found')),
    enabled: 'company' in team,
  });

/** All that changes a team; who is on which departure is in other answers of the company. */
export function useTeamSaves(team: TeamOf) {
  const touches = [[ownerOf(team)]] as const;
  return {
    inviting: useSave({ send: invite, touches }),
    changing: useSave({ send: setMemberRoles, touches }),
    ending: useSave({ send: deactivateMember, touches }),
    returning: useSave({ send: reactivateMember, touches }),
    resending: useSave({ send: resendInvitation, touches }),
    revoking: useSave({ send: revokeInvitation, touches }),
  };
}
export type TeamSaves = ReturnType<typeof useTeamSaves>;
