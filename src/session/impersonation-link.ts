/**
 * Marks links that start impersonation. The mark is in the history state, which only this origin can set, so someone
 * who was led to the address from elsewhere (new tab, typed, foreign link) has none.
 */
import type { Uuid } from '../domain/ids.ts';

export const impersonationLinkState = (companyId: Uuid) => ({ actFor: companyId });

/** Returns whether the navigation came from our own link to this company. */
export function isFromImpersonationLink(state: unknown, companyId: Uuid): boolean {
  return typeof state === 'object' && state !== null && 'actFor' in state && state.actFor === companyId;
}
