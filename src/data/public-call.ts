/** Calls RPCs for guests with plain requests and no session, so that guest pages need no client library. */
import { now } from '../lib/clock.ts';
import type * as v from 'valibot';
import { fail, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import type { Database } from './database-types.ts';
import type { Rpc, RpcName } from './define-rpc.ts';
import { failureOf, type WireError } from './failures.ts';
import { guardedFetch, retryAfterMs } from './guarded-fetch.ts';
import { parseResponse, type RefusalOf, type Refusals, type Schema, type ResponseSchemas } from './parse-response.ts';
import { backendSettings } from './settings.ts';

type Functions = Database['public']['Functions'];
/** Name of an RPC that guests may call. */
export type PublicName = Extract<RpcName, `guest_${string}`>;

/** Arguments as in the database types; optional ones may also be null. */
type PublicArgs<Name extends PublicName> = {
  [Key in keyof Functions[Name]['Args']]: Functions[Name]['Args'][Key] | null;
};

export interface PublicOptions {
  signal?: AbortSignal | undefined;
}

/** Returns the address of a picture (ADR 039). It is cacheable forever, because a changed picture has another tag. */
export const pictureAddress = (tag: string): string => `${backendSettings().url}/functions/v1/picture?tag=${tag}`;

/** Calls an edge function, like `callPublicRpc`. */
export const callPublicFunction = <Data extends Schema, R extends Refusals = Record<never, never>>(
  name: string,
  args: Record<string, unknown>,
  schemas: ResponseSchemas<Data, R>,
  options?: PublicOptions,
) => post(`/functions/v1/${name}`, args, schemas, options);

/**
 * Calls a guests' RPC. Arguments are sent as they are, in snake_case; the response is parsed to camelCase. Ends
 * within `REQUEST_TIMEOUT_MS` and never throws.
 */
export async function callPublicRpc<Name extends PublicName, Data extends Schema, R extends Refusals>(
  contract: Rpc<Name, Data, R>,
  args: PublicArgs<Name>,
  options?: PublicOptions,
): Promise<Result<v.InferOutput<Data>, RefusalOf<R>>> {
  const { name } = contract;
  const preloaded = takePreloadedResponse(name.slice('guest_'.length), args);
  return preloaded
    ? parseResponse(preloaded.response, contract)
    : post(`/rest/v1/rpc/${name}`, args, contract, options);
}

async function post<Data extends Schema, R extends Refusals>(
  path: string,
  args: Record<string, unknown>,
  schemas: ResponseSchemas<Data, R>,
  { signal }: PublicOptions = {},
): Promise<Result<v.InferOutput<Data>, RefusalOf<R>>> {
  type CallResult = Result<v.InferOutput<Data>, RefusalOf<R>>;
  const { url, publishableKey } = backendSettings();
  // The caller may abort earlier; the timeout ends a request that never gets a response. (`AbortSignal.any` is not in
  // all our browsers.)
  const limit = new AbortController();
  const giveUp = () => limit.abort(signal?.reason);
  const timer = setTimeout(
    () => limit.abort(new DOMException('No response in time', 'TimeoutError')),
    REQUEST_TIMEOUT_MS,
  );
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await guardedFetch(globalThis.fetch.bind(globalThis))(`${url}${path}`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: limit.signal,
    });
    const data: unknown = await response.json();
    if (!response.ok) {
      const wait = retryAfterMs(response.headers.get('retry-after'), now());
      return failureOf(response.status, data as WireError, wait) as CallResult;
    }
    return parseResponse(data, schemas);
  } catch (error) {
    if (error instanceof SyntaxError) return fail('bad_response', { retry: true }) as CallResult;
    return failureOf(0, error as WireError) as CallResult;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
