/** One departure's roll-call: the header, the search, the list, and what opens over them. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { attendanceList } from '../../domain/attendance-list.ts';
import { filterCounts, partiesOf, type AttendanceFilter, type AttendanceSort } from '../../domain/attendance.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { DepartureSummary, DepartureView, SyncState } from '../../offline/views.ts';
import { hasDirtyForms } from '../../ui/dirty-forms.ts';
import { late, preloadWhenIdle } from '../../ui/late.tsx';
import { PHONE, TOUCH, WIDE } from '../../ui/theme/breakpoints.ts';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { useMedia } from '../../ui/use-media.ts';
import { Elsewhere } from './elsewhere.tsx';
import { GuestList } from './guest-list.tsx';
import { ColumnHeads } from './guest-row.tsx';
import { LastCount } from './last-count.tsx';
import { NobodyListed } from './nobody-listed.tsx';
import { RollCallActions } from './roll-call-actions.tsx';
import { RollCallContext, type RollCallDialog, type RollCallScope } from './roll-call-scope.ts';
import { ROLL_CALL_KEYS } from './roll-call-keys.ts';
import { RollCallHeader } from './roll-call-header.tsx';
import { foundGuests } from './roll-call-search.ts';
import { RollCallTools } from './roll-call-tools.tsx';
import type { RowActs } from './row-acts.ts';
import { TITLE_ID } from './title-id.ts';
import { createSteadyList } from './steady-list.ts';
import { useActs } from './use-acts.ts';
import { useFormats } from './use-formats.ts';
import type { CheckInUrl } from './use-check-in-url.ts';
import type { GuestListHandle } from './use-row-focus.ts';
import { waitingGuestsOf } from './waiting-guests.ts';

const RollCallOverlays = late(() => import('./roll-call-overlays.tsx').then((module) => module.RollCallOverlays), { whenLost: 'wait' });
const PartySheet = late(() => import('./roll-call-overlays.tsx').then(() => import('./party-sheet.tsx')).then((module) => module.PartySheet), { whenLost: 'wait' });
const ScanListener = late(() => import('./scan-listener.tsx').then((module) => module.ScanListener), { whenLost: 'wait' });

/** Typing does not write history at every letter. */
const URL_AFTER = 400;
/** Room for the departures, the list and a party. */
const THREE_PANES = '(min-width: 1280px)';
const REDUCED = '(prefers-reduced-motion: reduce)';
const steadyList = () => createSteadyList({ now: () => performance.now(), still: () => matchMedia(REDUCED).matches });

const useStyles = makeStyles({
  split: { display: 'flex', height: '100%', minHeight: 0 },
  beside: { flex: '0 0 400px', minWidth: 0 },
  pane: {
    position: 'relative',
    flex: '1 1 0',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    containerType: 'size',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // What stands above the list on a phone scrolls away with it.
  scroller: {
    position: 'relative',
    flex: '1 1 0',
    minHeight: 0,
    containerType: 'inline-size',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollbarGutter: 'stable',
    // The last rows can be scrolled clear of a toast.
    '::after': { content: '""', display: 'block', height: '64px' },
  },
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
  const phone = useMedia(PHONE);
  const wide = useMedia(WIDE);
  const beside = useMedia(THREE_PANES);
  const columns = !useMedia(TOUCH) && !phone;
  const formats = useFormats(view.company.timeZone);
  const acts = useActs({ companyId: view.departure.companyId, departureId: view.departure.id }, formats);
  const [query, setQuery] = useState(place.query);
  const [dialog, setDialog] = useState<RollCallDialog | null>(null);
  // Apart from the dialogs: what opens over the scanner comes back to it.
  const [scanning, setScanning] = useState(false);
  const list = useRef<GuestListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<Uuid>>(new Set());
  const [steady] = useState(steadyList);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);

  const parties = useMemo(() => partiesOf(view), [view]);
  const counts = useMemo(() => filterCounts(parties), [parties]);
  const found = useMemo(() => foundGuests(view, query), [view, query]);
  // Another filter, order or search is another list: it starts at its top, and holds nothing of the one before.
  const listed = `${place.filter} ${place.sort} ${query}`;
  const now = useSyncExternalStore(steady.subscribe, steady.get);
  const held = now.of === listed ? now.held : null;
  const { rows, shown } = useMemo(
    () => attendanceList({ parties, refused: view.refused }, { filter: place.filter, sort: place.sort, locale: formats.locale, found, open, held }),
    [parties, view.refused, place.filter, place.sort, formats.locale, found, open, held],
  );
  const waitingGuests = useMemo(() => waitingGuestsOf(parties, view.waiting), [parties, view.waiting]);

  useEffect(() => () => steady.stop(), [steady]);
  const last = useRef(listed);
  useEffect(() => {
    if (last.current !== listed && scroller.current) scroller.current.scrollTop = 0;
    last.current = listed;
  }, [listed]);
  const touch = useCallback(() => steady.touched(listed, shown), [steady, listed, shown]);
  const onPress = useCallback(
    (event: { timeStamp: number }) => {
      pressedAt.current = event.timeStamp;
      touch();
    },
    [touch],
  );
  const onTap = useCallback(
    (event: MouseEvent) => {
      touch();
      // A key acts on what has the focus, wherever that has moved to.
      if (event.detail === 0 || !steady.isStray(pressedAt.current)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    [steady, touch],
  );

  useEffect(() => {
    if (query === place.query) return;
    const timer = setTimeout(() => go({ query }, { replace: true }), URL_AFTER);
    return () => clearTimeout(timer);
  }, [query, place.query, go]);

  useEffect(() => {
    return preloadWhenIdle([ScanListener, RollCallOverlays]);
  }, []);

  useScreenKeys(ROLL_CALL_KEYS);
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
      else if (event.key === 'ArrowDown' && (target === document.body || target.id === TITLE_ID)) list.current?.focusFirst();
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
      oneMore: (party) => void acts.oneMore(party),
      oneFewer: (party) => void acts.oneFewer(party),
      toggle: ({ booking }) =>
        setOpen((before) => {
          const after = new Set(before);
          if (!after.delete(booking.id)) after.add(booking.id);
          return after;
        }),
      settle: (deed) => setDialog({ kind: 'settle', actionId: deed.id }),
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
  const actions = useMemo(
    () => (mayCheckIn ? <RollCallActions phone={phone} departed={departed} openDialog={openDialog} acts={acts} /> : null),
    [mayCheckIn, phone, departed, openDialog, acts],
  );
  const onFilter = useCallback((filter: AttendanceFilter) => go({ filter }, { replace: true }), [go]);
  const addWalkIn = useCallback(() => setDialog({ kind: 'walk_in' }), []);
  const showAll = useCallback(() => onFilter('all'), [onFilter]);
  const onSort = useCallback((sort: AttendanceSort) => go({ sort }, { replace: true }), [go]);
  const onEnterList = useCallback(() => list.current?.focusFirst(), []);
  const party = place.partyId === null ? null : (parties.find((one) => one.booking.id === place.partyId) ?? null);

  // With room it stands beside the list, which keeps its place, its choice and its keys.
  const sheet = beside ? null : party;
  const tools = (
    <RollCallTools
      phone={phone}
      query={query}
      filter={place.filter}
      sort={place.sort}
      counts={counts}
      searchRef={search}
      onQuery={setQuery}
      onFilter={onFilter}
      onSort={onSort}
      onEnterList={onEnterList}
      actions={phone || wide ? null : actions}
    />
  );

  return (
    <RollCallContext value={scope}>
      <div className={styles.split}>
      <section className={styles.pane} aria-labelledby={TITLE_ID}>
        <RollCallHeader phone={phone} onBack={onBack} status={status} actions={wide ? actions : null} />
        {!phone && tools}
        {/* Whoever touches the list holds it still; what is pressed in it are its buttons. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
        <div
          ref={scroller}
          className={styles.scroller}
          onPointerDownCapture={onPress}
          onKeyDownCapture={touch}
          onClickCapture={onTap}
          onScroll={() => held && touch()}
        >
          {phone && tools}
          <LastCount />
          {columns && rows.length > 0 && <ColumnHeads />}
          {rows.length > 0 ? (
            <GuestList
              rows={rows}
              columns={columns}
              fading={now.fading}
              waitingGuests={waitingGuests}
              chosen={place.partyId}
              formats={formats}
              acts={rowActs}
              scroller={scroller}
              handle={list}
              onMoved={steady.moved}
              onLeaveTop={focusSearch}
            />
          ) : found !== null && found.size === 0 ? (
            <Elsewhere query={query.trim()} />
          ) : (
            <NobodyListed isEmpty={parties.length === 0} filter={place.filter} hidden={found?.size ?? 0} onShowAll={showAll} onWalkIn={mayCheckIn ? addWalkIn : null} />
          )}
        </div>
        {phone && actions}
        {mayCheckIn && !scanning && <ScanListener departureId={view.departure.id} />}
        {(dialog || sheet || scanning) && (
          <RollCallOverlays
            dialog={dialog}
            scanning={scanning}
            onCloseScan={() => setScanning(false)}
            party={sheet}
            onCloseDialog={() => setDialog(null)}
            onCloseParty={closeParty}
          />
        )}
      </section>
      {beside && party && (
        <div className={styles.beside}>
          <PartySheet key={party.booking.id} party={party} presentation="pane" onClose={closeParty} />
        </div>
      )}
      </div>
    </RollCallContext>
  );
});
