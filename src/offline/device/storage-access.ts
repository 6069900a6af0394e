/** Runs work on the database and turns what storage does wrong into values: lost connections, full disks. */
import { fail, ok, type Result } from '../../domain/result.ts';

const FAILED = new Set([
  'AbortError',
  'TimeoutError',
  'ReadOnlyError',
  'VersionError',
  'OpenFailedError',
  'MissingAPIError',
  'SecurityError',
  'NotReadableError',
]);
const LOST = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'TransactionInactiveError']);

/** All names in the chain of an error's causes; Dexie wraps what the browser threw. */
function names(error: unknown): string[] {
  const found: string[] = [];
  let at = error as { name?: string; inner?: unknown; failures?: unknown[] } | undefined;
  for (let depth = 0; at && depth < 5; depth += 1) {
    if (at.name) found.push(at.name);
    at = (at.inner ?? at.failures?.[0]) as typeof at;
  }
  return found;
}

export function isQuotaError(error: unknown): boolean {
  return names(error).includes('QuotaExceededError');
}

export function isConnectionLost(error: unknown): boolean {
  if (isQuotaError(error)) return false;
  return names(error).some((name) => LOST.has(name)) || /connection.*lost|connection is closing/i.test(String(error));
}

export interface StorageAccess {
  /** Opens the database again after its connection went; throws when it cannot. */
  reopen(): Promise<void>;
  dropCaches(): Promise<void>;
}

/**
 * Runs `runDueJobs` (one transaction). A lost connection is reopened and the work done once more; a full device is freed of
 * caches and the work done once more. `runDueJobs` must therefore be safe to repeat. What cannot be helped is `storage_full`
 * or `storage_failed`; bugs are thrown.
 */
export async function withStorage<T>(work: () => Promise<T>, options: StorageAccess): Promise<Result<T>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return ok(await work());
    } catch (error) {
      const quota = isQuotaError(error);
      const lost = isConnectionLost(error);
      if (!quota && !lost && !names(error).some((name) => FAILED.has(name))) throw error;
      if (attempt > 0) return fail(quota ? 'storage_full' : 'storage_failed', { retry: true });
      try {
        if (quota) await options.dropCaches();
        else if (lost) await options.reopen();
        else return fail('storage_failed', { retry: true });
      } catch {
        return fail('storage_failed', { retry: true });
      }
    }
  }
}
