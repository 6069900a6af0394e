/** When a pass runs, and in which order it works. */
import { afterEach, expect, test, vi } from 'vitest';
import type { ChangeEvent } from '../../data/change-events.ts';
import { fail } from '../../domain/result.ts';
import { backOffDelay, MAX_WAIT_MS, MIN_WAIT_MS } from './back-off.ts';
import { pullWindow } from '../../domain/pull-window.ts';
import { FROZEN_AFTER_MS } from './pass-runner.ts';
import { COMPANY } from '../testing/office.ts';
import { openEngine, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

test('pulls every 60 s, and every 20 s while a departure is open', async () => {
  const { server, device, engine } = await syncedDevice();
  engine.sync.start();
  await device.clock.advance(100);
  server.pulls.length = 0;
  await device.clock.advance(180_000);
  expect(server.pulls).toHaveLength(3);
  engine.sync.setDepartureOpen(true);
  server.pulls.length = 0;
  await device.clock.advance(60_000);
  expect(server.pulls).toHaveLength(3);
});

const anything: ChangeEvent = { departures: null, people: [], at: null };

test('pulls at once on wake and within 500 ms on an event, but only between start and stop', async () => {
  const { server, device } = await syncedDevice();
  let receive: (changeEvent: ChangeEvent) => void = () => {};
  const changeEvent = () => receive(anything);
  let left = false;
  const engine = await openEngine(device, {
    changeEvents: (company: string, listener: (changeEvent: ChangeEvent) => void) => {
      expect(company).toBe(COMPANY);
      receive = listener;
      return () => (left = true);
    },
  });
  server.pulls.length = 0;
  changeEvent();
  await device.clock.advance(1000);
  expect(server.pulls).toHaveLength(0);
  engine.sync.start();
  await device.clock.advance(10);
  expect(server.pulls).toHaveLength(1);
  changeEvent();
  await device.clock.advance(500);
  expect(server.pulls).toHaveLength(2);
  engine.sync.wake();
  await device.clock.advance(10);
  expect(server.pulls).toHaveLength(3);
  await engine.sync.stop();
  expect(left).toBe(true);
  changeEvent();
  await device.clock.advance(120_000);
  expect(server.pulls).toHaveLength(3);
});

test('pushes before it pulls, and sends an action made during a pass with the next', async () => {
  const { server, device, engine } = await syncedDevice();
  const order: string[] = [];
  const noted =
    (name: string) =>
    async <T>(proceed: () => Promise<T>) => {
      order.push(name);
      return proceed();
    };
  engine.sync.start();
  await device.clock.advance(100);
  await tap(engine, 1);
  server.pushFaults.push(async (proceed) => {
    await tap(engine, 2);
    return noted('push')(proceed);
  });
  server.pullFaults.push(noted('pull'));
  await device.clock.advance(60);
  expect(order).toEqual(['push', 'pull']);
  await device.clock.advance(200);
  expect(server.actions.size).toBe(2);
});

test('an action recorded during a failing pass does not bypass its Retry-After', async () => {
  const { server, device, engine } = await syncedDevice();
  engine.sync.start();
  await device.clock.advance(100);
  await tap(engine, 1);
  server.pushFaults.push(async () => {
    await tap(engine, 2);
    return fail('rate_limited', { retry: true, retryAfter: 30_000 });
  });
  await device.clock.advance(100);
  server.pushes.length = 0;
  await device.clock.advance(25_000);
  expect(server.pushes).toHaveLength(0);
  await device.clock.advance(10_000);
  expect(server.actions.size).toBe(2);
});

test('reports network, failure and waiting actions in the state', async () => {
  const { server, device, engine } = await syncedDevice();
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0, clockOffset: 0 });
  expect(engine.state.get().pulledAt).toBe(new Date(device.clock.now()).toISOString());
  await tap(engine, 1);
  server.pushFaults.push(async () => fail('offline', { retry: true }));
  server.pullFaults.push(async () => fail('offline', { retry: true }));
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'offline', failure: 'offline', waiting: 1, syncing: false });
  server.pushFaults.push(async () => fail('bad_response', { retry: true }));
  server.pullFaults.push(async () => fail('bad_response', { retry: true }));
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'portal', failure: 'bad_response' });
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0 });
});

test('backOffDelay: full jitter from 1 s to 60 s, never less than retryAfter', () => {
  expect(backOffDelay(1, { random: () => 0 })).toBe(MIN_WAIT_MS);
  expect(backOffDelay(1, { random: () => 0.999 })).toBeLessThan(2000);
  expect(backOffDelay(30, { random: () => 0.999 })).toBeLessThanOrEqual(MAX_WAIT_MS);
  expect(backOffDelay(30, { random: () => 0.999 })).toBeGreaterThan(59_000);
  expect(backOffDelay(1, { random: () => 0, retryAfter: 90_000 })).toBe(90_000);
});

test('pullWindow: yesterday to the day after tomorrow in the company’s time zone', () => {
  const late = Date.parse('2026-05-01T22:30:00Z');
  expect(pullWindow('Europe/Copenhagen', late)).toEqual({ from: '2026-05-01', to: '2026-05-04' });
  expect(pullWindow('UTC', late)).toEqual({ from: '2026-04-30', to: '2026-05-03' });
});

test('pulls once a minute again after a departure is closed, and never bypasses a Retry-After', async () => {
  const { server, device, engine } = await syncedDevice();
  engine.sync.start();
  await device.clock.advance(100);
  engine.sync.setDepartureOpen(true);
  await device.clock.advance(20_000);
  engine.sync.setDepartureOpen(false);
  await device.clock.advance(20_000);
  server.pulls.length = 0;
  await device.clock.advance(120_000);
  expect(server.pulls).toHaveLength(2);
  server.pullFaults.push(async () => fail('rate_limited', { retry: true, retryAfter: 50_000 }));
  engine.sync.wake();
  await device.clock.advance(10);
  server.pulls.length = 0;
  engine.sync.setDepartureOpen(true);
  engine.sync.wake();
  await device.clock.advance(49_000);
  expect(server.pulls).toHaveLength(0);
  await device.clock.advance(2000);
  expect(server.pulls).toHaveLength(1);
});

test('retries a permanent failure at the usual interval', async () => {
  const { server, device, engine } = await syncedDevice();
  engine.sync.start();
  await device.clock.advance(100);
  server.pullFaults.push(async () => fail('no_subscription'));
  engine.sync.wake();
  await device.clock.advance(10);
  server.pulls.length = 0;
  await device.clock.advance(59_000);
  expect(server.pulls).toHaveLength(0);
  await device.clock.advance(2000);
  expect(server.pulls).toHaveLength(1);
});

test('returns storage_failed if the storage fails', async () => {
  const { device } = await syncedDevice();
  const engine = await openEngine(device);
  const access = vi.spyOn(engine.ports.lock, 'run').mockImplementation(async () => {
    throw Object.assign(new Error('no'), { name: 'VersionError' });
  });
  expect(await engine.sync.pass()).toEqual(fail('storage_failed', { retry: true }));
  expect(engine.state.get()).toMatchObject({ syncing: false, failure: 'storage_failed' });
  access.mockRestore();
  expect(await engine.sync.pass()).toEqual({ ok: true, data: 'done' });
  expect(engine.state.get().failure).toBeNull();
});

test('retries a lock held by another tab every second, and steals it from a frozen tab', async () => {
  const { server, device, engine } = await syncedDevice();
  const second = await openEngine(device);
  let release = () => {};
  const held = device.ports.lock.run(() => new Promise<void>((resolve) => (release = resolve)), { steal: false });
  const run = vi.spyOn(device.ports.lock, 'run');
  second.sync.start();
  await device.clock.advance(3500);
  expect(run.mock.calls.length).toBe(4);
  server.pulls.length = 0;
  await device.clock.advance(FROZEN_AFTER_MS);
  expect(server.pulls.length).toBeGreaterThan(0);
  release();
  await held;
  expect(engine.isClosed()).toBe(false);
});
