import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

class FakeWorker extends EventTarget {
  scriptURL = '/sw.js';
  state: ServiceWorkerState = 'installing';
  postMessage = vi.fn();
  become(state: ServiceWorkerState): void {
    this.state = state;
    registration.installing = null;
    if (state === 'installed') registration.waiting = this;
    this.dispatchEvent(new Event('statechange'));
    // Workbox waits 200 ms to see whether the worker activates itself.
    vi.advanceTimersByTime(200);
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  update = vi.fn(async () => undefined);
}

let registration: FakeRegistration;
let container: EventTarget & { controller: FakeWorker | null; ready: Promise<unknown>; register(): Promise<unknown> };
const storage = new Map<string, string>();
const reload = vi.fn<() => void>();

beforeEach(() => {
  registration = new FakeRegistration();
  container = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise(() => {}),
    register: async () => registration,
  });
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL('https://muster.test/check-in'));
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.doMock('../../lib/page-reload.ts', () => ({ reloadPage: reload }));
  reload.mockClear();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const start = async () => {
  const { startUpdates, updates } = await import('./updates.ts');
  await startUpdates();
  return updates.getState;
};
const begin = () => {
  const worker = new FakeWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  return worker;
};

describe('on a first visit', () => {
  test('offers no update, even if the worker controls the page before its event arrives', async () => {
    const isOffered = await start();
    const worker = begin();
    container.controller = worker;
    registration.active = worker;
    worker.become('installed');
    expect(isOffered()).toBe(false);
  });

  test('offers no update for a worker that waits briefly while the page starts', async () => {
    registration.waiting = new FakeWorker();
    registration.waiting.state = 'installed';
    container.controller = registration.waiting;
    expect((await start())()).toBe(false);
  });
});

describe('with an active worker', () => {
  beforeEach(() => {
    registration.active = new FakeWorker();
    container.controller = registration.active;
  });

  test('offers a newer one once it is installed', async () => {
    const isOffered = await start();
    const worker = begin();
    expect(isOffered()).toBe(false);
    worker.become('installed');
    expect(isOffered()).toBe(true);
  });

  test('also offers one that started installing earlier, or is already waiting', async () => {
    registration.installing = new FakeWorker();
    const isOffered = await start();
    registration.installing.become('installed');
    expect(isOffered()).toBe(true);

    vi.resetModules();
    expect((await start())()).toBe(true);
  });

  test('does not offer one that fails to install', async () => {
    const isOffered = await start();
    begin().become('redundant');
    expect(isOffered()).toBe(false);
  });

  test('offers the one after two that fail to install', async () => {
    const isOffered = await start();
    begin().become('redundant');
    begin().become('redundant');
    registration.update.mockImplementation(async () => void begin());
    vi.advanceTimersByTime(60 * 60_000);
    await vi.waitFor(() => expect(registration.installing).not.toBeNull());
    await Promise.resolve();
    registration.installing!.become('installed');
    expect(isOffered()).toBe(true);
  });

  test('looks for a newer one hourly, and when the page becomes visible', async () => {
    await start();
    vi.advanceTimersByTime(2 * 60 * 60_000);
    expect(registration.update).toHaveBeenCalledTimes(2);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(registration.update).toHaveBeenCalledTimes(3);
    Object.assign(navigator, { onLine: false });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(registration.update).toHaveBeenCalledTimes(3);
  });

  test('activates the newer one when asked to, and reloads the page once', async () => {
    await start();
    const { updates } = await import('./updates.ts');
    const worker = begin();
    worker.become('installed');
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).not.toHaveBeenCalled();

    updates.apply();
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything());
    container.dispatchEvent(new Event('controllerchange'));
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  });
});
