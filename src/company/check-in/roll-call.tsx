/** One departure's roll-call: the header, the search, the list, and what opens over them. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { attendanceRows, filterCounts, partiesOf, type AttendanceFilter, type AttendanceSort } from '../../domain/attendance.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { DepartureSummary, DepartureView, SyncState } from '../../offline/views.ts';
import { hasDirtyForms } from '../../ui/dirty-forms.ts';
import { late, preloadWhenIdle } from '../../ui/late.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { Elsewhere } from './elsewhere.tsx';
import { GuestList, type GuestListHandle } from './guest-list.tsx';
import type { RowActs } from './guest-row.tsx';
import { NobodyListed } from './nobody-listed.tsx';
import { RollCallActions } from './roll-call-actions.tsx';
import { RollCallContext, type RollCallDialog, type RollCallScope } from './roll-call-scope.ts';
import { RollCallHeader } from './roll-call-header.tsx';
import { foundGuests } from './roll-call-search.ts';
import { RollCallTools } from './roll-call-tools.tsx';
import { useActs } from './use-acts.ts';
import { useFormats } from './use-formats.ts';
import type { CheckInUrl } from './use-check-in-url.ts';

const RollCallOverlays = late(() => import('./roll-call-overlays.tsx').then((module) => module.RollCallOverlays), { whenLost: 'wait' });
const ScanListener = late(() => import('./scan-listener.tsx').then((module) => module.ScanListener), { whenLost: 'wait' });

/** Typing does not write history at every letter. */
const URL_AFTER = 400;

const useStyles = makeStyles({
  pane: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  list: { position: 'relative', flex: '1 1 0', minHeight: 0 },
});

export interface RollCallProps {
  view: DepartureView;
  departures: readonly DepartureSummary[];
  pulledAt: SyncState['pulledAt'];
  mayCheckIn: boolean;
  url: CheckInUrl;
  onBack: (() => void) | null;
  status: ReactNode;
}

export const RollCall = memo(function RollCall(props: RollCallProps) {
  const { view, departures, pulledAt, mayCheckIn, url, onBack, status } = props;
  const styles = useStyles();
  const { place, go } = url;
  const phone = useMedia('(max-width: 599px)');
  const formats = useFormats(view.company.timeZone);
  const acts = useActs({ companyId: view.departure.companyId, departureId: view.departure.id }, formats);
  const [query, setQuery] = useState(place.query);
  const [dialog, setDialog] = useState<RollCallDialog | null>(null);
  // Apart from the dialogs: what opens over the scanner comes back to it.
  const [scanning, setScanning] = useState(false);
  const list = useRef<GuestListHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const parties = useMemo(() => partiesOf(view), [view]);
  const counts = useMemo(() => filterCounts(parties), [parties]);
  const found = useMemo(() => foundGuests(view, query), [view, query]);
  const rows = useMemo(
    () => attendanceRows(parties, { filter: place.filter, sort: place.sort, locale: formats.locale, found }),
    [parties, place.filter, place.sort, formats.locale, found],
  );
  const waitingGuests = useMemo(() => {
    const ids = new Set<Uuid>();
    for (const party of parties) {
      for (const line of party.lines) if (line.state.checkIns.some((action) => view.waiting.has(action.id))) ids.add(line.guest.id);
    }
    return ids;
  }, [parties, view.waiting]);

  useEffect(() => {
    if (query === place.query) return;
    const timer = setTimeout(() => go({ query }, { replace: true }), URL_AFTER);
    return () => clearTimeout(timer);
  }, [query, place.query, go]);

  useEffect(() => {
    return preloadWhenIdle([ScanListener, RollCallOverlays]);
  }, []);

  const focusSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const target = event.target as HTMLElement;
      const typing = target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        event.preventDefault();
        focusSearch();
      } else if (event.key === 'Escape') setQuery('');
      else if (event.key === 'ArrowDown' && target === document.body) list.current?.focusFirst();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [focusSearch]);

  const openParty = useCallback((partyId: Uuid) => go({ partyId }), [go]);
  // Asks not whether one is open: of one that a code has just opened, this render does not know yet.
  const closeParty = useCallback(() => go({ partyId: null }, { replace: true }), [go]);
  // A code that is read meanwhile must not take a half-written note away.
  const leaveParty = useCallback(() => {
    if (!hasDirtyForms()) closeParty();
  }, [closeParty]);
  const openDialog = useCallback(
    (wanted: RollCallDialog) => (wanted.kind === 'scan' ? setScanning(true) : setDialog(wanted)),
    [],
  );
  const rowActs = useMemo<RowActs>(
    () => ({
      checkIn: (party, lines) => void acts.checkIn(party, lines),
      undoCheckIn: (party, line) => void acts.undoCheckIn(party, line),
      collect: (party) => setDialog({ kind: 'collect', bookingId: party.booking.id }),
      open: (party) => openParty(party.booking.id),
    }),
    [acts, openParty],
  );
  const scope = useMemo<RollCallScope>(
    () => ({
      view,
      departures,
      listAt: pulledAt,
      mayCheckIn,
      parties,
      formats,
      acts,
      openParty,
      closeParty: leaveParty,
      openDialog,
      openDeparture: (departureId) => {
        setDialog(null);
        setScanning(false);
        setQuery('');
        go({ departureId, partyId: null, query: '' });
      },
    }),
    [view, departures, pulledAt, mayCheckIn, parties, formats, acts, openParty, leaveParty, openDialog, go],
  );
  const departed = view.rollCall.departed !== null;
  const actions = useMemo(() => ({ departed, openDialog }), [departed, openDialog]);
  const onFilter = useCallback((filter: AttendanceFilter) => go({ filter }, { replace: true }), [go]);
  const showAll = useCallback(() => onFilter('all'), [onFilter]);
  const onSort = useCallback((sort: AttendanceSort) => go({ sort }, { replace: true }), [go]);
  const onEnterList = useCallback(() => list.current?.focusFirst(), []);
  const party = place.partyId === null ? null : (parties.find((one) => one.booking.id === place.partyId) ?? null);

  return (
    <RollCallContext value={scope}>
      <section className={styles.pane} aria-labelledby="roll-call-title">
        <RollCallHeader onBack={onBack} status={status} />
        <RollCallTools
          query={query}
          filter={place.filter}
          sort={place.sort}
          counts={counts}
          searchRef={search}
          onQuery={setQuery}
          onFilter={onFilter}
          onSort={onSort}
          actions={mayCheckIn && !phone ? actions : null}
          onEnterList={onEnterList}
        />
        <div className={styles.list}>
          {rows.length > 0 ? (
            <GuestList
              rows={rows}
              waitingGuests={waitingGuests}
              formats={formats}
              acts={rowActs}
              handle={list}
              onLeaveTop={focusSearch}
            />
          ) : found !== null && found.size === 0 ? (
            <Elsewhere query={query.trim()} />
          ) : (
            <NobodyListed isEmpty={parties.length === 0} filter={place.filter} hidden={found?.size ?? 0} onShowAll={showAll} />
          )}
        </div>
        {mayCheckIn && phone && <RollCallActions phone {...actions} />}
        {mayCheckIn && !scanning && <ScanListener departureId={view.departure.id} />}
        {(dialog || party || scanning) && (
          <RollCallOverlays
            dialog={dialog}
            scanning={scanning}
            onCloseScan={() => setScanning(false)}
            party={party}
            onCloseDialog={() => setDialog(null)}
            onCloseParty={closeParty}
          />
        )}
      </section>
    </RollCallContext>
  );
});
