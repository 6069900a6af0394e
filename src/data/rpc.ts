/**
 * One way to call a remote procedure. Each answers `{"status": …}`: `ok` with what was asked for, a status that any procedure
 * may answer (a failure, mapped here and nowhere else), or one of its own closed list (a refusal, with its details).
 */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { fail, ok, type Failure, type FailureCode, type Result } from '../domain/result.ts';
import { callRpc } from './call.ts';
import type { Client } from './client.ts';
import type { Database } from './database-types.ts';
import { isRecord } from './shape.ts';
import { fromWire } from './wire.ts';

type Functions = Database['public']['Functions'];
export type RpcName = keyof Functions & string;
type Args<Name extends RpcName> =
  Functions[Name]['Args'] extends Record<PropertyKey, never> ? Record<string, never> : Functions[Name]['Args'];

type Schema = v.GenericSchema<unknown>;
/** For each status that refuses, what comes with it; keys in camelCase, as everything above the wire. */
export type Refusals = Readonly<Record<string, Schema>>;
type RefusalOf<R extends Refusals> = {
  [Status in keyof R & string]: { status: Status } & v.InferOutput<R[Status]>;
}[keyof R & string];

export interface Shapes<Answer extends Schema, R extends Refusals> {
  answer: Answer;
  refusals?: R;
}

/** What any procedure may answer beside its own list. */
const FAILURES: Readonly<Record<string, FailureCode>> = {
  signed_out: 'signed_out',
  not_permitted: 'not_permitted',
  no_subscription: 'no_subscription',
  not_found: 'not_found',
  invalid: 'invalid',
  slow_down: 'rate_limited',
};

/** A procedure's answer as a result; what has none of the shapes is `bad_answer`, as it does not come from our backend. */
export function readAnswer<Answer extends Schema, R extends Refusals = Record<never, never>>(
  data: unknown,
  { answer, refusals }: Shapes<Answer, R>,
): Result<v.InferOutput<Answer>, RefusalOf<R>> {
  type Read = Result<v.InferOutput<Answer>, RefusalOf<R>>;
  if (!isRecord(data) || typeof data['status'] !== 'string') return notOurs() as Read;
  const { status, ...rest } = fromWire(data) as Record<string, unknown> & { status: string };
  if (status === 'ok') {
    const read = v.safeParse(answer, rest);
    return (read.success ? ok(read.output) : notOurs()) as Read;
  }
  const schema = refusals && Object.hasOwn(refusals, status) ? refusals[status] : undefined;
  if (schema) {
    const read = v.safeParse(schema, rest);
    if (!read.success) return notOurs() as Read;
    return {
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status, ...(read.output as object) },
    } as unknown as Read;
  }
  const code = Object.hasOwn(FAILURES, status) ? FAILURES[status] : undefined;
  if (code === undefined) return notOurs() as Read;
  const seconds = rest['retryAfter'];
  return fail(code, {
    retry: code === 'rate_limited',
    ...(typeof seconds === 'number' ? { retryAfter: seconds * 1000 } : {}),
  }) as Read;
}

const notOurs = (): Failure => fail('bad_answer', { retry: true });

export interface RpcOptions {
  signal?: AbortSignal | undefined;
  /** Whose call it is: with another person's session nothing is sent (`signed_out`). */
  as?: Uuid | undefined;
  client?: Client | undefined;
}

/** Calls `name`. Arguments go out as they are, in snake_case; the answer is read by its shapes, in camelCase. */
export async function rpc<Name extends RpcName, Answer extends Schema, R extends Refusals = Record<never, never>>(
  name: Name,
  args: Args<Name>,
  { signal, as, client, ...shapes }: Shapes<Answer, R> & RpcOptions,
): Promise<Result<v.InferOutput<Answer>, RefusalOf<R>>> {
  const answer = await callRpc(name, args as Record<string, unknown>, {
    signal,
    as,
    client,
    read: (data) => data ?? null,
  });
  if (!answer.ok) return answer as Result<v.InferOutput<Answer>, RefusalOf<R>>;
  return readAnswer(answer.data, shapes);
}
