/** Who is signed in and for which company they act, as plain data and the questions asked of it. */
import type { Identity, MemberCompany } from '../data/identity.ts';
import type { Uuid } from '../domain/ids.ts';
import { can as decides, type Permission } from '../domain/permissions.ts';

/** What the device keeps of a session, so that the app starts without a network. No token is in it. */
export interface Snapshot {
  identity: Identity;
  email: string;
  /** The company that the person chose last, if they belong to several. */
  chosenCompanyId: Uuid | null;
}

export type SessionState =
  /** Nothing is known yet: the device has no snapshot, and the server has not answered. */
  | { status: 'unknown' }
  /** `left`: the person signed out here, and is not on the way to anywhere. */
  | { status: 'signed_out'; left?: true }
  | {
      status: 'signed_in';
      snapshot: Snapshot;
      /** The server has confirmed the snapshot since the app started. */
      confirmed: boolean;
      /** The server no longer knows the session: work goes on and is kept, sending waits for a new sign-in. */
      mustSignInAgain: boolean;
    };

/** The companies that the person may act for without impersonating, by name. */
export function ownCompanies({ identity }: Snapshot): MemberCompany[] {
  const held = new Set(
    identity.assignments.flatMap(({ company }) => (company && company.isActive ? [company.id] : [])),
  );
  return identity.companies.filter((company) => company.isActive && (held.has(company.id) || company.member));
}

/** The company that the person acts for: the impersonated one, else the chosen one, else their first. */
export function actingCompany(snapshot: Snapshot): MemberCompany | null {
  const { identity, chosenCompanyId } = snapshot;
  if (identity.impersonatedCompanyId !== null)
    return identity.companies.find(({ id }) => id === identity.impersonatedCompanyId) ?? null;
  const own = ownCompanies(snapshot);
  return own.find(({ id }) => id === chosenCompanyId) ?? own[0] ?? null;
}

/**
 * Whether the person may do `permission`: for the company that they act for (`company`; over all assignments where
 * there is none), or over all of their assignments (`person`).
 */
export function hasPermissionIn(
  snapshot: Snapshot,
  permission: Permission,
  scope: 'company' | 'person' = 'company',
): boolean {
  const companyId = scope === 'company' ? (actingCompany(snapshot)?.id ?? null) : null;
  return decides(snapshot.identity, permission, companyId);
}

/** Whether the person acts for a company as its partner: what outlives acting is then for the company's own people. */
export function isPartnerActing({ identity }: Snapshot): boolean {
  const company = identity.impersonatedCompanyId;
  const own = { ...identity, impersonatedCompanyId: null };
  return company !== null && !decides(own, 'MANAGE_BOOKINGS_ACCESS', company);
}

/**
 * Checks whether guests' data is shared with the person: always with a company's own people, with a partner who acts for it by the company's
 * consent.
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

/** Whether the person has a role or a membership anywhere; else there is a business to register. */
export const hasAnyRole = ({ identity }: Snapshot): boolean =>
  identity.assignments.length > 0 ||
  identity.companies.some(({ member }) => member) ||
  identity.organisations.length > 0;
