/** Outbox: actions of this person on this device that the server has not confirmed yet. */
import { ACTION_SCHEMA_VERSION } from '../../domain/actions.ts';
import type { Instant, Uuid } from '../../domain/ids.ts';
import type { UserDatabase } from '../device/database.ts';
import { CLOCK_KEY, DEVICE_KEY, type ClockRow, type DeviceRow, type OutboxEntry } from '../device/stored-rows.ts';
import { completeDraft, type Draft } from './drafts.ts';
import { rememberActions } from './pending.ts';
import type { EnginePorts } from '../device/ports.ts';

type AppendContext = Pick<EnginePorts, 'clock' | 'newId' | 'userId'>;

export const instant = (time: number): Instant => new Date(time).toISOString();

/** Returns the device row, created on first use. Runs inside a transaction that may write `meta`. */
export async function deviceRow(db: UserDatabase, context: Pick<AppendContext, 'newId'>): Promise<DeviceRow> {
  const stored = (await db.meta.get(DEVICE_KEY)) as DeviceRow | undefined;
  const row = stored ?? { key: DEVICE_KEY, id: context.newId(), sequence: 0 };
  if (!stored) await db.meta.put(row);
  db.deviceId = row.id;
  return row;
}

export async function clockOffset(db: UserDatabase): Promise<number> {
  return ((await db.meta.get(CLOCK_KEY)) as ClockRow | undefined)?.offset ?? 0;
}

/**
 * Appends drafts in one transaction and resolves after its commit. The sequence is taken inside it, so that two tabs
 * never use the same number. Idempotent for the same drafts.
 */
export async function appendDrafts(db: UserDatabase, context: AppendContext, made: readonly Draft[]): Promise<void> {
  const first = made[0];
  if (!first) return;
  const stored = await db.transaction('rw', db.outbox, db.meta, async () => {
    if (await db.outbox.get(first.id)) return [];
    const [device, offset] = await Promise.all([deviceRow(db, context), clockOffset(db)]);
    const now = context.clock.now();
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
          userId: context.userId,
        }),
      };
    });
    await db.outbox.bulkAdd(entries);
    await db.meta.put({ ...device, sequence: device.sequence + made.length });
    return entries.map((entry) => entry.action);
  });
  rememberActions(db, stored);
}

/** Returns at most `limit` entries to send, oldest first. */
export async function waitingEntries(db: UserDatabase, limit: number): Promise<OutboxEntry[]> {
  const entries = await db.outbox.where('state').equals('waiting').sortBy('deviceSequence');
  return entries.slice(0, limit);
}

/** Queues parked actions again. Returns how many there were. */
export async function retryParked(db: UserDatabase, ids: readonly Uuid[] | 'all'): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const parked = db.outbox.where('state').equals('parked');
    const selected = ids === 'all' ? parked : parked.and((entry) => ids.includes(entry.id));
    return selected.modify({ state: 'waiting', outcome: null });
  });
}

/** Deletes parked actions for good, on a person's request. Returns how many. */
export async function discardParked(db: UserDatabase, ids: readonly Uuid[]): Promise<number> {
  return db.transaction('rw', db.outbox, async () =>
    db.outbox
      .where('id')
      .anyOf(ids)
      .and((entry) => entry.state === 'parked')
      .delete(),
  );
}
