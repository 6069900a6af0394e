/** A guide's own month, as it is asked for and kept on the device. */
import { now } from '../../lib/clock.ts';
import { myMonth, readMyMonth, type MyMonth } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { addMonths, lastDayOf, monthOf } from '../../lib/month-grid.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { askAhead, type Question } from '../../online/use-answer.ts';

/** `month`: `2026-05`. */
export function monthOfMine(company: Uuid, month: string): Question<MyMonth> {
  const range = { from: `${month}-01`, to: lastDayOf(month) };
  return {
    key: [company, 'my-month', range.from],
    ask: (signal) => readMyMonth(company, { ...range, signal }),
    keep: myMonth,
  };
}

/** This month and the next, so that they are on the device before anybody opens them. */
export function askMonthsAhead({ id, timeZone }: { id: Uuid; timeZone: string }): void {
  const month = monthOf(localDateIn(timeZone, now()));
  for (const by of [0, 1]) askAhead(monthOfMine(id, addMonths(month, by)));
}
