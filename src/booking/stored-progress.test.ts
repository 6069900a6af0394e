import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const PAGE = '/da/booking/isolated/walks?theme=dark';
const STEP = '/da/booking/isolated/walks?theme=dark&date=2027-05-01&step=details';
const FLOW = { flow: { token: 'secret' } };
const RESUME = 'r'.repeat(43);
let entries: Map<string, string>;
let posted: { entry: string | null }[];
let entry: { url: string; state: unknown };

beforeEach(() => {
  entries = new Map();
  posted = [];
  vi.useFakeTimers({ now: new Date('2027-04-01T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads the module in a page at the given address; `storage: false` simulates blocked storage. */
async function open(url: string, { state = null as unknown, isEmbedded = true, storage = true, hash = '' } = {}) {
  vi.resetModules();
  vi.doMock('./embedding.ts', () => ({
    isEmbedded: () => isEmbedded,
    postToHost: (message: (typeof posted)[number]) => posted.push(message),
  }));
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
    hash,
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
  const module = await import('./stored-progress.ts');
  module.restoreProgress();
  return (at: string, next: unknown) => {
    entry = { url: at, state: module.entryState(next) };
    module.saveProgress();
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

describe('without storage', () => {
  const hashOf = (entry: object) => `#entry=${encodeURIComponent(JSON.stringify(entry))}`;
  const ENTRY = { url: STEP, resume: RESUME, at: Date.parse('2027-04-01T10:00:00Z') };
  const lastPosted = () => JSON.parse(posted.at(-1)!.entry!) as typeof ENTRY;

  test('works, and gives the host only the step and a token that is not the booking’s', async () => {
    const go = await open(PAGE, { storage: false });
    go(STEP, FLOW);
    expect(entry).toEqual({ url: STEP, state: expect.objectContaining(FLOW) });
    expect(lastPosted()).toEqual({ ...ENTRY, resume: expect.stringMatching(/^[\w-]{43}$/) });
    expect(JSON.stringify(posted)).not.toContain('secret');
  });

  test('goes on where the host says, with the same token', async () => {
    const go = await open(PAGE, { storage: false, hash: hashOf(ENTRY) });
    expect(entry).toEqual({ url: STEP, state: null });
    const { formerResumeToken, resumeToken } = await import('./stored-progress.ts');
    expect([formerResumeToken(), resumeToken()]).toEqual([RESUME, RESUME]);
    go(STEP, FLOW);
    expect(lastPosted().resume).toBe(RESUME);
  });

  test('keeps its own history and token when only the frame is reloaded', async () => {
    const state = { ...FLOW, frame: `muster-entry ${PAGE}`, resume: RESUME };
    await open(STEP, { storage: false, state, hash: hashOf({ ...ENTRY, url: PAGE, resume: 's'.repeat(43) }) });
    expect(entry).toEqual({ url: STEP, state });
    const { formerResumeToken, resumeToken } = await import('./stored-progress.ts');
    expect([formerResumeToken(), resumeToken()]).toEqual([null, RESUME]);
  });

  test.each([
    ['payment/secret', 'a payment'],
    ['view/secret', 'a booking'],
  ])('lets the host forget at %s, the address of %s', async (path) => {
    const go = await open(PAGE, { storage: false });
    go(STEP, FLOW);
    go(`/da/booking/isolated/${path}`, FLOW);
    expect(posted.at(-1)!.entry).toBeNull();
    expect(JSON.stringify(posted)).not.toContain('secret');
  });

  test.each([
    ['an address outside the shop', { ...ENTRY, url: '/login' }],
    ['a booking’s address', { ...ENTRY, url: '/da/booking/isolated/view/secret' }],
    ['another site', { ...ENTRY, url: 'https://evil.test/' }],
    ['a malformed token', { ...ENTRY, resume: 'short' }],
    ['an entry of two hours ago', { ...ENTRY, at: ENTRY.at - 2 * 3_600_000 }],
    ['no entry', null],
  ])('ignores %s from a hostile host', async (_, handed) => {
    await open(PAGE, { storage: false, hash: handed === null ? '#entry=%7B' : hashOf(handed) });
    expect(entry).toEqual({ url: PAGE, state: null });
  });

  test('takes no state from the host, which would know the token in it', async () => {
    await open(PAGE, { storage: false, hash: hashOf({ ...ENTRY, state: FLOW }) });
    expect(entry.state).toBeNull();
  });
});

test('ignores the host’s entry where the frame has storage', async () => {
  const hash = `#entry=${encodeURIComponent(JSON.stringify({ url: STEP, resume: RESUME, at: Date.now() }))}`;
  await open(PAGE, { hash });
  expect(entry).toEqual({ url: PAGE, state: null });
  const { resumeToken } = await import('./stored-progress.ts');
  expect(resumeToken()).toBeNull();
});
