import * as v from 'valibot';
import { KEPT_TOURS, listTours } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { someOf, text, useUrlState } from '../../ui/address/use-url-state.ts';

/** The company's tours; kept on the device, so that a guide has their titles and next departures without a network. */
export function useTours(company: Uuid) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'tours'],
    fetch: (signal) => listTours(company, { signal }),
    cacheSchema: KEPT_TOURS,
  });
}

/** What the chips keep: tours of one's own, those that need somebody, and those not sold now. */
export const TOUR_FILTERS = ['own', 'attention', 'draft', 'paused', 'archived'] as const;
export type TourFilter = (typeof TOUR_FILTERS)[number];

const SHAPE = v.object({ search: text(), show: someOf(TOUR_FILTERS) });

/** What is looked for and filtered. */
export const useToursUrl = () => useUrlState(SHAPE);
