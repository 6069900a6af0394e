/** Calls RPCs for guests with plain requests and no session, so that guest pages need no client library. */
import { now } from '../lib/clock.ts';
import type * as v from 'valibot';
import { fail, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import type { Database } from './database-types.ts';
import { failureOf, type WireError } from './failures.ts';
import { guardedFetch, retryAfterMs } from './guarded-fetch.ts';
import { parseResponse, type RefusalOf, type Refusals, type Schema, type ResponseSchemas } from './parse-response.ts';
import { backendSettings } from './settings.ts';

type Functions = Database['public']['Functions'];
/** Name, without the prefix `guest_`, of an RPC that guests may call. */
export type PublicName = keyof Functions extends infer Name
  ? Name extends `guest_${infer Rest}`
    ? Rest
    : never
  : never;

/** Arguments as in the database types; optional ones may also be null. */
type PublicArgs<Name extends PublicName> = {
  [Key in keyof Functions[`guest_${Name}`]['Args']]: Functions[`guest_${Name}`]['Args'][Key] | null;
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
  options: ResponseSchemas<Data, R> & PublicOptions,
) => post(`/functions/v1/${name}`, args, options);

/**
 * Calls `guest_<name>`. Arguments are sent as they are, in snake_case; the response is parsed to camelCase. Ends
 * within `REQUEST_TIMEOUT_MS` and never throws.
 */
export async function callPublicRpc<
  Name extends PublicName,
  Data extends Schema,
  R extends Refusals = Record<never, never>,
>(
  name: Name,
  args: PublicArgs<Name>,
  options: ResponseSchemas<Data, R> & PublicOptions,
): Promise<Result<v.InferOutput<Data>, RefusalOf<R>>> {
  const preloaded = takePreloadedResponse(name, args);
  return preloaded ? parseResponse(preloaded.response, options) : post(`/rest/v1/rpc/guest_${name}`, args, options);
}

async function post<Data extends Schema, R extends Refusals>(
  path: string,
  args: Record<string, unknown>,
  { signal, ...shapes }: ResponseSchemas<Data, R> & PublicOptions,
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
    return parseResponse(data, shapes);
  } catch (error) {
    if (error instanceof SyntaxError) return fail('bad_response', { retry: true }) as CallResult;
    return failureOf(0, error as WireError) as CallResult;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
