/** One call of the API by a key that somebody typed, told as their own program would see it. Nothing of it is kept. */
import { fail, ok, type Result } from '../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { apiAddress } from './api-description.ts';

/** The headers that a program goes by, in the order in which they are told. */
const TOLD = ['content-type', 'etag', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

export interface ApiResponse {
  status: number;
  headers: [name: string, value: string][];
  /** Milliseconds until all of it was here. */
  took: number;
  body: string;
}

export async function sendTestRequest(
  { path, key }: { path: string; key: string },
  signal: AbortSignal,
): Promise<Result<ApiResponse>> {
  const from = performance.now();
  // Whoever asks may give up; what nobody answers ends all the same.
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  const late = setTimeout(end, REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(`${apiAddress()}${path}`, {
      headers: { Authorization: `Bearer ${key}` },
      // A key goes where it was meant to, and what it opens stays in no cache.
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: ending.signal,
    });
    const body = await response.text();
    return ok({
      status: response.status,
      headers: TOLD.flatMap((name): [string, string][] => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
      took: performance.now() - from,
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
