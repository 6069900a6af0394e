/** The roles that somebody has in the team of a company or of a partner organisation. */
import type { Uuid } from './ids.ts';
import type { Permission } from './permissions.ts';
import { BUILT_IN_ROLES } from './roles.ts';

/** The roles of a company's team, from the one who may most. */
export const TEAM_ROLES = ['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant'] as const;

/** The roles of an organisation's team, likewise. */
export const ORGANISATION_ROLES = ['partner_admin', 'partner_agent'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number] | (typeof ORGANISATION_ROLES)[number];

/** Whose team it is. */
export type TeamOf = { company: Uuid } | { organisation: Uuid };

export const rolesOfTeam = (team: TeamOf): readonly TeamRole[] => ('company' in team ? TEAM_ROLES : ORGANISATION_ROLES);

/** Whether somebody of these roles can be put on departures; `private.may_guide` says the same. */
export function mayGuide(roles: readonly TeamRole[]): boolean {
  return roles.some((role) =>
    (BUILT_IN_ROLES[role] as readonly Permission[]).some((held) =>
      ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS', 'COMPANY_ALL_ACCESS'].includes(held),
    ),
  );
}
