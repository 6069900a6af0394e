import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { defineRpc } from './define-rpc.ts';
import { callPublicRpc } from './public-call.ts';

const rpc = defineRpc('guest_read_next_departures', { response: v.object({}) });
const callNext = (signal?: AbortSignal) => callPublicRpc(rpc, { operator: 'harbour', party: 2 }, { signal });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** Stubs `fetch` with a server that never answers. */
const stubSilentServer = () => {
  const fetch = vi.fn(
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

test('times out, with and without the caller’s signal', async () => {
  for (const signal of [undefined, new AbortController().signal]) {
    stubSilentServer();
    const result = callNext(signal);
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    expect(await result).toEqual({ ok: false, code: 'timeout', retry: true });
  }
});

test('aborts the request at once when the caller aborts', async () => {
  const fetch = stubSilentServer();
  const controller = new AbortController();
  const result = callNext(controller.signal);
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await result;
  expect(fetch.mock.calls[0]![1].signal.aborted).toBe(true);
});

test('returns the wait that the server asks for', async () => {
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '7' };
  vi.stubGlobal('fetch', async () => new Response('{"message": "Slow down"}', { status: 429, headers }));
  expect(await callNext()).toMatchObject({ code: 'rate_limited', retryAfter: 7000 });
});
