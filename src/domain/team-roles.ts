/** The roles that somebody has in a company's team. */
import type { Permission } from './permissions.ts';
import { READY_MADE_ROLES } from './roles.ts';

/** The roles of a company's team, from the one who may most. */
export const TEAM_ROLES = ['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** Whether somebody of these roles can be put on departures; `private.may_guide` says the same. */
export function mayGuide(roles: readonly TeamRole[]): boolean {
  return roles.some((role) =>
    (READY_MADE_ROLES[role] as readonly Permission[]).some((held) =>
      ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS', 'COMPANY_ALL_ACCESS'].includes(held),
    ),
  );
}
