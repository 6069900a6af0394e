import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { callPublicRpc } from './public-call.ts';

const ask = (signal?: AbortSignal) =>
  callPublicRpc('next', { operator: 'harbour', party: 2 }, { answer: v.object({}), signal });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** A server that takes the request and never answers. */
const silent = () => {
  const fetch = vi.fn(
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

test('ends when nobody answers, also where whoever asks could end it and does not', async () => {
  for (const signal of [undefined, new AbortController().signal]) {
    silent();
    const answer = ask(signal);
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    expect(await answer).toEqual({ ok: false, code: 'timeout', retry: true });
  }
});

test('ends at once when whoever asks gives up', async () => {
  const fetch = silent();
  const asker = new AbortController();
  const answer = ask(asker.signal);
  await vi.advanceTimersByTimeAsync(0);
  asker.abort();
  await answer;
  expect(fetch.mock.calls[0]![1].signal.aborted).toBe(true);
});

test('says how long the server asks to wait', async () => {
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '7' };
  vi.stubGlobal('fetch', async () => new Response('{"message": "Slow down"}', { status: 429, headers }));
  expect(await ask()).toMatchObject({ code: 'rate_limited', retryAfter: 7000 });
});
