import { useMemo, useSyncExternalStore } from 'react';
import type { MemberCompany } from '../data/identity.ts';
import type { Permission } from '../domain/permissions.ts';
import {
  actingCompany,
  hasPermissionIn,
  isPartnerActing,
  seesGuestData,
  type SessionState,
  type Snapshot,
} from './session-state.ts';
import { session } from './session.ts';

export function useSessionState(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState);
}

export interface CurrentUser {
  snapshot: Snapshot;
  userId: string;
  /** The company that the person acts for; null: none. */
  company: MemberCompany | null;
  impersonating: boolean;
  /** Acting as the company's partner, without the right to manage its bookings otherwise. */
  isPartner: boolean;
  /** False for a partner who acts for a company without its data sharing. */
  seesGuestData: boolean;
  can: (permission: Permission, scope?: 'company' | 'person') => boolean;
}

/** Returns who is signed in and for whom they act; null when signed out. */
export function useCurrentUser(): CurrentUser | null {
  const state = useSessionState();
  const snapshot = state.status === 'signed_in' ? state.snapshot : null;
  return useMemo(() => (snapshot === null ? null : toCurrentUser(snapshot)), [snapshot]);
}

export function toCurrentUser(snapshot: Snapshot): CurrentUser {
  return {
    snapshot,
    userId: snapshot.identity.userId,
    company: actingCompany(snapshot),
    impersonating: snapshot.identity.impersonatedCompanyId !== null,
    isPartner: isPartnerActing(snapshot),
    seesGuestData: seesGuestData(snapshot),
    can: (permission, scope = 'company') => hasPermissionIn(snapshot, permission, scope),
  };
}
