/** One way to ask the backend: every call ends within the limit and answers a `Result`, never a thrown error. */
import type { Uuid } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { getClient, type Client } from './client.ts';
import { failureOf, type WireError } from './failures.ts';
import { retryAfterOf } from './guarded-fetch.ts';

interface WireAnswer {
  data: unknown;
  error: WireError | null;
  status: number;
}

export interface CallOptions<T> {
  /** Turns the answer into what the caller gets; null or a thrown error: it is not an answer of ours. */
  read: (data: unknown) => T | null;
  signal?: AbortSignal | undefined;
  /** Who gives the signal ends the call in time, as the sync's pass does by its own clock. */
  endedBySignal?: boolean;
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
    if (!options.endedBySignal) timer = setTimeout(() => resolve('limit'), REQUEST_TIMEOUT_MS);
    signal.addEventListener('abort', () => resolve('limit'), { once: true });
  });
  try {
    const client = options.client ?? (await Promise.race([getClient(), limit]));
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

export interface RawCallOptions<T> extends CallOptions<T> {
  /** Whose call it is. The session lives in cookies, which another tab may have given to another person meanwhile. */
  as?: Uuid | undefined;
}

/** What PostgREST answers to an expired token. */
const EXPIRED = /\bjwt expired\b/i;

/** Calls a remote procedure. With `as`, fails with `signed_out` and asks nobody when the session is not that person's. */
export function callRawRpc<T>(
  name: string,
  args: Record<string, unknown>,
  options: RawCallOptions<T>,
): Promise<Result<T>> {
  return call(async (client, signal) => {
    const send = () => sendRpc(client, client.rpc(name, args).abortSignal(signal), options.as);
    const answer = await send();
    if (answer.status !== 401 || !EXPIRED.test(answer.error?.message ?? '')) return answer;
    // The device's clock was set back after the session was stored, so the client took the token for a valid one.
    const { error } = await client.auth.refreshSession();
    // Nothing of the first request was executed, so it may be sent again.
    return error ? withoutSession(error) : send();
  }, options);
}

type Request = ReturnType<Client['rpc']>;

async function sendRpc(client: Client, request: Request, as: Uuid | undefined): Promise<WireAnswer> {
  if (as === undefined) return request;
  const { data, error } = await client.auth.getSession();
  // The very token that was looked at travels with the request: the client would read the cookies once more.
  if (data.session?.user.id === as) return request.setHeader('Authorization', `Bearer ${data.session.access_token}`);
  return error ? withoutSession(error) : { data: null, error: { message: 'no session of this person' }, status: 401 };
}

/** Returns the answer to a call whose session could not be renewed: `signed_out`, unless trying again may help. */
function withoutSession(error: WireError & { status?: number | undefined }): WireAnswer {
  const { status = 0 } = error;
  return { data: null, error, status: failureOf(status, error).retry ? status : 401 };
}
