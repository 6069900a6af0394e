/** URL state of the check-in, for back navigation, reloads and shared links. */
import { useCallback, useMemo } from 'react';
import {
  ATTENDANCE_FILTERS,
  ATTENDANCE_SORTS,
  type AttendanceFilter,
  type AttendanceSort,
} from '../../domain/attendance-filters.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useQuery } from '../../ui/address/use-query.ts';

export interface CheckInPlace {
  departureId: Uuid | null;
  /** Booking whose party card is open. */
  partyId: Uuid | null;
  filter: AttendanceFilter;
  sort: AttendanceSort;
  query: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const uuidOf = (value: string | null): Uuid | null => (value !== null && UUID.test(value) ? value : null);

function oneOf<T extends string>(value: string | null, choices: readonly T[]): T {
  return choices.find((choice) => choice === value) ?? (choices[0] as T);
}

/** Parses the query string; invalid values fall back to the default. */
export function parsePlace(params: URLSearchParams): CheckInPlace {
  return {
    departureId: uuidOf(params.get('departure')),
    partyId: uuidOf(params.get('party')),
    filter: oneOf(params.get('filter'), ATTENDANCE_FILTERS),
    sort: oneOf(params.get('sort'), ATTENDANCE_SORTS),
    query: params.get('q') ?? '',
  };
}

/** Formats the query string; defaults are left out. */
export function formatPlace(place: Partial<CheckInPlace>): string {
  const params = new URLSearchParams();
  if (place.departureId) params.set('departure', place.departureId);
  if (place.filter && place.filter !== 'all') params.set('filter', place.filter);
  if (place.sort && place.sort !== 'name') params.set('sort', place.sort);
  if (place.query) params.set('q', place.query);
  if (place.partyId) params.set('party', place.partyId);
  return params.toString();
}

export interface CheckInUrl {
  place: CheckInPlace;
  /** Navigates; `replace` for changes that need no history entry, such as typing. */
  go(change: Partial<CheckInPlace>, options?: { replace?: boolean }): void;
}

export function useCheckInUrl(): CheckInUrl {
  const { params, change } = useQuery();
  const place = useMemo(() => parsePlace(params), [params]);
  const go = useCallback(
    (to: Partial<CheckInPlace>, { replace = false }: { replace?: boolean } = {}) =>
      change(
        (now) => {
          const before = parsePlace(now);
          const query = formatPlace({ ...before, ...to });
          // Unchanged: a navigation would re-render the whole frame, twice per scanned code.
          return query === formatPlace(before) ? null : new URLSearchParams(query);
        },
        { replace },
      ),
    [change],
  );
  return useMemo(() => ({ place, go }), [place, go]);
}
