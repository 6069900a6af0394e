/**
 * Marks the links by which one starts to act for a company. The mark is the history's state, which only a page of this origin can set:
 * whoever was led to the address from elsewhere, by a new tab or by hand, comes without it.
 */
import type { Uuid } from '../domain/ids.ts';

export const impersonationLinkState = (companyId: Uuid) => ({ actFor: companyId });

/** Whether the history's state says that our own link to this company was followed. */
export function cameByImpersonationLink(state: unknown, companyId: Uuid): boolean {
  return typeof state === 'object' && state !== null && 'actFor' in state && state.actFor === companyId;
}
