import type { IntlShape } from 'react-intl';
import type { Refusal } from '../../domain/actions.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { SyncState } from '../../offline/read/views.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';

export interface SyncTexts {
  full: string;
  /** For narrow places; null if the icon is enough. */
  short: string | null;
  state: StateName;
  icon: 'saved' | 'waiting' | 'offline' | 'no_response' | 'portal' | 'needs_you';
}

const NETWORK_ICONS = {
  online: 'waiting',
  no_response: 'no_response',
  unreachable: 'no_response',
  portal: 'portal',
  offline: 'offline',
} as const;

type Format = (id: MessageId, values?: Record<string, string | number>) => string;

/** Returns the texts of a failure that only the person can end; null for others. */
function failureTexts(failure: SyncState['failure'], format: Format): SyncTexts | null {
  if (failure === 'signed_out') {
    return {
      full: format('checkIn.sync.signedOut'),
      short: format('checkIn.sync.signedOut.short'),
      state: 'attention',
      icon: 'needs_you',
    };
  }
  if (failure === 'version_differs' || failure === 'key_revoked' || failure === 'key_wrong') {
    const why = failure === 'key_wrong' ? 'setUp' : 'update';
    return {
      full: format(`checkIn.sync.${why}`),
      short: format(`checkIn.sync.${why}.short`),
      state: 'attention',
      icon: 'no_response',
    };
  }
  if (failure === 'storage_full' || failure === 'storage_failed') {
    return {
      full: format('checkIn.sync.storage'),
      short: format('checkIn.sync.storage.short'),
      state: 'no',
      icon: 'needs_you',
    };
  }
  return null;
}

/**
 * Returns the texts of the most urgent of: parked actions, a failure that only the person can end, waiting actions
 * (with the network), the network, the first fetch, a wrong clock.
 */
export function syncTexts(sync: SyncState, intl: Pick<IntlShape, 'formatMessage'>): SyncTexts {
  const format: Format = (id, values) => intl.formatMessage({ id }, values);
  const { network, waitingCount } = sync;
  if (sync.parked > 0) {
    const needsYouText = format('checkIn.sync.needsYou', { count: sync.parkedCount.count });
    return { full: needsYouText, short: needsYouText, state: 'no', icon: 'needs_you' };
  }
  const failed = failureTexts(sync.failure, format);
  if (failed) return failed;
  const icon = NETWORK_ICONS[network];
  const isCut = network !== 'online';
  const cut = format('checkIn.sync.network.short', { network });
  if (sync.waiting > 0) {
    const what = format('checkIn.sync.waiting', { ...waitingCount });
    if (!isCut)
      return {
        full: what,
        short: format('checkIn.sync.waiting.short', { count: waitingCount.count }),
        state: 'waiting',
        icon,
      };
    const full = format('checkIn.sync.both', { what, network: format('checkIn.sync.network.inside', { network }) });
    return { full, short: `${cut} · ${waitingCount.count}`, state: 'attention', icon };
  }
  if (isCut)
    return {
      full: format('checkIn.sync.network.value', { network }),
      short: cut,
      state: network === 'offline' ? 'neutral' : 'attention',
      icon,
    };
  if (sync.pulledAt === null)
    return {
      full: format('checkIn.sync.fetching'),
      short: format('checkIn.sync.fetching.short'),
      state: 'waiting',
      icon: 'waiting',
    };
  const saved = format('checkIn.sync.allSaved');
  if (isClockWrong(sync))
    return { full: saved, short: format('checkIn.sync.clock.short'), state: 'attention', icon: 'needs_you' };
  return { full: saved, short: null, state: 'ok', icon: 'saved' };
}

/** Difference of the device's clock, in milliseconds, above which to warn: a roll-call records times. */
const CLOCK_TOLERANCE_MS = 2 * 60_000;

export const isClockWrong = (sync: SyncState): boolean =>
  sync.clockOffset !== null && Math.abs(sync.clockOffset) > CLOCK_TOLERANCE_MS;

const REFUSAL_TEXTS: Record<Refusal, MessageId> = {
  malformed: 'checkIn.refusal.malformed',
  unknown_kind: 'checkIn.refusal.unknownKind',
  newer_schema: 'checkIn.refusal.newerSchema',
  id_reused: 'checkIn.refusal.idReused',
  not_permitted: 'checkIn.refusal.notPermitted',
  unknown_departure: 'checkIn.refusal.unknownDeparture',
  no_subscription: 'checkIn.refusal.noSubscription',
  too_large: 'checkIn.refusal.tooLarge',
  wrong_device: 'checkIn.refusal.wrongDevice',
  never_assigned: 'checkIn.refusal.neverAssigned',
  earns_commission: 'checkIn.refusal.earnsCommission',
  wrong_price: 'checkIn.refusal.wrongPrice',
  unknown_ticket: 'checkIn.refusal.unknownTicket',
  report_locked: 'checkIn.refusal.reportLocked',
};

export function refusalText(code: string): MessageId {
  return (REFUSAL_TEXTS as Record<string, MessageId | undefined>)[code] ?? 'checkIn.refusal.malformed';
}
