/** Switching between the companies that a person belongs to. Asks first if there is unsaved input. */
import type { MemberCompany } from '../../../data/identity.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ownCompanies } from '../../../session/session-state.ts';
import { session } from '../../../session/session.ts';
import type { CurrentUser } from '../../../session/use-session.ts';
import { leaveAfterAsking } from '../../../ui/form/dirty-forms.ts';

/**
 * Returns all companies of the person, including the current one; empty if there is no choice, or while acting for a
 * company.
 */
export function companyChoices({ company, snapshot, impersonating }: CurrentUser): MemberCompany[] {
  const companies = impersonating || !company ? [] : ownCompanies(snapshot);
  return companies.length < 2 ? [] : companies;
}

export const switchCompany = (id: Uuid): void => leaveAfterAsking(() => void session.chooseCompany(id));
