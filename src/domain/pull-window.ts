import { addDays, localDateIn } from '../lib/local-date.ts';
import type { LocalDate } from './ids.ts';

/**
 * Returns the days whose departures a device holds: from yesterday to the day after tomorrow in the company's time
 * zone. As `private.is_near_today`, `private.can_be_on_device` and `private.earliest_action_time` expect.
 */
export function pullWindow(timeZone: string, now: number): { from: LocalDate; to: LocalDate } {
  const today = localDateIn(timeZone, now);
  return { from: addDays(today, -1), to: addDays(today, 2) };
}
