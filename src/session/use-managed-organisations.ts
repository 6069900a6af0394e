import type { MemberOrganisation } from '../data/identity.ts';
import { useCurrentUser } from './use-session.ts';

/** Returns the organisations that the person administers. */
export function useManagedOrganisations(): readonly MemberOrganisation[] {
  const identity = useCurrentUser()?.snapshot.identity;
  if (!identity) return [];
  // An assignment without company and organisation is a platform admin's and counts for all.
  return identity.organisations.filter(({ id }) =>
    identity.assignments.some(
      ({ organisation, company, permissions }) =>
        permissions.includes('ORGANISATION_ALL_ACCESS') &&
        (organisation ? organisation.id === id && organisation.isActive : company === null),
    ),
  );
}
