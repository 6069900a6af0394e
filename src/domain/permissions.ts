import type { Uuid } from './ids.ts';

/** Permission names, binding and spelt so (specification, section 6). */
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

/** One row of roles_users with what hangs on it. */
export interface Assignment {
  role: string;
  permissions: readonly Permission[];
  company: { id: Uuid; isActive: boolean } | null;
  organisation: { id: Uuid; isActive: boolean } | null;
}

/** What decides a permission: the person's assignments and, while acting for a company, which one and by whose permission. */
export interface Subject {
  assignments: readonly Assignment[];
  /** The company that the person acts for through /impersonate, or null. */
  impersonatedCompanyId: Uuid | null;
  /** Companies overseen by an organisation of the person, with the organisation that oversees them. */
  overseen: readonly { companyId: Uuid; organisationId: Uuid }[];
}

/** An assignment counts unless the company or organisation that it is bound to is switched off (section 6). */
function counts(assignment: Assignment): boolean {
  return assignment.company?.isActive !== false && assignment.organisation?.isActive !== false;
}

function isPassKey(permission: Permission): boolean {
  return permission === 'ALL_ACCESS' || permission === 'COMPANY_ALL_ACCESS';
}

function passes(held: Iterable<Permission>, wanted: Permission): boolean {
  for (const permission of held) {
    if (permission === wanted) return true;
    if (wanted !== 'ORGANISATION_ALL_ACCESS' && isPassKey(permission)) return true;
  }
  return false;
}

/** What an assignment gives for one company; the empty list if it says nothing about that company. */
function givenFor(subject: Subject, assignment: Assignment, companyId: Uuid): readonly Permission[] {
  if (assignment.company) return assignment.company.id === companyId ? assignment.permissions : [];
  if (!assignment.organisation) return assignment.permissions;
  const organisationId = assignment.organisation.id;
  const actsForIt =
    subject.impersonatedCompanyId === companyId &&
    subject.overseen.some((link) => link.companyId === companyId && link.organisationId === organisationId);
  // A partner admin acts for an overseen company with all that its owner may do, and only while impersonating.
  return actsForIt && assignment.permissions.includes('ORGANISATION_ALL_ACCESS')
    ? ['ORGANISATION_ALL_ACCESS', 'COMPANY_ALL_ACCESS']
    : [];
}

/** Whether the person sees all departures and bookings of a company, and not only their own. */
export const seesWholeCompany = (can: (permission: Permission) => boolean): boolean =>
  can('VIEW_BOOKINGS_ACCESS') ||
  can('MANAGE_BOOKINGS_ACCESS') ||
  (can('CHECK_IN_ACCESS') && !can('INDIVIDUAL_SCHEDULE_ACCESS'));

/**
 * Whether the person may do `permission`: anywhere (`companyId` null: the literal rule of section 6),
 * or for one company. The SQL twin is `private.can`; a property test holds both equal.
 */
export function can(subject: Subject, permission: Permission, companyId: Uuid | null): boolean {
  return subject.assignments
    .filter(counts)
    .some((assignment) =>
      passes(companyId === null ? assignment.permissions : givenFor(subject, assignment, companyId), permission),
    );
}
