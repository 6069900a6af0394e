/** Query for a guide's own month, which is also stored on the device. */
import { now } from '../../lib/clock.ts';
import { myMonth, readMyMonth, type MyMonth } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { addMonths, lastDayOf, monthOf } from '../../lib/month-grid.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { prefetchQuery, type ServerQuery } from '../../online/use-server-query.ts';

/** `month` is `YYYY-MM`. */
export function myMonthQuery(company: Uuid, month: string): ServerQuery<MyMonth> {
  const range = { from: `${month}-01`, to: lastDayOf(month) };
  return {
    key: [company, 'my-month', range.from],
    fetch: (signal) => readMyMonth(company, { ...range, signal }),
    cacheSchema: myMonth,
  };
}

/** Prefetches this month and the next, so that they are available offline. */
export function prefetchMyMonths({ id, timeZone }: { id: Uuid; timeZone: string }): void {
  const month = monthOf(localDateIn(timeZone, now()));
  for (const by of [0, 1]) prefetchQuery(myMonthQuery(id, addMonths(month, by)));
}
