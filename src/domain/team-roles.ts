/** Roles in the team of a company or a partner organisation. */
import type { Uuid } from './ids.ts';
import type { Permission } from './permissions.ts';
import { BUILT_IN_ROLES } from './roles.ts';

/** Roles in a company, from most to least rights. */
export const TEAM_ROLES = ['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant'] as const;

/** Roles in a partner organisation, from most to least rights. */
export const ORGANISATION_ROLES = ['partner_admin', 'partner_agent'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number] | (typeof ORGANISATION_ROLES)[number];

export type TeamOf = { company: Uuid } | { organisation: Uuid };

export const rolesOfTeam = (team: TeamOf): readonly TeamRole[] => ('company' in team ? TEAM_ROLES : ORGANISATION_ROLES);

/** Returns whether one of the roles can be assigned to departures. As `private.may_guide`. */
export function mayGuide(roles: readonly TeamRole[]): boolean {
  return roles.some((role) =>
    (BUILT_IN_ROLES[role] as readonly Permission[]).some((held) =>
      ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS', 'COMPANY_ALL_ACCESS'].includes(held),
    ),
  );
}
