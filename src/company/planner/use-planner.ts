import * as v from 'valibot';
import { readPlanner } from '../../data/guides.ts';
import { readTours } from '../../data/tours.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import { addDays } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { dateOrNull, oneOf, useUrlState } from '../../ui/address/use-url-state.ts';
import { VIEWS } from './planner-time.ts';

/** Queries the schedule of a whole week, because workload is per week; the day view uses a part of it. */
export function usePlanner(company: Uuid, monday: LocalDate) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'planner', monday],
    fetch: async (signal) => {
      const result = await readPlanner(company, { from: monday, to: addDays(monday, 6), signal });
      // Says which week the data belongs to, because the previous week stays visible while the next loads.
      return result.ok ? ok({ monday, plan: result.data }) : result;
    },
  });
}

/** Queries the tours to which a departure can be added. */
export function useTourChoice(company: Uuid) {
  return useServerQuery({ key: [company, 'tour-choice'], fetch: (signal) => readTours(company, { signal }) });
}

const SHAPE = v.object({
  // The first is the default; the toolbar shows them in another order.
  view: oneOf(['week', 'day'] as const satisfies readonly (typeof VIEWS)[number][]),
  by: oneOf(['guide', 'tour']),
  on: dateOrNull(),
});

/** URL state: view, grouping and date. */
export const usePlannerUrl = () => useUrlState(SHAPE);
