/** The contract of an RPC: its name, its form and its responses. `npm run contract` writes their JSON schemas. */
import type * as v from 'valibot';
import type { Database } from './database-types.ts';
import type { Refusals, ResponseSchemas, Schema } from './parse-response.ts';

type Functions = Database['public']['Functions'];
export type RpcName = keyof Functions & string;
type Args<Name extends RpcName> =
  Functions[Name]['Args'] extends Record<PropertyKey, never> ? Record<string, never> : Functions[Name]['Args'];
/** Arguments in snake_case, but the `input` of a form as the form returns it. */
export type RpcArgs<Name extends RpcName, Form extends Schema> = [Form] extends [never]
  ? Args<Name>
  : Omit<Args<Name>, 'input'> & { input: v.InferOutput<Form> };

interface RpcSchemas<Data extends Schema, R extends Refusals, Form extends Schema> extends ResponseSchemas<Data, R> {
  /** Form that is sent as the argument `input`, which Postgres checks against its JSON schema. */
  form?: Form;
}

export interface Rpc<
  Name extends RpcName,
  Data extends Schema,
  R extends Refusals,
  Form extends Schema = never,
> extends RpcSchemas<Data, R, Form> {
  name: Name;
}

/**
 * Declares an RPC's form and its responses: the data of `ok`, and the details of each refusal.
 * @__NO_SIDE_EFFECTS__
 */
export const defineRpc = <
  const Name extends RpcName,
  Data extends Schema,
  R extends Refusals = Record<never, never>,
  Form extends Schema = never,
>(
  name: Name,
  schemas: RpcSchemas<Data, R, Form>,
): Rpc<Name, Data, R, Form> => ({ name, ...schemas });
