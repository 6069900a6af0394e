/** Sends waiting actions, oldest first. Retries are safe: the server knows each action by its id. */
import { PUSH_LIMITS, type Outcome } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Failure, type Result } from '../../domain/result.ts';
import { jsonByteLength } from '../../lib/json-byte-length.ts';
import type { UserDatabase } from '../device/database.ts';
import { CLOCK_KEY, type OutboxEntry } from '../device/stored-rows.ts';
import { deviceRow, instant, waitingEntries } from '../outbox/outbox.ts';
import type { Pass } from './pass.ts';

export const BATCH_SIZE: number = PUSH_LIMITS.actions;
/** Half of the server's limit, because field names are longer on the wire. */
export const BATCH_BYTES = PUSH_LIMITS.requestBytes / 2;

/** Sends everything that waits. Returns how many actions the server has taken, or the failure that stopped it. */
export async function pushAll(db: UserDatabase, pass: Pass): Promise<Result<number>> {
  let accepted = 0;
  let size = BATCH_SIZE;
  for (;;) {
    const batch = takeFittingEntries(await waitingEntries(db, size));
    if (batch.length === 0) return ok(accepted);
    const response = await send(db, pass, batch);
    if (response.ok) {
      accepted += response.data;
      // The response settled nothing, so repeating the request at once would loop forever.
      if (response.data === 0) return ok(accepted);
      continue;
    }
    // The server refused the whole request because of one action: halve the batch until that action is alone, then
    // park it.
    if (response.code !== 'invalid') return response;
    if (batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      continue;
    }
    await settle(db, pass, [{ id: batch[0]!.id, status: 'refused', code: 'malformed' }]);
    size = BATCH_SIZE;
  }
}

/** Returns the oldest entries that fit into one request; always at least the first. */
export function takeFittingEntries(entries: OutboxEntry[]): OutboxEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, at) => {
    bytes += jsonByteLength(entry.action);
    return at > 0 && bytes > BATCH_BYTES;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

async function send(db: UserDatabase, pass: Pass, batch: readonly OutboxEntry[]): Promise<Result<number> | Failure> {
  const { ports } = pass;
  const device = await db.transaction('rw', db.meta, () => deviceRow(db, ports));
  const started = ports.clock.now();
  const request = {
    device: { id: device.id, label: ports.deviceLabel, appVersion: ports.appVersion, now: instant(started) },
    actions: batch.map((entry) => entry.action),
  };
  const response = await pass.limited((signal) => ports.port.push(request, signal));
  if (!response.ok) return response;
  await pass.measureClock(started, response.data.serverTime);
  const sent = new Set<Uuid>(batch.map((entry) => entry.id));
  return ok(
    await settle(
      db,
      pass,
      response.data.outcomes.filter((outcome) => sent.has(outcome.id)),
    ),
  );
}

/** Stores the outcome of each action. Returns how many entries changed their state. */
async function settle(db: UserDatabase, pass: Pass, outcomes: readonly Outcome[]): Promise<number> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    const offset = await db.meta.get(CLOCK_KEY);
    const since = instant(pass.ports.clock.now() - (offset && 'offset' in offset ? offset.offset : 0));
    const entries = await db.outbox.bulkGet(outcomes.map((outcome) => outcome.id));
    const changed: OutboxEntry[] = [];
    entries.forEach((entry, index) => {
      const outcome = outcomes[index]!;
      if (entry?.state !== 'waiting') return;
      changed.push({ ...entry, outcome, since, state: outcome.status === 'refused' ? 'parked' : 'acknowledged' });
    });
    await db.outbox.bulkPut(changed);
    return changed.length;
  });
}
