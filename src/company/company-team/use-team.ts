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
import { askOfDevice } from '../../data/devices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useHints } from '../../online/use-hints.ts';
import { useSave } from '../../online/use-save.ts';

/** The team as the server has it. */
export function useTeam(company: Uuid) {
  useHints(company);
  return useAnswer({ key: [company, 'team'], ask: (signal) => readTeam(company, signal) });
}

/** What it would do if somebody's access ended. */
export const useLeaving = (company: Uuid, person: Uuid) =>
  useAnswer({ key: [company, 'leaving', person], ask: (signal) => readLeaving(company, person, signal) });

/** All that changes a team; who is on which departure is in other answers of the company. */
export function useTeamSaves(company: Uuid) {
  const touches = [[company]] as const;
  return {
    inviting: useSave({ send: invite, touches }),
    changing: useSave({ send: setMemberRoles, touches }),
    ending: useSave({ send: deactivateMember, touches }),
    returning: useSave({ send: reactivateMember, touches }),
    resending: useSave({ send: resendInvitation, touches }),
    asking: useSave({ send: askOfDevice, touches }),
    revoking: useSave({ send: revokeInvitation, touches }),
  };
}
export type TeamSaves = ReturnType<typeof useTeamSaves>;
