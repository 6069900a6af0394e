import { loadOverseenCompanies } from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useAnswer } from '../../online/use-answer.ts';

/** The companies that the person oversees. `owner`: their organisation, or they themselves where they have none. */
export function useCompanies(owner: Uuid) {
  return useAnswer({ key: [owner, 'companies'], ask: loadOverseenCompanies });
}
