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

export interface CheckInUrlState {
  departureId: Uuid | null;
  /** Booking whose party card is open. */
  partyId: Uuid | null;
  filter: AttendanceFilter;
  sort: AttendanceSort;
  query: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const uuidOf = (value: string | null): Uuid | null => (value !== null && UUID.test(value) ? value : null);

function parseChoice<T extends string>(value: string | null, choices: readonly T[]): T {
  return choices.find((choice) => choice === value) ?? (choices[0] as T);
}

/** Parses the query string; invalid values fall back to the default. */
export function parseCheckInUrl(params: URLSearchParams): CheckInUrlState {
  return {
    departureId: uuidOf(params.get('departure')),
    partyId: uuidOf(params.get('party')),
    filter: parseChoice(params.get('filter'), ATTENDANCE_FILTERS),
    sort: parseChoice(params.get('sort'), ATTENDANCE_SORTS),
    query: params.get('q') ?? '',
  };
}

/** Formats the query string; defaults are left out. */
export function formatCheckInUrl(state: Partial<CheckInUrlState>): string {
  const params = new URLSearchParams();
  if (state.departureId) params.set('departure', state.departureId);
  if (state.filter && state.filter !== 'all') params.set('filter', state.filter);
  if (state.sort && state.sort !== 'name') params.set('sort', state.sort);
  if (state.query) params.set('q', state.query);
  if (state.partyId) params.set('party', state.partyId);
  return params.toString();
}

/** The state in the URL and a function that changes it. */
export interface CheckInNavigation {
  state: CheckInUrlState;
  /** Navigates; `replace` for changes that need no history entry, such as typing. */
  go(change: Partial<CheckInUrlState>, options?: { replace?: boolean }): void;
}

export function useCheckInUrl(): CheckInNavigation {
  const { params, change } = useQuery();
  const state = useMemo(() => parseCheckInUrl(params), [params]);
  const go = useCallback(
    (to: Partial<CheckInUrlState>, { replace = false }: { replace?: boolean } = {}) =>
      change(
        (current) => {
          const before = parseCheckInUrl(current);
          const query = formatCheckInUrl({ ...before, ...to });
          // Unchanged: a navigation would re-render the whole frame, twice per scanned code.
          return query === formatCheckInUrl(before) ? null : new URLSearchParams(query);
        },
        { replace },
      ),
    [change],
  );
  return useMemo(() => ({ state, go }), [state, go]);
}
