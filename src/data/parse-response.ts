/**
 * What a remote procedure answers. Each answers `{"status": …}`: `ok` with what was asked for, a status that any procedure
 * may answer (a failure, mapped here and nowhere else), or one of its own closed list (a refusal, with its details).
 */
import * as v from 'valibot';
import { fail, ok, type Failure, type FailureCode, type Result } from '../domain/result.ts';
import { isRecord } from './is-record.ts';
import { fromWire } from './wire.ts';

export type Schema = v.GenericSchema<unknown>;
/** For each status that refuses, what comes with it; keys in camelCase, as everything above the wire. */
export type Refusals = Readonly<Record<string, Schema>>;
export type RefusalOf<R extends Refusals> = {
  [Status in keyof R & string]: { status: Status } & v.InferOutput<R[Status]>;
}[keyof R & string];

export interface ResponseSchemas<Answer extends Schema, R extends Refusals> {
  answer: Answer;
  refusals?: R;
  /** What is the server's own affair, by its name on the wire: kept as it came, to be given back. */
  unread?: string;
}

/** What any procedure may answer beside its own list. */
const FAILURES: Readonly<Record<string, FailureCode>> = {
  signed_out: 'signed_out',
  not_permitted: 'not_permitted',
  earns_commission: 'earns_commission',
  no_subscription: 'no_subscription',
  not_found: 'not_found',
  invalid: 'invalid',
  rate_limited: 'rate_limited',
};

/** A procedure's answer as a result; what has none of the shapes is `bad_answer`, as it does not come from our backend. */
export function parseResponse<Answer extends Schema, R extends Refusals = Record<never, never>>(
  data: unknown,
  { answer, refusals, unread }: ResponseSchemas<Answer, R>,
): Result<v.InferOutput<Answer>, RefusalOf<R>> {
  type Read = Result<v.InferOutput<Answer>, RefusalOf<R>>;
  if (!isRecord(data) || typeof data['status'] !== 'string') return notOurs() as Read;
  const { status, ...rest } = fromWire(data) as Record<string, unknown> & { status: string };
  if (unread !== undefined) rest[unread] = data[unread];
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
