/** Sends one API request with a key that the person typed in. Neither key nor response is stored. */
import { fail, ok, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { apiAddress } from './api-description.ts';

/** Response headers to show, in this order. */
const VISIBLE_HEADERS = [
  'content-type',
  'etag',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
];

export interface ApiResponse {
  status: number;
  headers: [name: string, value: string][];
  /** Milliseconds until the whole body had arrived. */
  durationMs: number;
  body: string;
}

export async function sendTestRequest(
  { path, key }: { path: string; key: string },
  signal: AbortSignal,
): Promise<Result<ApiResponse>> {
  const from = performance.now();
  // The caller may abort earlier; the timeout ends a request that never gets a response.
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  const late = setTimeout(end, REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(`${apiAddress()}${path}`, {
      headers: { Authorization: `Bearer ${key}` },
      // Keep the key from other hosts and the response out of every cache.
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: ending.signal,
    });
    const body = await response.text();
    return ok({
      status: response.status,
      headers: VISIBLE_HEADERS.flatMap((name): [string, string][] => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
      durationMs: performance.now() - from,
      body: indented(body),
    });
  } catch {
    return fail('offline', { retry: true });
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
  }
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
