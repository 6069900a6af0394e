/** Calls the backend: every call has a timeout and returns a `Result` instead of throwing. */
import type { Uuid } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { getClient, type Client } from './client.ts';
import { failureOf, type WireError } from './failures.ts';
import { retryAfterOf } from './guarded-fetch.ts';

interface WireResponse {
  data: unknown;
  error: WireError | null;
  status: number;
}

export interface CallOptions<T> {
  /** Parses the response; null or a thrown error means that it is not from our backend (`bad_response`). */
  read: (data: unknown) => T | null;
  signal?: AbortSignal | undefined;
  /** The caller's signal limits the duration, as in a sync pass, so the default timeout is off. */
  endedBySignal?: boolean;
  client?: Client | undefined;
}

/** Runs one request. May fail with any failure code except the storage ones. */
export async function call<T>(
  request: (client: Client, signal: AbortSignal) => PromiseLike<WireResponse>,
  options: CallOptions<T>,
): Promise<Result<T>> {
  const controller = new AbortController();
  const signal = controller.signal;
  const abort = () => controller.abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort();
  // The session refresh before the request may hang too, so the timeout covers both.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<'limit'>((resolve) => {
    if (!options.endedBySignal) timer = setTimeout(() => resolve('limit'), REQUEST_TIMEOUT_MS);
    signal.addEventListener('abort', () => resolve('limit'), { once: true });
  });
  try {
    const client = options.client ?? (await Promise.race([getClient(), limit]));
    if (client === 'limit') return fail('timeout', { retry: true });
    const response = await Promise.race([request(client, signal), limit]);
    if (response === 'limit') {
      abort();
      return fail('timeout', { retry: true });
    }
    if (response.error) return failureOf(response.status, response.error, retryAfterOf(signal));
    const data = options.read(response.data);
    return data === null ? fail('bad_response', { retry: true }) : ok(data);
  } catch (error) {
    return failureOf(0, error as WireError);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

export interface RawCallOptions<T> extends CallOptions<T> {
  /** Person the call is for. Another tab may have replaced the session in the cookies with someone else's. */
  as?: Uuid | undefined;
}

/** PostgREST's message for an expired token. */
const EXPIRED = /\bjwt expired\b/i;

/**
 * Calls an RPC. With `as`, fails with `signed_out` without sending anything when the session belongs to someone else.
 */
export function callRawRpc<T>(
  name: string,
  args: Record<string, unknown>,
  options: RawCallOptions<T>,
): Promise<Result<T>> {
  return call(async (client, signal) => {
    const send = () => sendRpc(client, client.rpc(name, args).abortSignal(signal), options.as);
    const response = await send();
    if (response.status !== 401 || !EXPIRED.test(response.error?.message ?? '')) return response;
    // The device's clock was set back after the session was stored, so the client took the expired token for valid.
    const { error } = await client.auth.refreshSession();
    // The first request was rejected before it was executed, so it is safe to repeat.
    return error ? withoutSession(error) : send();
  }, options);
}

type Request = ReturnType<Client['rpc']>;

async function sendRpc(client: Client, request: Request, as: Uuid | undefined): Promise<WireResponse> {
  if (as === undefined) return request;
  const { data, error } = await client.auth.getSession();
  // Send the token that was just checked: the client would read the cookies again, which may have changed.
  if (data.session?.user.id === as) return request.setHeader('Authorization', `Bearer ${data.session.access_token}`);
  return error ? withoutSession(error) : { data: null, error: { message: 'no session of this person' }, status: 401 };
}

/** Returns the response for a session that could not be refreshed: `signed_out`, unless a retry may help. */
function withoutSession(error: WireError & { status?: number | undefined }): WireResponse {
  const { status = 0 } = error;
  return { data: null, error, status: failureOf(status, error).retry ? status : 401 };
}
