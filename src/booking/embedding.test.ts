import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EmbedMessage } from './embedding.ts';

const SITE = 'https://hotel.test';
const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
const onHost = vi.fn<(site: string) => void>();
let listeners: ((event: unknown) => void)[];

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  listeners = [];
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the module in a frame with the given ancestor origins. */
async function openFrame(ancestors: readonly string[]) {
  vi.stubGlobal('window', {
    parent,
    location: { ancestorOrigins: ancestors },
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
  });
  vi.stubGlobal('document', { referrer: '', documentElement: { dataset: {} }, body: { offsetHeight: 900 } });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  return await import('./embedding.ts');
}

function receive(event: { source?: unknown; origin?: string; data?: object } = {}): void {
  for (const listener of listeners)
    listener({ source: parent, origin: SITE, data: { muster: 1, type: 'hello' }, ...event });
}
const toSite = (message: EmbedMessage) => [{ muster: 1, ...message }, SITE];
const step = { type: 'step', step: 'tours', title: 'Tours' } as const;
const failed = { type: 'failed', code: 'broken' } as const;

test('queues all messages except "ready" until the embedding page says hello', async () => {
  const { startEmbedding, postToHost } = await openFrame([SITE]);
  startEmbedding(onHost);
  expect(parent.postMessage.mock.calls).toEqual([toSite({ type: 'ready' })]);
  postToHost(step);
  postToHost({ ...failed, code: 'offline' });
  postToHost(failed);
  receive({ source: {} });
  receive({ origin: 'https://elsewhere.test' });
  receive({ data: { muster: 2, type: 'hello' } });
  receive({ data: { muster: 1, type: 'ready' } });
  expect(parent.postMessage).toHaveBeenCalledOnce();
  // The last of each kind.
  receive();
  expect(parent.postMessage.mock.calls.slice(1)).toEqual([toSite(step), toSite(failed)]);
  receive();
  postToHost({ type: 'resized', height: 812 });
  expect(parent.postMessage.mock.calls.slice(3)).toEqual([toSite({ type: 'resized', height: 812 })]);
  expect(onHost.mock.calls).toEqual([[SITE]]);
});

test('uses the origin of the hello if the browser doesn’t name the embedding page', async () => {
  const { startEmbedding, postToHost } = await openFrame([]);
  startEmbedding(onHost);
  postToHost(failed);
  expect([parent.postMessage.mock.calls, onHost.mock.calls]).toEqual([[], []]);
  receive();
  receive({ origin: 'https://elsewhere.test' });
  postToHost(step);
  expect(parent.postMessage.mock.calls).toEqual([toSite(failed), toSite(step)]);
  expect(onHost.mock.calls).toEqual([[SITE]]);
});

test('sends nothing from a page outside a frame', async () => {
  const { startEmbedding, postToHost } = await openFrame([]);
  vi.stubGlobal('window', {
    get parent() {
      return window;
    },
  });
  startEmbedding(onHost);
  postToHost(failed);
  expect([parent.postMessage.mock.calls, onHost.mock.calls, listeners]).toEqual([[], [], []]);
});
