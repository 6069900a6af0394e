/** Queries of online screens: data with its age and the last failure. */
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
  /** If set, the last good response is cached on the device and shown when the server cannot be reached. */
  cacheSchema?: CacheSchema<T>;
  /**
   * Cache key that differs from the query key, for example to show the latest response although its dates have
   * changed.
   */
  cacheKey?: QueryKey;
  /** Reduces the response to the part that is cached. */
  reduceForCache?: (result: T) => T;
  /** False: do not fetch yet, because an argument is missing. */
  enabled?: boolean;
  /**
   * While a new key loads, the data of the former one is kept if this many of their leading parts match. By default 2:
   * owner and topic.
   */
  matchingKeyParts?: number;
}

/**
 * `loading`: nothing to show yet. `failed`: nothing to show, with the reason. `stale`: data whose last refetch
 * failed, or that comes from the device's cache. `full`: data as the server sent it.
 */
export type QueryState<T> = (
  | { state: 'loading'; data: undefined; failure: null; at: null }
  | { state: 'failed'; data: undefined; failure: Failure; at: null }
  | { state: 'stale'; data: T; failure: Failure | null; at: number }
  | { state: 'full'; data: T; failure: null; at: number }
) & {
  fetching: boolean;
  refetch(): void;
};

/** Milliseconds for which prefetched data counts as fresh. */
const PREFETCH_STALE_MS = 60_000;

/** Failures after which old data must not be shown: access was lost, or the record is gone. */
const ACCESS_LOST: ReadonlySet<FailureCode> = new Set(['not_permitted', 'no_subscription', 'not_found', 'signed_out']);
export const isAccessLost = (code: FailureCode) => ACCESS_LOST.has(code);

/** Builds TanStack Query options that also write the device's cache. */
const queryOptions = <T>({ key, fetch, cacheSchema, cacheKey = key, reduceForCache }: ServerQuery<T>) => ({
  queryKey: key,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const response = await fetch(signal);
    if (!response.ok) {
      if (cacheSchema && ACCESS_LOST.has(response.code)) await deleteCachedResponse(cacheKey);
      throw new QueryFailed(response);
    }
    if (cacheSchema) void cacheResponse(cacheKey, reduceForCache ? reduceForCache(response.data) : response.data);
    return response.data;
  },
});

/** Prefetches a query when the browser is idle, unless its data is fresh. Returns the function that cancels it. */
export function prefetchQuery<T>(query: ServerQuery<T>): () => void {
  return whenIdle(() => void queryClient.prefetchQuery({ ...queryOptions(query), staleTime: PREFETCH_STALE_MS }));
}

/** Fetches a query and returns its state. Retries on `online` after a failure that may pass. */
export function useServerQuery<T>({
  key,
  fetch,
  cacheSchema,
  cacheKey = key,
  reduceForCache,
  enabled = true,
  matchingKeyParts = 2,
}: ServerQuery<T>): QueryState<T> {
  const query = useQuery<T, Error>(
    {
      ...queryOptions({ key, fetch, cacheSchema, cacheKey, reduceForCache }),
      enabled,
      placeholderData: (before, previous) =>
        key.slice(0, matchingKeyParts).every((part, index) => part === previous?.queryKey[index]) ? before : undefined,
    },
    queryClient,
  );
  const fromDevice = useCachedResponse(cacheKey, enabled && query.data === undefined ? cacheSchema : undefined);
  const { refetch } = query;
  const refetchQuery = useCallback(() => void refetch(), [refetch]);

  const retriesOnline = query.error instanceof QueryFailed && query.error.failure.retry;
  useEffect(() => {
    if (!retriesOnline) return undefined;
    window.addEventListener('online', refetchQuery);
    return () => window.removeEventListener('online', refetchQuery);
  }, [retriesOnline, refetchQuery]);

  // Unexpected errors go to the route's error view.
  if (query.error && !(query.error instanceof QueryFailed)) throw query.error;
  const failure = query.error?.failure ?? null;
  const more = { fetching: query.isFetching, refetch: refetchQuery };
  if (failure && ACCESS_LOST.has(failure.code)) return { state: 'failed', data: undefined, failure, at: null, ...more };
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

/** Reads a response from the device's cache; null while reading or if there is none. */
function useCachedResponse<T>(key: QueryKey, shape: CacheSchema<T> | undefined): { data: T; at: number } | null {
  const keyText = JSON.stringify(key);
  const [found, setFound] = useState<{ keyText: string; data: T; at: number } | null>(null);
  useEffect(() => {
    if (!shape) return undefined;
    let isCurrent = true;
    void readCachedResponse(JSON.parse(keyText) as QueryKey, shape).then((cached) => {
      if (isCurrent) setFound(cached && { keyText, ...cached });
    });
    return () => {
      isCurrent = false;
    };
  }, [keyText, shape]);
  return found?.keyText === keyText ? found : null;
}
