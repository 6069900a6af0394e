/** Built-in roles and their permissions; the migrations seed the same. */
import type { Permission } from './permissions.ts';

export const BUILT_IN_ROLES = {
  owner: ['COMPANY_ALL_ACCESS'],
  office: [
    'MANAGE_BOOKINGS_ACCESS',
    'VIEW_BOOKINGS_ACCESS',
    'CHECK_IN_ACCESS',
    'CHECK_IN_REPORTING_ACCESS',
    'TOUR_ATTENDANCE_ACCESS',
  ],
  reservations: ['MANAGE_BOOKINGS_ACCESS', 'VIEW_BOOKINGS_ACCESS'],
  guide_manager: ['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'CHECK_IN_REPORTING_ACCESS', 'TOUR_ATTENDANCE_ACCESS'],
  guide: ['CHECK_IN_ACCESS', 'TOUR_ATTENDANCE_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'],
  accountant: ['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_REPORTING_ACCESS'],
  partner_admin: ['ORGANISATION_ALL_ACCESS'],
  partner_agent: ['TRUSTED_PARNER_ACCESS'],
  platform_admin: ['ALL_ACCESS', 'ORGANISATION_ALL_ACCESS'],
} as const satisfies Record<string, readonly Permission[]>;

export type RoleName = keyof typeof BUILT_IN_ROLES;

/** Returns the built-in roles that satisfy at least one of the permissions, except the platform's own. */
export function rolesWith(anyOf: readonly Permission[]): RoleName[] {
  const passes = (held: readonly Permission[]) =>
    anyOf.some(
      (required) =>
        held.includes(required) || (required !== 'ORGANISATION_ALL_ACCESS' && held.includes('COMPANY_ALL_ACCESS')),
    );
  return (Object.keys(BUILT_IN_ROLES) as RoleName[]).filter(
    (role) => role !== 'platform_admin' && passes(BUILT_IN_ROLES[role]),
  );
}
