import * as v from 'valibot';
import { TOURS_CACHE_SCHEMA, readTours } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { someOf, text, useUrlState } from '../../ui/address/use-url-state.ts';

/** Queries the company's tours. Cached on the device for offline use. */
export function useTours(company: Uuid) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'tours'],
    fetch: (signal) => readTours(company, { signal }),
    cacheSchema: TOURS_CACHE_SCHEMA,
  });
}

/** Filters: the user's own tours, those that need attention, and those not on sale. */
export const TOUR_FILTERS = ['own', 'attention', 'draft', 'paused', 'archived'] as const;
export type TourFilter = (typeof TOUR_FILTERS)[number];

const SHAPE = v.object({ search: text(), show: someOf(TOUR_FILTERS) });

export const useToursUrl = () => useUrlState(SHAPE);
