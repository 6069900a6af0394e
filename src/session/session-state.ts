/** Session data (who is signed in, for which company they act) and pure functions over it. */
import type { Identity, MemberCompany } from '../data/identity.ts';
import type { Uuid } from '../domain/ids.ts';
import { can as decides, type Permission } from '../domain/permissions.ts';

/** Session data stored on the device, so that the app starts offline. Contains no token. */
export interface Snapshot {
  identity: Identity;
  email: string;
  /** The company that the person chose last, if they belong to several. */
  chosenCompanyId: Uuid | null;
}

export type SessionState =
  /** The device has no snapshot and the server has not answered yet. */
  | { status: 'unknown' }
  /** `isDeliberate`: the person signed out in this browser, so they should not be sent back to a page. */
  | { status: 'signed_out'; isDeliberate?: true }
  | {
      status: 'signed_in';
      snapshot: Snapshot;
      /** Whether the server has confirmed the snapshot since the app started. */
      confirmed: boolean;
      /** The server no longer knows the session: actions are still recorded, but sending waits for a new sign-in. */
      mustSignInAgain: boolean;
    };

/** Returns the companies that the person may act for without impersonation. */
export function ownCompanies({ identity }: Snapshot): MemberCompany[] {
  const assignedIds = new Set(
    identity.assignments.flatMap(({ company }) => (company && company.isActive ? [company.id] : [])),
  );
  return identity.companies.filter((company) => company.isActive && (assignedIds.has(company.id) || company.member));
}

/** Returns the company that the person acts for: the impersonated, else the chosen, else their first. */
export function actingCompany(snapshot: Snapshot): MemberCompany | null {
  const { identity, chosenCompanyId } = snapshot;
  if (identity.impersonatedCompanyId !== null)
    return identity.companies.find(({ id }) => id === identity.impersonatedCompanyId) ?? null;
  const companies = ownCompanies(snapshot);
  return companies.find(({ id }) => id === chosenCompanyId) ?? companies[0] ?? null;
}

/**
 * Returns whether the person has a permission: for the company that they act for (`company`; across all assignments
 * if there is none) or across all their assignments (`person`).
 */
export function hasPermissionIn(
  snapshot: Snapshot,
  permission: Permission,
  scope: 'company' | 'person' = 'company',
): boolean {
  const companyId = scope === 'company' ? (actingCompany(snapshot)?.id ?? null) : null;
  return decides(snapshot.identity, permission, companyId);
}

/**
 * Returns whether the person acts for a company as its partner; they may not create anything that outlives the
 * impersonation. Someone who may manage its bookings in their own right, such as a platform admin, does not count.
 */
export function isPartnerActing({ identity }: Snapshot): boolean {
  const company = identity.impersonatedCompanyId;
  const withoutImpersonation = { ...identity, impersonatedCompanyId: null };
  return company !== null && !decides(withoutImpersonation, 'MANAGE_BOOKINGS_ACCESS', company);
}

/**
 * Returns whether the person may see guests' data. The company's own people may; an acting partner needs the
 * company's data sharing.
 */
export function seesGuestData(snapshot: Snapshot): boolean {
  if (!isPartnerActing(snapshot)) return true;
  const { assignments, overseen, impersonatedCompanyId } = snapshot.identity;
  return overseen.some(
    ({ companyId, organisationId, dataSharing }) =>
      dataSharing === true &&
      companyId === impersonatedCompanyId &&
      assignments.some(
        ({ organisation, permissions }) =>
          organisation?.id === organisationId &&
          organisation.isActive &&
          permissions.includes('ORGANISATION_ALL_ACCESS'),
      ),
  );
}

/** Returns whether the person has a role or membership anywhere; otherwise they have a business to register. */
export const hasAnyRole = ({ identity }: Snapshot): boolean =>
  identity.assignments.length > 0 ||
  identity.companies.some(({ member }) => member) ||
  identity.organisations.length > 0;
