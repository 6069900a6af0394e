/** Runs work on the database and turns storage errors (lost connection, full disk) into failures. */
import { fail, ok, type Result } from '../../domain/result.ts';

/** Storage errors that reopening the database does not fix; reported at once. */
const LASTING_ERRORS = new Set([
  'AbortError',
  'TimeoutError',
  'ReadOnlyError',
  'VersionError',
  'OpenFailedError',
  'MissingAPIError',
  'SecurityError',
  'NotReadableError',
]);
const LOST_CONNECTION_ERRORS = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'TransactionInactiveError',
]);

/** Returns all error names in the chain of causes; Dexie wraps the browser's errors. */
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
  return (
    names(error).some((name) => LOST_CONNECTION_ERRORS.has(name)) ||
    /connection.*lost|connection is closing/i.test(String(error))
  );
}

export interface StorageAccess {
  /** Reopens the database after its connection was lost; throws if it cannot. */
  reopen(): Promise<void>;
  dropCaches(): Promise<void>;
}

/**
 * Runs `work` (one transaction). After a lost connection it reopens the database, on a full device it drops caches,
 * and repeats the work once, so `work` must be idempotent. Fails with `storage_full` or `storage_failed`; other
 * errors (bugs) are thrown.
 */
export async function withStorage<T>(work: () => Promise<T>, options: StorageAccess): Promise<Result<T>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return ok(await work());
    } catch (error) {
      const quota = isQuotaError(error);
      const connectionLost = isConnectionLost(error);
      if (!quota && !connectionLost && !names(error).some((name) => LASTING_ERRORS.has(name))) throw error;
      if (attempt > 0) return fail(quota ? 'storage_full' : 'storage_failed', { retry: true });
      try {
        if (quota) await options.dropCaches();
        else if (connectionLost) await options.reopen();
        else return fail('storage_failed', { retry: true });
      } catch {
        return fail('storage_failed', { retry: true });
      }
    }
  }
}
