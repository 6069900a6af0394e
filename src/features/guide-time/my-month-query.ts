/** A guide's own month, as it is asked for and kept on the device. */
import { now } from '../../lib/clock.ts';
import { myMonth, readMyMonth, type MyMonth } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { addMonths, lastDayOf, monthOf } from '../../lib/month-grid.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { prefetchQuery, type ServerQuery } from '../../online/use-server-query.ts';

/** `month`: `2026-05`. */
export function myMonthQuery(company: Uuid, month: string): ServerQuery<MyMonth> {
  const range = { from: `${month}-01`, to: lastDayOf(month) };
  return {
    key: [company, 'my-month', range.from],
    fetch: (signal) => readMyMonth(company, { ...range, signal }),
    cacheSchema: myMonth,
  };
}

/** This month and the next, so that they are on the device before anybody opens them. */
export function prefetchMyMonths({ id, timeZone }: { id: Uuid; timeZone: string }): void {
  const month = monthOf(localDateIn(timeZone, now()));
  for (const by of [0, 1]) prefetchQuery(myMonthQuery(id, addMonths(month, by)));
}
