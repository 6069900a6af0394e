/** The contract of an RPC: its name and its answers. `npm run contract` writes supabase/contract.json from them. */
import type { Database } from './database-types.ts';
import type { Refusals, ResponseSchemas, Schema } from './parse-response.ts';

type Functions = Database['public']['Functions'];
export type RpcName = keyof Functions & string;
export type RpcArgs<Name extends RpcName> =
  Functions[Name]['Args'] extends Record<PropertyKey, never> ? Record<string, never> : Functions[Name]['Args'];

export interface Rpc<Name extends RpcName, Data extends Schema, R extends Refusals> extends ResponseSchemas<Data, R> {
  name: Name;
}

/**
 * Declares an RPC's answers: the data of `ok`, and the details of each refusal.
 * @__NO_SIDE_EFFECTS__
 */
export const defineRpc = <const Name extends RpcName, Data extends Schema, R extends Refusals = Record<never, never>>(
  name: Name,
  schemas: ResponseSchemas<Data, R>,
): Rpc<Name, Data, R> => ({ name, ...schemas });
