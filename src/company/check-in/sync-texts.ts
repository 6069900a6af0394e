/** The sync in words: what a person must know at a glance, and why an action could not be recorded. */
import type { Refusal } from '../../domain/actions.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { SyncState } from '../../offline/views.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';

export interface SyncWords {
  id: MessageId;
  state: StateName;
  icon: 'saved' | 'waiting' | 'offline' | 'needs_you';
}

/** What needs a person comes before what waits, and what waits before the network. */
export function syncWords(sync: SyncState): SyncWords {
  if (sync.parked > 0) return { id: 'checkIn.sync.needsYou', state: 'no', icon: 'needs_you' };
  if (sync.failure === 'signed_out') return { id: 'checkIn.sync.signedOut', state: 'attention', icon: 'needs_you' };
  if (sync.failure === 'storage_full' || sync.failure === 'storage_failed') {
    return { id: 'checkIn.sync.storage', state: 'no', icon: 'needs_you' };
  }
  const cut = sync.network !== 'online';
  if (sync.waiting > 0) {
    return cut
      ? { id: 'checkIn.sync.waitingOffline', state: 'attention', icon: 'offline' }
      : { id: 'checkIn.sync.waiting', state: 'waiting', icon: 'waiting' };
  }
  if (cut) return { id: 'checkIn.sync.offline', state: 'neutral', icon: 'offline' };
  if (sync.pulledAt === null) return { id: 'checkIn.sync.fetching', state: 'waiting', icon: 'waiting' };
  return { id: 'checkIn.sync.allSaved', state: 'ok', icon: 'saved' };
}

/** The device's clock is off by more than this: said, as times are what a roll-call is made of. */
const CLOCK_TOLERANCE = 2 * 60_000;

export const isClockWrong = (sync: SyncState): boolean =>
  sync.clockOffset !== null && Math.abs(sync.clockOffset) > CLOCK_TOLERANCE;

export const REFUSAL_TEXTS: Record<Refusal, MessageId> = {
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
  wrong_price: 'checkIn.refusal.wrongPrice',
};

export function refusalText(code: string): MessageId {
  return (REFUSAL_TEXTS as Record<string, MessageId | undefined>)[code] ?? 'checkIn.refusal.malformed';
}
