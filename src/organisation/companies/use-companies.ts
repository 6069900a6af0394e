import { useMemo } from 'react';
import {
  loadOverseenCompanies,
  readOverseenFigures,
  type CompanyFigures,
  type OverseenCompany,
} from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import type { QueryViewState } from '../../ui/loading/query-view.tsx';
import { canActFor } from './company-status.ts';

/** Queries the companies that the person oversees. `owner` is their organisation, or their own id if they have none. */
export function useCompanies(owner: Uuid) {
  return useServerQuery({ key: [owner, 'companies'], fetch: loadOverseenCompanies });
}

/** Queries figures of the companies that the person may act for; `query` is null if there are none. */
export function useCompanyFigures(
  owner: Uuid,
  { companies, days }: { companies: readonly OverseenCompany[] | undefined; days: number },
): { query: QueryViewState<unknown> | null; byCompany: ReadonlyMap<Uuid, CompanyFigures> | undefined } {
  const ids = (companies ?? []).filter(canActFor).map(({ id }) => id);
  const query = useServerQuery({
    key: [owner, 'companies', 'figures', ids, days],
    fetch: (signal) => readOverseenFigures({ companies: ids, days }, signal),
    enabled: ids.length > 0,
  });
  const { data } = query;
  const byCompany = useMemo(() => data && new Map(data.map((figures) => [figures.company, figures])), [data]);
  return { query: ids.length > 0 ? query : null, byCompany };
}
