/** The contract of an RPC: its name, its input and its answers. `npm run contract` writes their JSON schemas. */
import type * as v from 'valibot';
import type { Database } from './database-types.ts';
import type { Refusals, ResponseSchemas, Schema } from './parse-response.ts';

type Functions = Database['public']['Functions'];
export type RpcName = keyof Functions & string;
type Args<Name extends RpcName> =
  Functions[Name]['Args'] extends Record<PropertyKey, never> ? Record<string, never> : Functions[Name]['Args'];
/** Arguments in snake_case, but `given` as its form returns it. */
export type RpcArgs<Name extends RpcName, Given extends Schema> = 'given' extends keyof Args<Name>
  ? Omit<Args<Name>, 'given'> & { given: v.InferOutput<Given> }
  : Args<Name>;

interface RpcSchemas<Data extends Schema, R extends Refusals, Given extends Schema> extends ResponseSchemas<Data, R> {
  /** The form that is sent as the argument `given`. */
  given?: Given;
}

export interface Rpc<
  Name extends RpcName,
  Data extends Schema,
  R extends Refusals,
  Given extends Schema,
> extends RpcSchemas<Data, R, Given> {
  name: Name;
}

/**
 * Declares what an RPC is given and what it answers: the data of `ok`, and the details of each refusal.
 * @__NO_SIDE_EFFECTS__
 */
export const defineRpc = <
  const Name extends RpcName,
  Data extends Schema,
  R extends Refusals = Record<never, never>,
  Given extends Schema = never,
>(
  name: Name,
  schemas: RpcSchemas<Data, R, Given>,
): Rpc<Name, Data, R, Given> => ({ name, ...schemas });
