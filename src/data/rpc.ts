/** Typed RPC calls; parse-response.ts parses the responses. */
import type * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { callRawRpc } from './call.ts';
import type { Client } from './client.ts';
import type { Database } from './database-types.ts';
import { parseResponse, type RefusalOf, type Refusals, type Schema, type ResponseSchemas } from './parse-response.ts';

type Functions = Database['public']['Functions'];
export type RpcName = keyof Functions & string;
type Args<Name extends RpcName> =
  Functions[Name]['Args'] extends Record<PropertyKey, never> ? Record<string, never> : Functions[Name]['Args'];

export interface RpcOptions {
  signal?: AbortSignal | undefined;
  /** Person the call is for: with someone else's session nothing is sent (`signed_out`). */
  as?: Uuid | undefined;
  /** The caller's signal limits the duration, as in a sync pass, so the default timeout is off. */
  endedBySignal?: boolean;
  client?: Client | undefined;
}

/** Fetches a raw response; the simulation queries a database instead of the network. */
export type FetchResponse = (
  name: string,
  args: Record<string, unknown>,
  options: RpcOptions,
) => Promise<Result<unknown>>;

/** Creates the `rpc` function. Arguments are sent as they are, in snake_case; the response is parsed to camelCase. */
export const createRpc =
  (fetchData: FetchResponse) =>
  async <Name extends RpcName, Data extends Schema, R extends Refusals = Record<never, never>>(
    name: Name,
    args: Args<Name>,
    { signal, as, endedBySignal, client, ...shapes }: ResponseSchemas<Data, R> & RpcOptions,
  ): Promise<Result<v.InferOutput<Data>, RefusalOf<R>>> => {
    const options = { signal, as, client, ...(endedBySignal === undefined ? {} : { endedBySignal }) };
    const response = await fetchData(name, args as Record<string, unknown>, options);
    if (!response.ok) return response as Result<v.InferOutput<Data>, RefusalOf<R>>;
    return parseResponse(response.data, shapes);
  };

/** Fetches a response over the network with the session's token. */
export const fetchResponse: FetchResponse = (name, args, options) =>
  callRawRpc(name, args, { ...options, read: (data) => data ?? null });

export const rpc = createRpc(fetchResponse);
