/** The outbox: what this person did on this device and the office does not have for sure yet. */
import { ACTION_SCHEMA_VERSION } from '../../domain/actions.ts';
import type { Instant, Uuid } from '../../domain/ids.ts';
import type { UserDatabase } from '../device/database.ts';
import { CLOCK_KEY, DEVICE_KEY, type ClockRow, type DeviceRow, type OutboxEntry } from '../device/stored-rows.ts';
import { completeDraft, type Draft } from './drafts.ts';
import { rememberActions } from './pending.ts';
import type { EnginePorts } from '../device/ports.ts';

type World = Pick<EnginePorts, 'clock' | 'newId' | 'userId'>;

export const instant = (time: number): Instant => new Date(time).toISOString();

/** The device row, made on first use. Runs inside a transaction that may write `meta`. */
export async function deviceRow(db: UserDatabase, world: Pick<World, 'newId'>): Promise<DeviceRow> {
  const stored = (await db.meta.get(DEVICE_KEY)) as DeviceRow | undefined;
  const row = stored ?? { key: DEVICE_KEY, id: world.newId(), sequence: 0 };
  if (!stored) await db.meta.put(row);
  db.deviceId = row.id;
  return row;
}

export async function clockOffset(db: UserDatabase): Promise<number> {
  return ((await db.meta.get(CLOCK_KEY)) as ClockRow | undefined)?.offset ?? 0;
}

/**
 * Appends the drafts in one transaction and resolves after it is committed. The sequence is taken inside, so that two
 * tabs never give the same number. Doing it again with the same drafts changes nothing.
 */
export async function appendDrafts(db: UserDatabase, world: World, made: readonly Draft[]): Promise<void> {
  const first = made[0];
  if (!first) return;
  const stored = await db.transaction('rw', db.outbox, db.meta, async () => {
    if (await db.outbox.get(first.id)) return [];
    const [device, offset] = await Promise.all([deviceRow(db, world), clockOffset(db)]);
    const now = world.clock.now();
    const occurredAt = instant(now - offset);
    const entries = made.map((draft, index): OutboxEntry => {
      const deviceSequence = device.sequence + index + 1;
      return {
        id: draft.id,
        deviceSequence,
        companyId: draft.companyId,
        departureId: draft.departureId,
        state: 'waiting',
        outcome: null,
        since: occurredAt,
        action: completeDraft(draft, {
          schemaVersion: ACTION_SCHEMA_VERSION,
          deviceId: device.id,
          deviceSequence,
          occurredAt: draft.occurredAt ?? occurredAt,
          deviceTime: instant(now),
          userId: world.userId,
        }),
      };
    });
    await db.outbox.bulkAdd(entries);
    await db.meta.put({ ...device, sequence: device.sequence + made.length });
    return entries.map((entry) => entry.action);
  });
  rememberActions(db, stored);
}

/** The oldest entries to be sent, at most `limit`, in the order in which the device made them. */
export async function waitingEntries(db: UserDatabase, limit: number): Promise<OutboxEntry[]> {
  const entries = await db.outbox.where('state').equals('waiting').sortBy('deviceSequence');
  return entries.slice(0, limit);
}

/** Sends parked actions once more. Returns how many there were. */
export async function retryParked(db: UserDatabase, ids: readonly Uuid[] | 'all'): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const parked = db.outbox.where('state').equals('parked');
    const chosen = ids === 'all' ? parked : parked.and((entry) => ids.includes(entry.id));
    return chosen.modify({ state: 'waiting', outcome: null });
  });
}

/** Throws parked actions away for good, because a person said so. Returns how many went. */
export async function discardParked(db: UserDatabase, ids: readonly Uuid[]): Promise<number> {
  return db.transaction('rw', db.outbox, async () =>
    db.outbox
      .where('id')
      .anyOf(ids)
      .and((entry) => entry.state === 'parked')
      .delete(),
  );
}
