/** Roll-call of one departure: header, search, guest list, and dialogs over them. */
import { makeStyles } from '@fluentui/react-components';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AttendanceFilter, AttendanceSort } from '../../../domain/attendance-filters.ts';
import { filterCounts, partiesOf } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { DepartureSummary, DepartureView, SyncState } from '../../../offline/read/views.ts';
import { hasDirtyForms } from '../../../ui/form/dirty-forms.ts';
import { lazyWithPreload, preloadWhenIdle } from '../../../ui/loading/lazy-component.tsx';
import { LANDSCAPE_PHONE, PHONE, TOUCH, WIDE, WIDEST } from '../../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../../ui/layout/use-media-query.ts';
import { OtherDepartures } from './other-departures.tsx';
import { GuestList } from '../guest-list/guest-list.tsx';
import { ColumnHeads } from '../guest-list/guest-row.tsx';
import { DepartureFlags } from './departure-flags.tsx';
import { LastCount } from './last-count.tsx';
import { EmptyGuestList } from './empty-guest-list.tsx';
import { ReportLink } from './report-link.tsx';
import { RollCallActions } from './roll-call-actions.tsx';
import { ROLL_CALL_SHORTCUTS } from './roll-call-shortcuts.ts';
import { RollCallContext, type RollCallDialog, type RollCallContextValue } from './roll-call-context.ts';
import { RollCallHeader } from './roll-call-header.tsx';
import { RollCallPane } from './roll-call-pane.tsx';
import { searchGuests } from './roll-call-search.ts';
import { RollCallTools } from './roll-call-tools.tsx';
import { TITLE_ID } from './title-id.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useScreenShortcuts } from '../../../ui/commands/screen-shortcuts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { useSingleKeyShortcuts } from '../../../ui/commands/use-single-key-shortcuts.ts';
import { useRowActions } from '../guest-list/use-row-actions.ts';
import { useFrozenRows } from '../guest-list/use-frozen-rows.ts';
import type { CheckInUrl } from '../use-check-in-url.ts';
import type { GuestListHandle } from '../guest-list/use-row-focus.ts';
import { waitingGuestsOf } from '../guest-list/waiting-guests.ts';

const RollCallOverlays = lazyWithPreload(
  () => import('./roll-call-overlays.tsx').then((module) => module.RollCallOverlays),
  {
    onLoadError: 'keep',
  },
);
const PartySheet = lazyWithPreload(
  () =>
    import('./roll-call-overlays.tsx')
      .then(() => import('../party/party-sheet.tsx'))
      .then((module) => module.PartySheet),
  { onLoadError: 'keep' },
);
const ScanListener = lazyWithPreload(() => import('../scan/scan-listener.tsx').then((module) => module.ScanListener), {
  onLoadError: 'keep',
});

const MovedGuestsToasts = lazyWithPreload(
  () => import('./moved-guests-toasts.ts').then((module) => module.MovedGuestsToasts),
  {
    onLoadError: 'keep',
  },
);

/** Debounce in milliseconds before typing updates the URL. */
const URL_DELAY_MS = 400;

const useStyles = makeStyles({
  split: { position: 'relative', display: 'flex', height: '100%', minHeight: 0 },
  aside: { flex: '0 0 400px', minWidth: 0 },
});

export interface RollCallProps {
  view: DepartureView;
  departures: readonly DepartureSummary[];
  pulledAt: SyncState['pulledAt'];
  mayCheckIn: boolean;
  url: CheckInUrl;
  onBack: (() => void) | null;
  status: ReactNode;
  /** Called once it is mounted, which is later than the departure is read where its code arrives late. */
  onShown(): void;
}

export const RollCall = memo(function RollCall(props: RollCallProps) {
  const { view, departures, pulledAt, mayCheckIn, url, onBack, status, onShown } = props;
  useEffect(() => {
    onShown();
  }, [onShown]);
  const styles = useStyles();
  const { state, go } = url;
  const sideways = useMediaQuery(LANDSCAPE_PHONE);
  const phone = useMediaQuery(PHONE) || sideways;
  const wide = useMediaQuery(WIDE);
  const hasSidePanel = useMediaQuery(WIDEST);
  const columns = !useMediaQuery(TOUCH) && !phone;
  const formats = useFormats(view.company.timeZone);
  const actions = useRecordActions({ companyId: view.departure.companyId, departureId: view.departure.id }, formats);
  const [query, setQuery] = useState(state.query);
  const [dialog, setDialog] = useState<RollCallDialog | null>(null);
  // Separate from `dialog`: closing a dialog returns to the scanner.
  const [scanning, setScanning] = useState(false);
  const list = useRef<GuestListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<Uuid>>(new Set());

  const parties = useMemo(() => partiesOf(view), [view]);
  const counts = useMemo(() => filterCounts(parties), [parties]);
  const matches = useMemo(() => searchGuests(view, query), [view, query]);
  const options = useMemo(
    () => ({ filter: state.filter, sort: state.sort, locale: formats.locale, matches, expanded }),
    [state.filter, state.sort, formats.locale, matches, expanded],
  );
  const { rows, fading, onMoved, guards } = useFrozenRows(scroller, {
    parties,
    refused: view.refused,
    options,
    listed: `${state.filter} ${state.sort} ${query}`,
  });
  const waitingGuests = useMemo(() => waitingGuestsOf(parties, view.waiting), [parties, view.waiting]);

  useEffect(() => {
    if (query === state.query) return;
    const timer = setTimeout(() => go({ query }, { replace: true }), URL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, state.query, go]);

  useEffect(() => {
    return preloadWhenIdle([ScanListener, MovedGuestsToasts, RollCallOverlays]);
  }, []);

  const focusSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);

  const clear = useCallback(() => setQuery(''), []);
  const onEnterList = useCallback(() => list.current?.focusFirst(), []);
  useScreenShortcuts(ROLL_CALL_SHORTCUTS);
  useSingleKeyShortcuts({
    '/': focusSearch,
    escape: clear,
    arrowdown: (at) => (at === document.body || at.id === TITLE_ID) && onEnterList(),
  });

  const openParty = useCallback((partyId: Uuid) => go({ partyId }), [go]);
  // Always navigates: a party that a scan has just opened is not in this render yet.
  const closeParty = useCallback(() => go({ partyId: null }, { replace: true }), [go]);
  // A scan must not discard a note being written.
  const leaveParty = useCallback(() => {
    if (!hasDirtyForms()) closeParty();
  }, [closeParty]);
  const openDialog = useCallback(
    (requested: RollCallDialog) => (requested.kind === 'scan' ? setScanning(true) : setDialog(requested)),
    [],
  );
  const rowActions = useRowActions(actions, { openParty, openDialog, setExpanded });
  const rollCall = useMemo<RollCallContextValue>(
    () => ({
      view,
      departures,
      listAt: pulledAt,
      mayCheckIn,
      parties,
      formats,
      actions,
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
    [view, departures, pulledAt, mayCheckIn, parties, formats, actions, openParty, leaveParty, openDialog, go],
  );
  const departed = view.rollCall.departed !== null;
  const actionBar = useMemo(
    () =>
      mayCheckIn ? (
        <RollCallActions phone={phone} departed={departed} openDialog={openDialog} actions={actions} />
      ) : null,
    [mayCheckIn, phone, departed, openDialog, actions],
  );
  const onFilter = useCallback((filter: AttendanceFilter) => go({ filter }, { replace: true }), [go]);
  const addWalkIn = useCallback(() => setDialog({ kind: 'walk_in' }), []);
  const showAll = useCallback(() => onFilter('all'), [onFilter]);
  const onSort = useCallback((sort: AttendanceSort) => go({ sort }, { replace: true }), [go]);
  const party =
    state.partyId === null ? null : (parties.find((candidate) => candidate.booking.id === state.partyId) ?? null);

  // On wide screens the party card is beside the list and not a sheet.
  const sheet = hasSidePanel ? null : party;
  const tools = (
    <RollCallTools
      companyId={view.departure.companyId}
      phone={phone}
      sideways={sideways}
      query={query}
      filter={state.filter}
      sort={state.sort}
      counts={counts}
      searchRef={search}
      onQuery={setQuery}
      onFilter={onFilter}
      onSort={onSort}
      onEnterList={onEnterList}
      actions={phone || wide ? null : actionBar}
    />
  );

  return (
    <RollCallContext value={rollCall}>
      <div className={styles.split}>
        <RollCallPane
          phone={phone}
          sideways={sideways}
          header={<RollCallHeader phone={phone} onBack={onBack} status={status} actions={wide ? actionBar : null} />}
          tools={tools}
          actions={actionBar}
          scroller={scroller}
          guards={guards}
        >
          <ReportLink />
          <LastCount />
          <DepartureFlags />
          {columns && rows.length > 0 && <ColumnHeads />}
          {rows.length > 0 ? (
            <GuestList
              rows={rows}
              columns={columns}
              fading={fading}
              waitingGuests={waitingGuests}
              selectedId={state.partyId}
              formats={formats}
              actions={rowActions}
              scroller={scroller}
              handle={list}
              onMoved={onMoved}
              onLeaveTop={focusSearch}
            />
          ) : matches !== null && matches.size === 0 ? (
            <OtherDepartures query={query.trim()} />
          ) : (
            <EmptyGuestList
              isEmpty={parties.length === 0}
              filter={state.filter}
              hidden={matches?.size ?? 0}
              onShowAll={showAll}
              onWalkIn={mayCheckIn ? addWalkIn : null}
            />
          )}
        </RollCallPane>
        {/* Outside of the pane, whose container would confine full-screen elements. */}
        {mayCheckIn && !scanning && <ScanListener departureId={view.departure.id} />}
        <MovedGuestsToasts departureId={view.departure.id} parties={parties} formats={formats} />
        {(dialog || sheet || scanning) && (
          <RollCallOverlays
            dialog={dialog}
            scanning={scanning}
            onCloseScan={() => setScanning(false)}
            party={sheet}
            onCloseDialog={() => setDialog(null)}
            onCloseParty={closeParty}
            onFindMissing={() => {
              setDialog(null);
              setQuery('');
              go({ filter: 'missing', query: '' });
            }}
          />
        )}
        {hasSidePanel && party && (
          <div className={styles.aside}>
            <PartySheet key={party.booking.id} party={party} presentation="pane" onClose={closeParty} />
          </div>
        )}
      </div>
    </RollCallContext>
  );
});
