/** One way to call a remote procedure; what it answers is read by read-answer.ts. */
import type * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { callRpc } from './call.ts';
import type { Client } from './client.ts';
import type { Database } from './database-types.ts';
import { readAnswer, type RefusalOf, type Refusals, type Schema, type Shapes } from './read-answer.ts';

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
export type FetchAnswer = (
  name: string,
  args: Record<string, unknown>,
  options: RpcOptions,
) => Promise<Result<unknown>>;

/** Calls `name`. Arguments go out as they are, in snake_case; the answer is read by its shapes, in camelCase. */
export const rpcOver =
  (fetchAnswer: FetchAnswer) =>
  async <Name extends RpcName, Answer extends Schema, R extends Refusals = Record<never, never>>(
    name: Name,
    args: Args<Name>,
    { signal, as, endedBySignal, client, ...shapes }: Shapes<Answer, R> & RpcOptions,
  ): Promise<Result<v.InferOutput<Answer>, RefusalOf<R>>> => {
    const options = { signal, as, client, ...(endedBySignal === undefined ? {} : { endedBySignal }) };
    const answer = await fetchAnswer(name, args as Record<string, unknown>, options);
    if (!answer.ok) return answer as Result<v.InferOutput<Answer>, RefusalOf<R>>;
    return readAnswer(answer.data, shapes);
  };

/** Over the network, with the session's token. */
export const fetchAnswer: FetchAnswer = (name, args, options) =>
  callRpc(name, args, { ...options, read: (data) => data ?? null });

export const rpc = rpcOver(fetchAnswer);
