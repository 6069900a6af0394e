/** Roll-call of one departure: header, search, guest list, and dialogs over them. */
import { makeStyles } from '@fluentui/react-components';
import { memo, useCallback, useEffect, useMemo, type ReactNode } from 'react';
import type { Party } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { DepartureSummary, DepartureView, SyncState } from '../../../offline/read/views.ts';
import { hasDirtyForms } from '../../../ui/form/dirty-forms.ts';
import { useFormats, type Formats } from '../../../ui/format/use-formats.ts';
import { lazyWithPreload, preloadWhenIdle } from '../../../ui/loading/lazy-component.tsx';
import type { CheckInNavigation } from '../use-check-in-url.ts';
import { GuestsPane } from './guests-pane.tsx';
import { RollCallActions } from './roll-call-actions.tsx';
import { RollCallContext, type RollCallContextValue } from './roll-call-context.ts';
import { RollCallHeader } from './roll-call-header.tsx';
import { useGuestRows } from './use-guest-rows.ts';
import { useGuestSearch } from './use-guest-search.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useRollCallDialogs, type RollCallDialogs } from './use-roll-call-dialogs.ts';
import { useRollCallLayout } from './use-roll-call-layout.ts';

const RollCallOverlays = lazyWithPreload(
  () => import('./roll-call-overlays.tsx').then((module) => module.RollCallOverlays),
  {
    onLoadError: 'keep',
  },
);
// From the same chunk, which is preloaded.
const PartySheet = lazyWithPreload(() => import('./roll-call-overlays.tsx').then((module) => module.PartySheet), {
  onLoadError: 'keep',
});
const ScanListener = lazyWithPreload(() => import('../scan/scan-listener.tsx').then((module) => module.ScanListener), {
  onLoadError: 'keep',
});

const MovedGuestsToasts = lazyWithPreload(
  () => import('./moved-guests-toasts.ts').then((module) => module.MovedGuestsToasts),
  {
    onLoadError: 'keep',
  },
);

const useStyles = makeStyles({
  split: { position: 'relative', display: 'flex', height: '100%', minHeight: 0 },
  aside: { flex: '0 0 400px', minWidth: 0 },
});

export interface RollCallProps {
  view: DepartureView;
  departures: readonly DepartureSummary[];
  pulledAt: SyncState['pulledAt'];
  url: CheckInNavigation;
  onBack: (() => void) | null;
  status: ReactNode;
  /** Called once it is mounted. Its code may arrive after the departure was read. */
  onShown(): void;
}

export const RollCall = memo(function RollCall(props: RollCallProps) {
  const { view, url, onBack, status, onShown } = props;
  useEffect(() => {
    onShown();
  }, [onShown]);
  const styles = useStyles();
  const layout = useRollCallLayout();
  const formats = useFormats(view.company.timeZone);
  const search = useGuestSearch(url);
  const guests = useGuestRows(view, { state: url.state, query: search.query, locale: formats.locale });
  const { parties } = guests;
  const card = usePartyCard(url);
  const dialogs = useRollCallDialogs();
  const { dialog, scanning } = dialogs;
  const rollCall = useRollCallValue(props, { parties, formats, card, dialogs, setQuery: search.setQuery });
  const actionBar = useActionBar(rollCall, layout.phone);
  useEffect(() => {
    return preloadWhenIdle([ScanListener, MovedGuestsToasts, RollCallOverlays]);
  }, []);

  const party = parties.find(({ booking }) => booking.id === url.state.partyId) ?? null;
  const sheet = layout.hasSidePanel ? null : party;
  const header = (
    <RollCallHeader phone={layout.phone} onBack={onBack} status={status} actions={layout.wide ? actionBar : null} />
  );
  return (
    <RollCallContext value={rollCall}>
      <div className={styles.split}>
        <GuestsPane url={url} layout={layout} search={search} guests={guests} header={header} actionBar={actionBar} />
        {/* Outside of the pane, whose container would confine full-screen elements. */}
        {!scanning && <ScanListener departureId={view.departure.id} />}
        <MovedGuestsToasts departureId={view.departure.id} parties={parties} formats={formats} />
        {(dialog || sheet || scanning) && (
          <RollCallOverlays
            dialog={dialog}
            scanning={scanning}
            onCloseScan={dialogs.closeScan}
            party={sheet}
            onCloseDialog={dialogs.closeDialog}
            onCloseParty={card.closeParty}
            onFindMissing={() => {
              dialogs.closeDialog();
              search.setQuery('');
              url.go({ filter: 'missing', query: '' });
            }}
          />
        )}
        {layout.hasSidePanel && party && (
          <div className={styles.aside}>
            <PartySheet key={party.booking.id} party={party} presentation="pane" onClose={card.closeParty} />
          </div>
        )}
      </div>
    </RollCallContext>
  );
});

/** Returns what opens and closes the party card, which the URL names. */
function usePartyCard({ go }: CheckInNavigation) {
  const openParty = useCallback((partyId: Uuid) => go({ partyId }), [go]);
  // Does not ask `state` for an open party: one that a scan has just opened is not in this render yet.
  const closeParty = useCallback(() => go({ partyId: null }, { replace: true }), [go]);
  // A scan must not discard a note being written.
  const leaveParty = useCallback(() => {
    if (!hasDirtyForms()) closeParty();
  }, [closeParty]);
  return { openParty, closeParty, leaveParty };
}

interface RollCallParts {
  parties: readonly Party[];
  formats: Formats;
  card: ReturnType<typeof usePartyCard>;
  dialogs: RollCallDialogs;
  setQuery(query: string): void;
}

function useRollCallValue(
  { view, departures, pulledAt, url: { go } }: RollCallProps,
  { parties, formats, card, dialogs, setQuery }: RollCallParts,
): RollCallContextValue {
  const actions = useRecordActions({ companyId: view.departure.companyId, departureId: view.departure.id }, formats);
  const { openParty, leaveParty } = card;
  const { openDialog, closeDialog, closeScan } = dialogs;
  const openDeparture = useCallback(
    (departureId: Uuid) => {
      closeDialog();
      closeScan();
      setQuery('');
      go({ departureId, partyId: null, query: '' });
    },
    [closeDialog, closeScan, setQuery, go],
  );
  return useMemo(
    () => ({
      view,
      departures,
      pulledAt,
      parties,
      formats,
      actions,
      openParty,
      closeParty: leaveParty,
      openDialog,
      openDeparture,
    }),
    [view, departures, pulledAt, parties, formats, actions, openParty, leaveParty, openDialog, openDeparture],
  );
}

/** Returns the buttons for the whole departure. */
function useActionBar({ view, actions, openDialog }: RollCallContextValue, phone: boolean): ReactNode {
  const departed = view.rollCall.departed !== null;
  return useMemo(
    () => <RollCallActions phone={phone} departed={departed} openDialog={openDialog} actions={actions} />,
    [phone, departed, openDialog, actions],
  );
}
