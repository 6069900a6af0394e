/** Which companies somebody may change to, and changing over: asked first while something is unsaved. */
import type { MemberCompany } from '../data/identity.ts';
import type { Uuid } from '../domain/ids.ts';
import { ownCompanies } from '../session/session-state.ts';
import { session } from '../session/session.ts';
import type { Acting } from '../session/use-session.ts';
import { leaveAfterAsking } from '../ui/form/dirty-forms.ts';

/** One's own, the present one among them; none where there is no choice, as while one acts for a company. */
export function companyChoices({ company, snapshot, impersonating }: Acting): MemberCompany[] {
  const own = impersonating || !company ? [] : ownCompanies(snapshot);
  return own.length < 2 ? [] : own;
}

export const switchCompany = (id: Uuid): void => leaveAfterAsking(() => void session.chooseCompany(id));
