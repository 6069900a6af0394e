/** Typed RPC calls; parse-response.ts parses the responses. */
import type * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { callRawRpc } from './call.ts';
import type { Client } from './client.ts';
import type { Rpc, RpcArgs, RpcName } from './define-rpc.ts';
import { parseResponse, type RefusalOf, type Refusals, type Schema } from './parse-response.ts';
import { toWire } from './wire.ts';

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

/**
 * Creates the `rpc` function. Arguments are sent as they are, in snake_case; a form’s `input` is converted to it. The
 * response is parsed to camelCase.
 */
export const createRpc =
  (fetchData: FetchResponse) =>
  async <Name extends RpcName, Data extends Schema, R extends Refusals, Form extends Schema>(
    contract: Rpc<Name, Data, R, Form>,
    args: RpcArgs<Name, Form>,
    options: RpcOptions = {},
  ): Promise<Result<v.InferOutput<Data>, RefusalOf<R>>> => {
    const sent = contract.form ? { ...args, input: toWire((args as { input: unknown }).input) } : args;
    const response = await fetchData(contract.name, sent as Record<string, unknown>, options);
    if (!response.ok) return response as Result<v.InferOutput<Data>, RefusalOf<R>>;
    return parseResponse(response.data, contract);
  };

/** Fetches a response over the network with the session's token. */
export const fetchResponse: FetchResponse = (name, args, options) =>
  callRawRpc(name, args, { ...options, read: (data) => data ?? null });

export const rpc = createRpc(fetchResponse);
