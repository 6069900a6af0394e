/** Exports the outbox to a file, so that actions which the server refuses are not lost. */
import { nowInstant } from '../../lib/clock.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { csvTable } from '../../lib/csv.ts';
import { currentEngine } from '../device/current-engine.ts';
import type { OutboxEntry } from '../device/stored-rows.ts';

export interface QueueFile {
  count: number;
  json: string;
  csv: string;
}

/**
 * Exports the whole outbox as JSON and CSV, also actions that the server has and no pull has returned yet. Fails with
 * `signed_out` or a storage failure.
 */
export async function exportQueue(): Promise<Result<QueueFile>> {
  const engine = currentEngine();
  if (!engine) return fail('signed_out');
  const entries = await engine.access(() => engine.db.outbox.orderBy('deviceSequence').toArray());
  return entries.ok ? { ok: true, data: queueFile(entries.data) } : entries;
}

export type QueueFormat = 'json' | 'csv';

const TYPES = { json: 'application/json', csv: 'text/csv;charset=utf-8' } as const;

/** Exports in one format and passes the file to `save`. Fails as `exportQueue`. */
export async function saveQueue(
  format: QueueFormat,
  save: (text: string, file: { name: string; type: string }) => void,
): Promise<Result<null>> {
  const result = await exportQueue();
  if (!result.ok) return result;
  save(result.data[format], { name: `muster-${nowInstant().slice(0, 10)}.${format}`, type: TYPES[format] });
  return ok(null);
}

const COLUMNS = [
  'id',
  'state',
  'code',
  'kind',
  'company_id',
  'departure_id',
  'booking_id',
  'guest_id',
  'occurred_at',
  'device_time',
  'device_id',
  'device_sequence',
  'user_id',
  'payload',
] as const;

export function queueFile(entries: readonly OutboxEntry[]): QueueFile {
  const rows = entries.map(({ action, state, outcome }) => [
    action.id,
    state,
    outcome?.status === 'refused' ? outcome.code : null,
    action.kind,
    action.companyId,
    action.departureId,
    action.bookingId,
    action.guestId,
    action.occurredAt,
    action.deviceTime,
    action.deviceId,
    action.deviceSequence,
    action.userId,
    JSON.stringify(action.payload),
  ]);
  return {
    count: entries.length,
    json: `${JSON.stringify(
      entries.map(({ action, state, outcome }) => ({ state, outcome, action })),
      null,
      2,
    )}\n`,
    csv: csvTable([COLUMNS, ...rows]),
  };
}
