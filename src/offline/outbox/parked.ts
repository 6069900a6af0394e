/** Retries or discards actions that the server refused; `useParkedActions` lists them. */
import type { Uuid } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import { currentEngine } from '../device/current-engine.ts';
import * as outbox from './outbox.ts';

/** Sends parked actions again and returns how many. Fails with `signed_out` or a storage failure. */
export async function retryParked(ids: readonly Uuid[] | 'all'): Promise<Result<number>> {
  const engine = currentEngine();
  if (!engine) return fail('signed_out');
  const retried = await engine.access(() => outbox.retryParked(engine.db, ids));
  engine.sync.actionAdded();
  return retried;
}

/**
 * Deletes parked actions for good; the caller has confirmed it with the person. Fails with `signed_out` or a storage
 * failure.
 */
export async function discardParked(ids: readonly Uuid[]): Promise<Result<number>> {
  const engine = currentEngine();
  if (!engine) return fail('signed_out');
  const discarded = await engine.access(() => outbox.discardParked(engine.db, ids));
  await engine.sync.readState();
  return discarded;
}
