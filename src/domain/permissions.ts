import type { Uuid } from './ids.ts';

/** Permission names, spelled as in the specification (section 6), `TRUSTED_PARNER_ACCESS` too. */
export const PERMISSIONS = [
  'ALL_ACCESS',
  'COMPANY_ALL_ACCESS',
  'MANAGE_BOOKINGS_ACCESS',
  'VIEW_BOOKINGS_ACCESS',
  'CHECK_IN_ACCESS',
  'CHECK_IN_REPORTING_ACCESS',
  'ORGANISATION_ALL_ACCESS',
  'TRUSTED_PARNER_ACCESS',
  'TOUR_ATTENDANCE_ACCESS',
  'INDIVIDUAL_SCHEDULE_ACCESS',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** One row of roles_users with its role, company and organisation. */
export interface Assignment {
  role: string;
  permissions: readonly Permission[];
  company: { id: Uuid; isActive: boolean } | null;
  organisation: { id: Uuid; isActive: boolean } | null;
}

/** The input of a permission check: the person's assignments and the company that they act for. */
export interface Subject {
  assignments: readonly Assignment[];
  /** The company that the person acts for through /impersonate, or null. */
  impersonatedCompanyId: Uuid | null;
  /** Companies that the person's organisations oversee. */
  overseen: readonly { companyId: Uuid; organisationId: Uuid }[];
}

/** Returns whether an assignment counts: its company or organisation is not deactivated (section 6). */
function counts(assignment: Assignment): boolean {
  return assignment.company?.isActive !== false && assignment.organisation?.isActive !== false;
}

function isPassKey(permission: Permission): boolean {
  return permission === 'ALL_ACCESS' || permission === 'COMPANY_ALL_ACCESS';
}

function passes(held: Iterable<Permission>, required: Permission): boolean {
  for (const permission of held) {
    if (permission === required) return true;
    if (required !== 'ORGANISATION_ALL_ACCESS' && isPassKey(permission)) return true;
  }
  return false;
}

/** Returns the permissions that an assignment gives for one company; none if it is bound to another. */
function permissionsFor(subject: Subject, assignment: Assignment, companyId: Uuid): readonly Permission[] {
  if (assignment.company) return assignment.company.id === companyId ? assignment.permissions : [];
  if (!assignment.organisation) return assignment.permissions;
  const organisationId = assignment.organisation.id;
  const actsForIt =
    subject.impersonatedCompanyId === companyId &&
    subject.overseen.some((link) => link.companyId === companyId && link.organisationId === organisationId);
  // Partner admins act for an overseen company with its owner's rights, but only while impersonating.
  return actsForIt && assignment.permissions.includes('ORGANISATION_ALL_ACCESS')
    ? ['ORGANISATION_ALL_ACCESS', 'COMPANY_ALL_ACCESS']
    : [];
}

/** Returns whether the person sees all departures and bookings of a company, not only their own. */
export const seesWholeCompany = (can: (permission: Permission) => boolean): boolean =>
  can('VIEW_BOOKINGS_ACCESS') ||
  can('MANAGE_BOOKINGS_ACCESS') ||
  (can('CHECK_IN_ACCESS') && !can('INDIVIDUAL_SCHEDULE_ACCESS'));

/**
 * Returns whether the person has a permission: anywhere (`companyId` null, the literal rule of section 6), or for one
 * company. Rule pair of `private.subject_can`; a property test checks that both agree.
 */
export function can(subject: Subject, permission: Permission, companyId: Uuid | null): boolean {
  return subject.assignments
    .filter(counts)
    .some((assignment) =>
      passes(companyId === null ? assignment.permissions : permissionsFor(subject, assignment, companyId), permission),
    );
}
