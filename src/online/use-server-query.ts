/** What an online screen reads: one question, its answer with its age, and what went wrong with the last try. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Failure, FailureCode, Result } from '../domain/result.ts';
import { whenIdle } from '../lib/when-idle.ts';
import type { QueryKey } from './query-key.ts';
import { deleteCachedResponse, cacheResponse, readCachedResponse, type CacheSchema } from './cached-responses.ts';
import { QueryFailed, queryClient } from './query-client.ts';

export interface ServerQuery<T> {
  key: QueryKey;
  fetch(signal: AbortSignal): Promise<Result<T>>;
  /** With a shape the last good answer is kept on the device, and shown where the server cannot be asked. */
  cacheSchema?: CacheSchema<T>;
  /** What is kept under another name than it is asked by, where the latest is wanted though its days are others by now. */
  cacheKey?: QueryKey;
  /** What is kept of the answer, where that is less than all. */
  reduceForCache?: (answer: T) => T;
  /** False: not asked yet, as something that the question needs is missing. */
  enabled?: boolean;
}

/**
 * `loading`: nothing to show yet. `failed`: nothing to show, and why. `stale`: shown, but the last try to bring it up to date
 * failed, or it comes from the device and the server has not answered yet. `full`: shown as the server said it.
 */
export type QueryState<T> = (
  | { state: 'loading'; data: undefined; failure: null; at: null }
  | { state: 'failed'; data: undefined; failure: Failure; at: null }
  | { state: 'stale'; data: T; failure: Failure | null; at: number }
  | { state: 'full'; data: T; failure: null; at: number }
) & {
  /** Whether it is being asked for at this moment. */
  fetching: boolean;
  refetch(): void;
};

/** Milliseconds. */
const AHEAD = 60_000;

/** After these nothing of before may be shown: the person has lost it, or it is no more. */
const LOST: ReadonlySet<FailureCode> = new Set(['not_permitted', 'no_subscription', 'not_found', 'signed_out']);
export const isAccessLost = (code: FailureCode) => LOST.has(code);

/** How a question is put: what comes is kept where that is wished. */
const putting = <T>({ key, fetch, cacheSchema, cacheKey = key, reduceForCache }: ServerQuery<T>) => ({
  queryKey: key,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = await fetch(signal);
    if (!answer.ok) {
      if (cacheSchema && LOST.has(answer.code)) await deleteCachedResponse(cacheKey);
      throw new QueryFailed(answer);
    }
    if (cacheSchema) void cacheResponse(cacheKey, reduceForCache ? reduceForCache(answer.data) : answer.data);
    return answer.data;
  },
});

/** Asks what will likely be asked next, once nothing else is to be done; what was asked a moment ago is not asked again. */
export function prefetchQuery<T>(question: ServerQuery<T>): () => void {
  return whenIdle(() => void queryClient.prefetchQuery({ ...putting(question), staleTime: AHEAD }), {});
}

export function useServerQuery<T>({
  key,
  fetch,
  cacheSchema,
  cacheKey = key,
  reduceForCache,
  enabled = true,
}: ServerQuery<T>): QueryState<T> {
  const query = useQuery<T, Error>(
    {
      ...putting({ key, fetch, cacheSchema, cacheKey, reduceForCache }),
      enabled,
      // A list that is filtered anew keeps its rows until the others are there; another owner's or topic's never show.
      placeholderData: (before, previous) =>
        previous?.queryKey[0] === key[0] && previous.queryKey[1] === key[1] ? before : undefined,
    },
    queryClient,
  );
  const fromDevice = useKept(cacheKey, enabled && query.data === undefined ? cacheSchema : undefined);
  const { refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);

  const mayComeBack = query.error instanceof QueryFailed && query.error.failure.retry;
  useEffect(() => {
    if (!mayComeBack) return undefined;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [mayComeBack, again]);

  // A bug is a bug: it reaches the route's error view.
  if (query.error && !(query.error instanceof QueryFailed)) throw query.error;
  const failure = query.error?.failure ?? null;
  const more = { fetching: query.isFetching, refetch: again };
  if (failure && LOST.has(failure.code)) return { state: 'failed', data: undefined, failure, at: null, ...more };
  if (query.data !== undefined) {
    const at = query.dataUpdatedAt;
    return failure === null
      ? { state: 'full', data: query.data, failure, at, ...more }
      : { state: 'stale', data: query.data, failure, at, ...more };
  }
  if (fromDevice) return { state: 'stale', data: fromDevice.data, failure, at: fromDevice.at, ...more };
  if (failure) return { state: 'failed', data: undefined, failure, at: null, ...more };
  return { state: 'loading', data: undefined, failure: null, at: null, ...more };
}

/** What the device kept of an answer; null while it is read, and where there is none. */
function useKept<T>(key: QueryKey, shape: CacheSchema<T> | undefined): { data: T; at: number } | null {
  const name = JSON.stringify(key);
  const [found, setFound] = useState<{ name: string; data: T; at: number } | null>(null);
  useEffect(() => {
    if (!shape) return undefined;
    let wanted = true;
    void readCachedResponse(JSON.parse(name) as QueryKey, shape).then((kept) => {
      if (wanted) setFound(kept && { name, ...kept });
    });
    return () => {
      wanted = false;
    };
  }, [name, shape]);
  return found?.name === name ? found : null;
}
