import * as v from 'valibot';
import { bookingFilter, type BookingFilter } from '../../../domain/booking-filter.ts';
import { EXPORTED_DAYS, EXPORT_FORMATS } from '../../../domain/scheduled-exports.ts';
import { listParams } from '../../../features/bookings/list-query.ts';
import { oneOf, text, useUrlState, uuidOrNull } from '../../../ui/address/use-url-state.ts';

/** Maximum length of a filter as JSON. */
const MAX_FILTER_LENGTH = 6000;
/** Extra room for the days that a scheduled export adds to the filter (ADR 048). */
const DAYS_LENGTH = 200;
const SHAPE = v.object({
  ...listParams,
  /** Filter as JSON; '' is no filter. Kept as text, so that an unreadable filter is not mistaken for none. */
  filter: text(Infinity),
  /** The saved view that was opened last. */
  view: uuidOrNull(),
  /** `file` shows the import instead of the list. */
  import: oneOf(['', 'file']),
  /** Format and days of a scheduled export that a mail links to (ADR 048). */
  export: oneOf(['', ...EXPORT_FORMATS]),
  days: text(30),
});
export type AdvancedUrl = v.InferOutput<typeof SHAPE>;

export const useAdvancedUrl = () => useUrlState(SHAPE);

/** Parses the filter of the URL; null if it is empty or invalid. */
export function parseFilterParam(param: string): BookingFilter | null {
  if (param === '' || param.length > MAX_FILTER_LENGTH + DAYS_LENGTH) return null;
  try {
    const parsed = v.safeParse(bookingFilter, JSON.parse(param));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Converts the days of a scheduled export to a condition; null if there are none. */
export function parseDaysParam(param: string): BookingFilter | null {
  const [, field, from, to] = EXPORTED_DAYS.exec(param) ?? [];
  if (!from || !to) return null;
  return field === 'created' ? { field: 'created', from, to } : { field: 'date', from, to };
}

/** Whether the URL can hold the filter and it parses back. */
export function fitsInUrl(filter: BookingFilter): boolean {
  const json = JSON.stringify(filter);
  return json.length <= MAX_FILTER_LENGTH && parseFilterParam(json) !== null;
}

export const formatFilterParam = (filter: BookingFilter | null) => (filter === null ? '' : JSON.stringify(filter));
