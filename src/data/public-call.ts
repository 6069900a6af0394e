/** One way for guests to call a procedure: a plain request without a session, so that the pages carry no client library. */
import { now } from '../lib/clock.ts';
import type * as v from 'valibot';
import { fail, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import type { Database } from './database-types.ts';
import { failureOf, type WireError } from './failures.ts';
import { guardedFetch, retryAfterMs } from './guarded-fetch.ts';
import { parseResponse, type RefusalOf, type Refusals, type Schema, type ResponseSchemas } from './parse-response.ts';
import { backendSettings } from './settings.ts';

type Functions = Database['public']['Functions'];
/** What follows `public_` in the name of a procedure that guests may call. */
export type PublicName = keyof Functions extends infer Name
  ? Name extends `public_${infer Rest}`
    ? Rest
    : never
  : never;

/** As the database has them; whatever is left open may be null as well. */
type PublicArgs<Name extends PublicName> = {
  [Key in keyof Functions[`public_${Name}`]['Args']]: Functions[`public_${Name}`]['Args'][Key] | null;
};

export interface PublicOptions {
  signal?: AbortSignal | undefined;
}

/** Where a picture is shown by its tag (ADR 039): a file that is asked for once, as another picture has another tag. */
export const pictureAddress = (tag: string): string => `${backendSettings().url}/functions/v1/picture?tag=${tag}`;

/** Calls the edge function of that name, as `callPublicRpc` calls a procedure. */
export const callPublicFunction = <Answer extends Schema, R extends Refusals = Record<never, never>>(
  name: string,
  args: Record<string, unknown>,
  options: ResponseSchemas<Answer, R> & PublicOptions,
) => askedOf(`/functions/v1/${name}`, args, options);

/**
 * Calls `public_<name>`. Arguments go out as they are, in snake_case; the answer is read by its shapes, in camelCase. Ends within the
 * limit of every request (guarded-fetch.ts) and never throws.
 */
export async function callPublicRpc<
  Name extends PublicName,
  Answer extends Schema,
  R extends Refusals = Record<never, never>,
>(
  name: Name,
  args: PublicArgs<Name>,
  options: ResponseSchemas<Answer, R> & PublicOptions,
): Promise<Result<v.InferOutput<Answer>, RefusalOf<R>>> {
  const brought = takePreloadedResponse(name, args);
  return brought ? parseResponse(brought.answer, options) : askedOf(`/rest/v1/rpc/public_${name}`, args, options);
}

async function askedOf<Answer extends Schema, R extends Refusals>(
  path: string,
  args: Record<string, unknown>,
  { signal, ...shapes }: ResponseSchemas<Answer, R> & PublicOptions,
): Promise<Result<v.InferOutput<Answer>, RefusalOf<R>>> {
  type Answered = Result<v.InferOutput<Answer>, RefusalOf<R>>;
  const { url, publishableKey } = backendSettings();
  // Whoever asks may give up; what nobody answers ends all the same. (`AbortSignal.any` is younger than our browsers.)
  const limit = new AbortController();
  const giveUp = () => limit.abort(signal?.reason);
  const timer = setTimeout(
    () => limit.abort(new DOMException('No answer in time', 'TimeoutError')),
    REQUEST_TIMEOUT_MS,
  );
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await guardedFetch(globalThis.fetch.bind(globalThis))(`${url}${path}`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: limit.signal,
    });
    const data: unknown = await response.json();
    if (!response.ok) {
      const wait = retryAfterMs(response.headers.get('retry-after'), now());
      return failureOf(response.status, data as WireError, wait) as Answered;
    }
    return parseResponse(data, shapes);
  } catch (error) {
    if (error instanceof SyntaxError) return fail('bad_answer', { retry: true }) as Answered;
    return failureOf(0, error as WireError) as Answered;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
