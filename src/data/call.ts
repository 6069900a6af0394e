/** One way to ask the backend: every call ends within the limit and answers a `Result`, never a thrown error. */
import { fail, ok, type Result } from '../domain/result.ts';
import { supabase, type Client } from './client.ts';
import { failureOf, type WireError } from './failures.ts';
import { REQUEST_LIMIT, retryAfterOf } from './guarded-fetch.ts';

interface WireAnswer {
  data: unknown;
  error: WireError | null;
  status: number;
}

export interface CallOptions<T> {
  /** Turns the answer into what the caller gets; null or a thrown error: it is not an answer of ours. */
  read: (data: unknown) => T | null;
  signal?: AbortSignal | undefined;
  client?: Client | undefined;
}

/** Runs one request. Failures: all of the closed list but the storage ones. */
export async function call<T>(
  request: (client: Client, signal: AbortSignal) => PromiseLike<WireAnswer>,
  options: CallOptions<T>,
): Promise<Result<T>> {
  const controller = new AbortController();
  const signal = controller.signal;
  const abort = () => controller.abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort();
  // The session's own refresh may hang before the request starts, so the limit stands outside of both.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<'limit'>((resolve) => {
    timer = setTimeout(() => resolve('limit'), REQUEST_LIMIT);
    signal.addEventListener('abort', () => resolve('limit'), { once: true });
  });
  try {
    const client = options.client ?? (await Promise.race([supabase(), limit]));
    if (client === 'limit') return fail('timeout', { retry: true });
    const answer = await Promise.race([request(client, signal), limit]);
    if (answer === 'limit') {
      abort();
      return fail('timeout', { retry: true });
    }
    if (answer.error) return failureOf(answer.status, answer.error, retryAfterOf(signal));
    const data = options.read(answer.data);
    return data === null ? fail('bad_answer', { retry: true }) : ok(data);
  } catch (error) {
    return failureOf(0, error as WireError);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

/** Calls a remote procedure. */
export function callRpc<T>(name: string, args: Record<string, unknown>, options: CallOptions<T>): Promise<Result<T>> {
  return call((client, signal) => client.rpc(name, args).abortSignal(signal), options);
}
