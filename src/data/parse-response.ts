/**
 * Parses RPC responses. Each is `{"status": …}`: `ok` with data, a status that any RPC may return (a failure, mapped
 * only here), or one of the RPC's own statuses (a refusal with details).
 */
import * as v from 'valibot';
import { fail, ok, type Failure, type FailureCode, type Result } from '../domain/result.ts';
import { isRecord } from './is-record.ts';
import { fromWire } from './wire.ts';

export type Schema = v.GenericSchema<unknown>;
export const textOrNull = v.nullable(v.string());
/** Schema of the details for each refusing status; keys in camelCase. */
export type Refusals = Readonly<Record<string, Schema>>;
export type RefusalOf<R extends Refusals> = {
  [Status in keyof R & string]: { status: Status } & v.InferOutput<R[Status]>;
}[keyof R & string];

export interface ResponseSchemas<Data extends Schema, R extends Refusals> {
  response: Data;
  refusals?: R;
  /** Wire name of a field that is opaque to the client: kept unconverted, to be sent back. */
  unread?: string;
}

/** Statuses that any RPC may return. */
export const FAILURES = [
  'signed_out',
  'not_permitted',
  'earns_commission',
  'no_subscription',
  'not_found',
  'invalid',
  'rate_limited',
] as const satisfies readonly FailureCode[];

/** Parses a response to a `Result`. An unexpected shape is `bad_response`, because it is not from our backend. */
export function parseResponse<Data extends Schema, R extends Refusals = Record<never, never>>(
  data: unknown,
  { response: result, refusals, unread }: ResponseSchemas<Data, R>,
): Result<v.InferOutput<Data>, RefusalOf<R>> {
  type Read = Result<v.InferOutput<Data>, RefusalOf<R>>;
  if (!isRecord(data) || typeof data['status'] !== 'string') return notOurs() as Read;
  const { status, ...rest } = fromWire(data) as Record<string, unknown> & { status: string };
  if (unread !== undefined) rest[unread] = data[unread];
  if (status === 'ok') {
    const read = v.safeParse(result, rest);
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
  const code = FAILURES.find((known) => known === status);
  if (code === undefined) return notOurs() as Read;
  const seconds = rest['retryAfter'];
  return fail(code, {
    retry: code === 'rate_limited',
    ...(typeof seconds === 'number' ? { retryAfter: seconds * 1000 } : {}),
  }) as Read;
}

const notOurs = (): Failure => fail('bad_response', { retry: true });
