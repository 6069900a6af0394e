import { useMemo, useRef, useState } from 'react';
import { filterCounts, partiesOf } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { DepartureView } from '../../../offline/read/views.ts';
import { useFrozenRows } from '../guest-list/use-frozen-rows.ts';
import { waitingGuestsOf } from '../guest-list/waiting-guests.ts';
import type { CheckInUrlState } from '../use-check-in-url.ts';
import { searchGuests } from './roll-call-search.ts';

/** Returns the departure's parties, and the rows that match the filter and the search. */
export function useGuestRows(
  view: DepartureView,
  { state: { filter, sort }, query, locale }: { state: CheckInUrlState; query: string; locale: string },
) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<Uuid>>(new Set());
  const parties = useMemo(() => partiesOf(view), [view]);
  const counts = useMemo(() => filterCounts(parties), [parties]);
  const matches = useMemo(() => searchGuests(view, query), [view, query]);
  const options = useMemo(
    () => ({ filter, sort, locale, matches, expanded }),
    [filter, sort, locale, matches, expanded],
  );
  const frozenRows = useFrozenRows(scrollerRef, {
    parties,
    refused: view.refused,
    options,
    listKey: `${filter} ${sort} ${query}`,
  });
  const waitingGuests = useMemo(() => waitingGuestsOf(parties, view.waiting), [parties, view.waiting]);
  return { scrollerRef, parties, counts, matches, frozenRows, waitingGuests, setExpanded };
}

export type GuestRows = ReturnType<typeof useGuestRows>;
