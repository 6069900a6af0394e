import { expect, test, vi } from 'vitest';

// Only the app's build has this file.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?packed', () => ({ default: 'https://muster.test/reader.packed' }));

test('fails every picture if the wasm file cannot be loaded', async () => {
  const fetchFile = vi.fn(async () => new Response(null, { status: 404 }));
  vi.stubGlobal('fetch', fetchFile);
  const listen = vi.fn<(type: string, listener: (message: { data: object }) => void) => void>();
  const postMessage = vi.fn();
  vi.stubGlobal('self', { addEventListener: listen, postMessage });
  await import('./scan-worker.ts');
  const [, decode] = listen.mock.calls[0]!;
  const close = vi.fn();
  for (const id of [1, 2]) decode({ data: { id, picture: { close } } });
  const error = 'Error: The scanner could not be loaded: 404';
  await expect.poll(() => postMessage.mock.calls).toEqual([[{ id: 1, error }], [{ id: 2, error }]]);
  await expect.poll(() => close.mock.calls.length).toBe(2);
  expect(fetchFile.mock.calls).toEqual([['https://muster.test/reader.packed']]);
});
