import { useMemo } from 'react';
import {
  loadOverseenCompanies,
  readOverseenFigures,
  type CompanyFigures,
  type OverseenCompany,
} from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useAnswer } from '../../online/use-answer.ts';
import type { ShownAnswer } from '../../ui/loading/answer-view.tsx';
import { canOpen } from './standing.ts';

/** The companies that the person oversees. `owner`: their organisation, or they themselves where they have none. */
export function useCompanies(owner: Uuid) {
  return useAnswer({ key: [owner, 'companies'], ask: loadOverseenCompanies });
}

/** What becomes of those that the person may act for, by company; `answer` is null where there is none. */
export function useCompanyFigures(
  owner: Uuid,
  { companies, days }: { companies: readonly OverseenCompany[] | undefined; days: number },
): { answer: ShownAnswer<unknown> | null; byCompany: ReadonlyMap<Uuid, CompanyFigures> | undefined } {
  const ids = (companies ?? []).filter(canOpen).map(({ id }) => id);
  const answer = useAnswer({
    key: [owner, 'companies', 'figures', ids, days],
    ask: (signal) => readOverseenFigures({ companies: ids, days }, signal),
    enabled: ids.length > 0,
  });
  const { data } = answer;
  const byCompany = useMemo(() => data && new Map(data.map((one) => [one.company, one])), [data]);
  return { answer: ids.length > 0 ? answer : null, byCompany };
}
