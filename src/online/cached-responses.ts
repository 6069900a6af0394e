import { now } from '../lib/clock.ts';
import * as v from 'valibot';
import { deleteStoredResponse, readStoredResponse, writeCachedResponse } from '../offline/device/cached-responses.ts';
import type { QueryKey } from './query-key.ts';

/** Schema of a cached response; checked on reading, because another version of the app may have written it. */
export type CacheSchema<T> = v.GenericSchema<unknown, T>;

const nameOf = (key: QueryKey) => JSON.stringify(key);

export function cacheResponse(key: QueryKey, data: unknown): Promise<void> {
  return writeCachedResponse({ key: nameOf(key), owner: key[0], at: now(), data });
}

export function deleteCachedResponse(key: QueryKey): Promise<void> {
  return deleteStoredResponse(nameOf(key));
}

/**
 * Reads a cached response with the time when it arrived (milliseconds since 1970); null if there is none or its shape
 * differs.
 */
export async function readCachedResponse<T>(
  key: QueryKey,
  shape: CacheSchema<T>,
): Promise<{ data: T; at: number } | null> {
  const stored = await readStoredResponse(nameOf(key));
  if (!stored) return null;
  const read = v.safeParse(shape, stored.data);
  return read.success ? { data: read.output, at: stored.at } : null;
}
