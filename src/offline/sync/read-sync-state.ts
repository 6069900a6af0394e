/** Reads sync state from the database: how many actions wait, and how old the list is. */
import { countActions } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  CLOCK_KEY,
  DEVICE_KEY,
  pullKey,
  type ClockRow,
  type DeviceRow,
  type PullRow,
  type ReadonlyTables,
} from '../device/stored-rows.ts';
import { readUnsettled } from '../outbox/pending.ts';
import type { FullSyncState } from './sync-state.ts';

export type StoredSyncState = Pick<
  FullSyncState,
  'waiting' | 'parked' | 'waitingCount' | 'parkedCount' | 'pulledAt' | 'clockOffset' | 'deviceId'
>;

/** Reads the state. `companyId`: the company that the tab acts for; null: none. */
export async function readSyncState(db: ReadonlyTables, companyId: Uuid | null): Promise<StoredSyncState> {
  const [{ waiting, parked }, offset, device, pull] = await Promise.all([
    readUnsettled(db),
    db.meta.get(CLOCK_KEY) as PromiseLike<ClockRow | undefined>,
    db.meta.get(DEVICE_KEY) as PromiseLike<DeviceRow | undefined>,
    companyId ? (db.meta.get(pullKey(companyId)) as PromiseLike<PullRow | undefined>) : null,
  ]);
  return {
    waiting: waiting.length,
    parked: parked.length,
    waitingCount: countActions(waiting),
    parkedCount: countActions(parked),
    // Normalised, because the server's format may differ.
    pulledAt: pull ? new Date(pull.pulledAt).toISOString() : null,
    clockOffset: offset?.offset ?? null,
    deviceId: device?.id ?? null,
  };
}
