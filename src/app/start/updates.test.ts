import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  postMessage = vi.fn();
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
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

beforeEach(() => {
  registration = new FakeRegistration();
  container = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise(() => {}),
    register: async () => registration,
  });
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('setInterval', () => 0);
  vi.resetModules();
});
afterEach(() => {
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
    worker.become('installed');
    registration.active = worker;
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

    registration.waiting = registration.installing;
    registration.installing = null;
    vi.resetModules();
    expect((await start())()).toBe(true);
  });

  test('does not offer one that fails to install', async () => {
    const isOffered = await start();
    begin().become('redundant');
    expect(isOffered()).toBe(false);
  });
});
