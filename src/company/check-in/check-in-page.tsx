/** /check-in: the list of departures and the open roll-call, side by side on wide screens. */
import { Button, Skeleton, SkeletonItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDeparture, useDepartures, useSyncValue } from '../../offline/read/live-queries.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { DepartureSummary } from '../../offline/read/views.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { afterScreenPaint, reportScreenPainted } from '../../lib/screen-painted.ts';
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { LANDSCAPE_PHONE, PHONE, WIDE } from '../../ui/theme/breakpoints.ts';
import { barHeight, gutter, type, weight, visuallyHidden } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { Announcer } from '../../ui/toasts/announcer.tsx';
import { nextDeparture } from './departures/departure-days.ts';
import { DeparturesList, DeparturesSkeleton } from './departures/departures-list.tsx';
import { QuietMeetingPoint } from './illustrations.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { TITLE_ID } from './roll-call/title-id.ts';
import { OpenSyncPanel, SyncStatus } from '../../features/sync/sync-status.tsx';
import { useCheckInUrl, type CheckInNavigation } from './use-check-in-url.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { useNow } from '../../ui/dates/clock.ts';

// The list paints first; the heavier roll-call is loaded afterwards.
const rollCallOptions = { onLoadError: 'keep', fallback: <RollCallSkeleton /> } as const;
const RollCall = lazyWithTexts(
  () => import('./roll-call/roll-call.tsx').then((module) => module.RollCall),
  ['roll-call'],
  rollCallOptions,
);
const NotHere = lazyWithTexts(
  () => import('./roll-call/not-here.tsx').then((module) => module.NotHere),
  ['roll-call'],
  rollCallOptions,
);
const StorageClearedBar = lazyWithTexts(
  () => import('./departures/storage-cleared-banner.tsx').then((module) => module.StorageClearedBanner),
  ['roll-call'],
);

const NONE: readonly DepartureSummary[] = [];

const useStyles = makeStyles({
  // The frame sets the height; the page itself never scrolls.
  room: {
    position: 'relative',
    height: '100%',
    minHeight: '420px',
    [`@media ${LANDSCAPE_PHONE}`]: { minHeight: '240px' },
  },
  page: { position: 'absolute', inset: 0, display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' },
  top: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    padding: `0 ${gutter}`,
    minHeight: barHeight,
    boxSizing: 'border-box',
  },
  title: { ...type.title, margin: 0, whiteSpace: 'nowrap', fontWeight: weight.bold },
  // For screen readers only; overrides the heights that the bar gives its children.
  hidden: { ...visuallyHidden, minHeight: 0, padding: 0 },
  panes: { flex: '1 1 0', minHeight: 0, display: 'flex' },
  list: { flex: '1 1 0', minWidth: 0, overflowY: 'auto', maxWidth: '720px', margin: '0 auto' },
  listAside: { flex: '0 0 320px', margin: 0, borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  open: { flex: '1 1 0', minWidth: 0 },
  bar: { flexShrink: 0, margin: `0 ${gutter} 8px` },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '16px' },
});

export function CheckInPage() {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const wide = useMediaQuery(WIDE);
  const url = useCheckInUrl();
  const { state, go } = url;
  const { departureId } = state;
  const company = currentUser?.company ?? null;
  const list = useDepartureList(company?.id ?? null);
  const view = useDeparture(departureId);
  const storageWasCleared = useSyncValue('storageWasCleared');
  usePaintedList(list.departures !== undefined, departureId);
  const onShown = useDepartureFocus(departureId);
  const { status, syncPanel } = useSyncPanel(company?.timeZone ?? 'UTC', departureId);
  const close = useCallback(() => go({ departureId: null, partyId: null, query: '', filter: 'all' }), [go]);

  if (!company) return null;

  const showsList = wide || departureId === null;
  // On a phone the open departure fills the screen and shows the sync status itself. With two panes the list has the
  // bar, and the roll-call gets the full height.
  const top = <TopBar status={showsList || !view ? status : null} />;

  return (
    <div className={styles.room}>
      <div className={styles.page}>
        {!wide && top}
        {storageWasCleared && <StorageClearedBar className={styles.bar} />}
        <div className={styles.panes}>
          {showsList && (
            <div className={mergeClasses(styles.list, wide && styles.listAside)}>
              {wide && top}
              <Departures list={list} timeZone={company.timeZone} selectedId={departureId} />
            </div>
          )}
          {(wide || departureId !== null) && (
            <div className={styles.open}>
              {departureId === null ? (
                !list.loading && <ChooseDeparture list={list} timeZone={company.timeZone} url={url} />
              ) : view === undefined ? (
                <RollCallSkeleton />
              ) : view === null ? (
                <NotHere key={departureId} company={company.id} departure={departureId} onBack={close} />
              ) : (
                <RollCall
                  key={view.departure.id}
                  view={view}
                  departures={list.departures ?? NONE}
                  pulledAt={list.pulledAt}
                  url={url}
                  onBack={wide ? null : close}
                  status={wide ? null : status}
                  onShown={onShown}
                />
              )}
            </div>
          )}
        </div>
        <Announcer />
      </div>
      {syncPanel}
    </div>
  );
}

/** Returns the departures on the device; `loading` before the first pull, when an empty list may be incomplete. */
function useDepartureList(companyId: Uuid | null) {
  const pulledAt = useSyncValue('pulledAt');
  const network = useSyncValue('network');
  // A tap re-renders its guest row first and the departure's row later.
  const departures = useDeferredValue(useDepartures(companyId));
  const loading = departures === undefined || (departures.length === 0 && pulledAt === null && network === 'online');
  return { departures, pulledAt, loading };
}

type DepartureList = ReturnType<typeof useDepartureList>;

/** Reports that the list is painted, and loads the roll-call's code afterwards. */
function usePaintedList(listed: boolean, departureId: Uuid | null): void {
  useEffect(() => {
    if (listed) reportScreenPainted();
  }, [listed]);
  useEffect(() => {
    // A failed preload is retried when a departure is opened.
    const preloadRollCall = () => void RollCall.preload().catch(() => undefined);
    if (departureId !== null) preloadRollCall();
    else if (listed) afterScreenPaint(preloadRollCall, 0);
  }, [listed, departureId]);
}

/**
 * Moves the focus to the heading of an opened departure, and back to its link when it is closed. Returns what to call
 * when a roll-call is shown.
 */
function useDepartureFocus(departureId: Uuid | null): () => void {
  const before = useRef(departureId);
  const [rollCallsShown, countShownRollCall] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const last = before.current;
    if (departureId === last) return;
    const target =
      departureId === null
        ? document.querySelector<HTMLElement>(`a[href*="${last ?? ''}"]`)
        : document.getElementById(TITLE_ID);
    if (departureId !== null && !target) return;
    before.current = departureId;
    target?.focus({ preventScroll: departureId !== null });
  }, [departureId, rollCallsShown]);
  return countShownRollCall;
}

/** Returns the sync status, compact beside the title of an open departure, and the panel that it opens. */
function useSyncPanel(timeZone: string, departureId: Uuid | null) {
  const formats = useFormats(timeZone);
  const phone = useMediaQuery(`${PHONE}, ${LANDSCAPE_PHONE}`);
  const inBar = phone && departureId !== null;
  const [isOpen, setOpen] = useState(false);
  const status = useMemo(() => <SyncStatus compact={inBar} onOpen={() => setOpen(true)} />, [inBar]);
  return { status, syncPanel: isOpen && <OpenSyncPanel formats={formats} onClose={() => setOpen(false)} /> };
}

/** Title and sync status; without the status the title is only for screen readers. */
function TopBar({ status }: { status: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.top, status === null && styles.hidden)}>
      <h1 className={styles.title} tabIndex={-1} data-page-heading>
        <FormattedMessage id="checkIn.title" />
      </h1>
      {status}
    </div>
  );
}

interface DeparturesProps {
  list: DepartureList;
  timeZone: string;
  selectedId: Uuid | null;
}

function Departures({ list: { departures, pulledAt, loading }, timeZone, selectedId }: DeparturesProps) {
  const persisted = useSyncValue('persisted');
  if (loading || departures === undefined) return <DeparturesSkeleton />;
  return (
    <DeparturesList
      departures={departures}
      timeZone={timeZone}
      selectedId={selectedId}
      pulledAt={pulledAt}
      persisted={persisted}
    />
  );
}

interface ChooseDepartureProps {
  list: DepartureList;
  timeZone: string;
  url: CheckInNavigation;
}

/** Beside the list while no departure is open; offers the next one. */
function ChooseDeparture({ list: { departures }, timeZone, url }: ChooseDepartureProps) {
  const formats = useFormats(timeZone);
  const now = useNow();
  const next = departures && nextDeparture(departures, now);
  return (
    <EmptyState
      drawing={<QuietMeetingPoint />}
      actions={
        next && (
          <Button appearance="primary" onClick={() => url.go({ departureId: next.departure.id })}>
            <FormattedMessage
              id="checkIn.choose.open"
              values={{ time: formats.time(next.departure.startsAt), tour: formats.text(next.tour.title) }}
            />
          </Button>
        )
      }
      title={<FormattedMessage id="checkIn.choose.text" />}
    />
  );
}

function RollCallSkeleton() {
  const styles = useStyles();
  return (
    <LoadingRegion>
      <Skeleton className={styles.skeleton}>
        <SkeletonItem style={{ height: '40px' }} />
        <SkeletonItem style={{ height: '48px' }} />
        {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
          <SkeletonItem key={row} style={{ height: '44px' }} />
        ))}
      </Skeleton>
    </LoadingRegion>
  );
}

/** The name that the route table expects. */
export { CheckInPage as Component };
