import * as v from 'valibot';
import { readGuideSchedule } from '../../data/guides.ts';
import { listTours } from '../../data/tours.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import { addDays } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { dateOrNull, oneOf, useUrlState } from '../../ui/address/use-url-state.ts';
import { VIEWS } from './schedule-time.ts';

/** A week by guide, always all of it: who has how much to do is asked of the week, and a day is a part of it. */
export function useGuideSchedule(company: Uuid, monday: LocalDate) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'guide-schedule', monday],
    fetch: async (signal) => {
      const answer = await readGuideSchedule(company, { from: monday, to: addDays(monday, 6), signal });
      // Which week it is of: while another is on its way, the one before is still there.
      return answer.ok ? ok({ monday, plan: answer.data }) : answer;
    },
  });
}

/** The tours that a departure can be added to. */
export function useTourChoice(company: Uuid, enabled: boolean) {
  return useServerQuery({ key: [company, 'tour-choice'], fetch: (signal) => listTours(company, { signal }), enabled });
}

const SHAPE = v.object({
  view: oneOf(['week', 'day'] as const satisfies readonly (typeof VIEWS)[number][]),
  by: oneOf(['guide', 'tour']),
  on: dateOrNull(),
});

/** Day or week, by guide or by tour, and the day around which it is. */
export const useGuideScheduleUrl = () => useUrlState(SHAPE);
