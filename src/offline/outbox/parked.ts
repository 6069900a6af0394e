/** What a person does with actions that the server refused; `useParked` shows them. */
import type { Uuid } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import { currentEngine } from '../device/current-engine.ts';
import * as outbox from './outbox.ts';

/** Sends parked actions again. Answers how many. Failures: the storage's, `signed_out`. */
export async function retryParked(ids: readonly Uuid[] | 'all'): Promise<Result<number>> {
  const engine = currentEngine();
  if (!engine) return fail('signed_out');
  const retried = await engine.access(() => outbox.retryParked(engine.db, ids));
  engine.sync.actionAdded();
  return retried;
}

/** Throws parked actions away for good; the caller has asked the person. Failures: the storage's, `signed_out`. */
export async function discardParked(ids: readonly Uuid[]): Promise<Result<number>> {
  const engine = currentEngine();
  if (!engine) return fail('signed_out');
  const discarded = await engine.access(() => outbox.discardParked(engine.db, ids));
  await engine.sync.readState();
  return discarded;
}
