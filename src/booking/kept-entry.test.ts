import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const PAGE = '/da/booking/isolated/walks?theme=dark';
const STEP = '/da/booking/isolated/walks?theme=dark&date=2027-05-01&step=details';
const FLOW = { flow: { token: 'secret' } };
let entries: Map<string, string>;
let entry: { url: string; state: unknown };

beforeEach(() => {
  entries = new Map();
  vi.useFakeTimers({ now: new Date('2027-04-01T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads the module in a page at the given address; `storage: false` simulates blocked storage. */
async function open(url: string, { state = null as unknown, isEmbedded = true, storage = true } = {}) {
  vi.resetModules();
  entry = { url, state };
  const history = {
    get state() {
      return entry.state;
    },
    replaceState(next: unknown, _: string, at: string) {
      entry = { url: at, state: next };
    },
  };
  const location = {
    get pathname() {
      return entry.url.split('?')[0];
    },
    get search() {
      return entry.url.includes('?') ? `?${entry.url.split('?')[1]}` : '';
    },
  };
  const page: Record<string, unknown> = { history, location };
  page['parent'] = isEmbedded ? {} : page;
  vi.stubGlobal('window', page);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => {
      if (!storage) throw new DOMException('Blocked', 'SecurityError');
      return entries.get(key) ?? null;
    },
    setItem: (key: string, text: string) => {
      if (!storage) throw new DOMException('Blocked', 'SecurityError');
      entries.set(key, text);
    },
    removeItem: (key: string) => entries.delete(key),
  });
  const module = await import('./kept-entry.ts');
  module.restoreEntry();
  return (at: string, next: unknown) => {
    entry = { url: at, state: module.entryState(next) };
    module.rememberEntry();
  };
}

test('restores the step and the input of a frame that is loaded again', async () => {
  const go = await open(PAGE);
  go(STEP, FLOW);
  await open(PAGE);
  expect(entry).toEqual({ url: STEP, state: expect.objectContaining(FLOW) });
});

test('keeps the placeholder’s key after a reload of only the frame', async () => {
  (await open(PAGE))(STEP, FLOW);
  const go = await open(STEP, { state: entry.state });
  go(STEP, { flow: { token: 'next' } });
  await open(PAGE);
  expect(entry.state).toMatchObject({ flow: { token: 'next' } });
});

test.each([
  ['another placeholder', '/da/booking/isolated/walks?tour=old-town', 0],
  ['two hours later', PAGE, 2 * 3_600_000],
])('starts over for %s', async (_, url, later) => {
  (await open(PAGE))(STEP, FLOW);
  vi.advanceTimersByTime(later);
  await open(url);
  expect(entry).toEqual({ url, state: null });
});

test('deletes the entry when the booking is made', async () => {
  const go = await open(PAGE);
  go(STEP, FLOW);
  go('/da/booking/isolated/view/secret', FLOW);
  expect([...entries]).toEqual([]);
});

test('stores nothing outside a frame or in a preview', async () => {
  (await open(PAGE, { isEmbedded: false }))(STEP, FLOW);
  (await open(`${PAGE}&preview`))(STEP, FLOW);
  expect([...entries]).toEqual([]);
});

test.each(['https://evil.test/', '//evil.test/booking/isolated/x', '/login', 'not json'])(
  'ignores a stored entry with an invalid address: %s',
  async (url) => {
    entries.set(
      `muster-entry ${PAGE}`,
      url === 'not json' ? url : JSON.stringify({ url, state: FLOW, at: Date.now() }),
    );
    await open(PAGE);
    expect(entry).toEqual({ url: PAGE, state: null });
  },
);

test('works without storage', async () => {
  const go = await open(PAGE, { storage: false });
  go(STEP, FLOW);
  expect(entry).toEqual({ url: STEP, state: expect.objectContaining(FLOW) });
});
