/** Pane of a roll-call: header, search, filters and the guests. */
import { useCallback, useRef, type ReactNode, type RefObject } from 'react';
import type { AttendanceFilter, AttendanceSort } from '../../../domain/attendance-filters.ts';
import { useScreenShortcuts } from '../../../ui/commands/screen-shortcuts.ts';
import { useSingleKeyShortcuts } from '../../../ui/commands/use-single-key-shortcuts.ts';
import { GuestList } from '../guest-list/guest-list.tsx';
import { ColumnHeads } from '../guest-list/guest-row.tsx';
import { useRowActions } from '../guest-list/use-row-actions.ts';
import type { GuestListHandle } from '../guest-list/use-row-focus.ts';
import type { CheckInNavigation } from '../use-check-in-url.ts';
import { DepartureFlags } from './departure-flags.tsx';
import { EmptyGuestList } from './empty-guest-list.tsx';
import { LastCount } from './last-count.tsx';
import { OtherDepartures } from './other-departures.tsx';
import { ReportLink } from './report-link.tsx';
import { useRollCall } from './roll-call-context.ts';
import { RollCallPane } from './roll-call-pane.tsx';
import { ROLL_CALL_SHORTCUTS } from './roll-call-shortcuts.ts';
import { RollCallTools } from './roll-call-tools.tsx';
import { TITLE_ID } from './title-id.ts';
import type { GuestRows } from './use-guest-rows.ts';
import type { GuestSearch } from './use-guest-search.ts';
import type { RollCallLayout } from './use-roll-call-layout.ts';

export interface GuestsPaneProps {
  url: CheckInNavigation;
  layout: RollCallLayout;
  search: GuestSearch;
  guests: GuestRows;
  header: ReactNode;
  actionBar: ReactNode;
}

export function GuestsPane({ url, layout, search, guests, header, actionBar }: GuestsPaneProps) {
  const { state, go } = url;
  const { phone, sideways, wide } = layout;
  const { companyId } = useRollCall().view.departure;
  const listRef = useRef<GuestListHandle>(null);
  const onEnterList = useCallback(() => listRef.current?.focusFirst(), []);
  useScreenShortcuts(ROLL_CALL_SHORTCUTS);
  useSingleKeyShortcuts({
    '/': search.focus,
    escape: search.clear,
    arrowdown: (at) => (at === document.body || at.id === TITLE_ID) && onEnterList(),
  });
  const onFilter = useCallback((filter: AttendanceFilter) => go({ filter }, { replace: true }), [go]);
  const onSort = useCallback((sort: AttendanceSort) => go({ sort }, { replace: true }), [go]);
  const tools = (
    <RollCallTools
      companyId={companyId}
      phone={phone}
      sideways={sideways}
      query={search.query}
      filter={state.filter}
      sort={state.sort}
      counts={guests.counts}
      searchRef={search.fieldRef}
      onQuery={search.setQuery}
      onFilter={onFilter}
      onSort={onSort}
      onEnterList={onEnterList}
      actions={phone || wide ? null : actionBar}
    />
  );
  return (
    <RollCallPane
      phone={phone}
      sideways={sideways}
      header={header}
      tools={tools}
      actions={actionBar}
      scroller={guests.scrollerRef}
      freezeHandlers={guests.frozenRows.freezeHandlers}
    >
      <ReportLink />
      <LastCount />
      <DepartureFlags />
      <Guests url={url} search={search} guests={guests} columns={layout.columns} handle={listRef} onFilter={onFilter} />
    </RollCallPane>
  );
}

interface GuestsProps extends Pick<GuestsPaneProps, 'url' | 'search' | 'guests'> {
  columns: boolean;
  handle: RefObject<GuestListHandle | null>;
  onFilter(filter: AttendanceFilter): void;
}

/** The rows, or why there are none. */
function Guests({ url: { state }, search, guests, columns, handle, onFilter }: GuestsProps) {
  const { parties, matches, waitingGuests, setExpanded, scrollerRef } = guests;
  const { rows, fading, onMoved } = guests.frozenRows;
  const { formats, actions, openParty, openDialog } = useRollCall();
  const rowActions = useRowActions(actions, { openParty, openDialog, setExpanded });
  if (rows.length > 0)
    return (
      <>
        {columns && <ColumnHeads />}
        <GuestList
          rows={rows}
          columns={columns}
          fading={fading}
          waitingGuests={waitingGuests}
          selectedId={state.partyId}
          formats={formats}
          actions={rowActions}
          scroller={scrollerRef}
          handle={handle}
          onMoved={onMoved}
          onLeaveTop={search.focus}
        />
      </>
    );
  if (matches !== null && matches.size === 0) return <OtherDepartures query={search.query.trim()} />;
  return (
    <EmptyGuestList
      isEmpty={parties.length === 0}
      filter={state.filter}
      hidden={matches?.size ?? 0}
      onShowAll={() => onFilter('all')}
      onWalkIn={() => openDialog({ kind: 'walk_in' })}
    />
  );
}
