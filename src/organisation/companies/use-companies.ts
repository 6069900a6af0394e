import { useMemo } from 'react';
import {
  loadOverseenCompanies,
  readOverseenFigures,
  type CompanyFigures,
  type OverseenCompany,
} from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import type { ShownQuery } from '../../ui/loading/query-view.tsx';
import { canActFor } from './company-status.ts';

/** Queries the companies that the person oversees. `owner` is their organisation, or their own id if they have none. */
export function useCompanies(owner: Uuid) {
  return useServerQuery({ key: [owner, 'companies'], fetch: loadOverseenCompanies });
}

/** Queries figures of the companies that the person may act for; `answer` is null if there are none. */
export function useCompanyFigures(
  owner: Uuid,
  { companies, days }: { companies: readonly OverseenCompany[] | undefined; days: number },
): { answer: ShownQuery<unknown> | null; byCompany: ReadonlyMap<Uuid, CompanyFigures> | undefined } {
  const ids = (companies ?? []).filter(canActFor).map(({ id }) => id);
  const answer = useServerQuery({
    key: [owner, 'companies', 'figures', ids, days],
    fetch: (signal) => readOverseenFigures({ companies: ids, days }, signal),
    enabled: ids.length > 0,
  });
  const { data } = answer;
  const byCompany = useMemo(() => data && new Map(data.map((one) => [one.company, one])), [data]);
  return { answer: ids.length > 0 ? answer : null, byCompany };
}
