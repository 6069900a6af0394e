/** One way to call a remote procedure; what it answers is read by parse-response.ts. */
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
  /** Whose call it is: with another person's session nothing is sent (`signed_out`). */
  as?: Uuid | undefined;
  /** Who gives the signal ends the call in time, as the sync's pass does by its own clock. */
  endedBySignal?: boolean;
  client?: Client | undefined;
}

/** How the answer of a procedure is fetched, unread; the simulation asks a database. */
export type FetchResponse = (
  name: string,
  args: Record<string, unknown>,
  options: RpcOptions,
) => Promise<Result<unknown>>;

/** Calls `name`. Arguments go out as they are, in snake_case; the answer is read by its shapes, in camelCase. */
export const createRpc =
  (fetchAnswer: FetchResponse) =>
  async <Name extends RpcName, Answer extends Schema, R extends Refusals = Record<never, never>>(
    name: Name,
    args: Args<Name>,
    { signal, as, endedBySignal, client, ...shapes }: ResponseSchemas<Answer, R> & RpcOptions,
  ): Promise<Result<v.InferOutput<Answer>, RefusalOf<R>>> => {
    const options = { signal, as, client, ...(endedBySignal === undefined ? {} : { endedBySignal }) };
    const answer = await fetchAnswer(name, args as Record<string, unknown>, options);
    if (!answer.ok) return answer as Result<v.InferOutput<Answer>, RefusalOf<R>>;
    return parseResponse(answer.data, shapes);
  };

/** Over the network, with the session's token. */
export const fetchResponse: FetchResponse = (name, args, options) =>
  callRawRpc(name, args, { ...options, read: (data) => data ?? null });

export const rpc = createRpc(fetchResponse);
