/** Network state, derived from the results of requests. */
import { NETWORK_KEY } from '../device/stored-rows.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { FAILURE_CODES, fail, type FailureCode } from '../../domain/result.ts';
import { networkAfter, SLOW_AFTER_MS, type Network } from './network.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/request-timeout.ts';
import { manualClock, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import { departureRows, office } from '../testing/office.ts';
import { nextUser, departureRef, openEngine, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

/** Never answers; ends when it is aborted, as a fetch does. */
const neverSettles = () => new Promise<never>(() => {});

describe('networkAfter', () => {
  const result: Record<FailureCode, Network | null> = {
    offline: 'unreachable',
    timeout: 'no_response',
    bad_response: 'portal',
    server: 'no_response',
    signed_out: 'online',
    key_revoked: 'online',
    key_wrong: 'online',
    version_differs: 'online',
    wrong_credentials: 'online',
    not_permitted: 'online',
    earns_commission: 'online',
    no_subscription: 'online',
    not_found: 'online',
    rate_limited: 'online',
    invalid: 'online',
    storage_full: null,
    storage_failed: null,
  };
  test.each(FAILURE_CODES.map((code) => [code, result[code]] as const))('maps the failure %s to %s', (code, network) =>
    expect(networkAfter(fail(code), true)).toBe(network),
  );
  test('is offline if the device has no network', () => expect(networkAfter(fail('offline'), false)).toBe('offline'));
  test('is online after success', () => expect(networkAfter(null, true)).toBe('online'));
});

test('reports a hanging request after five seconds, not earlier', async () => {
  const { server, device, engine } = await syncedDevice();
  engine.sync.start();
  await device.clock.advance(100);
  await tap(engine, 1);
  server.pushFaults.push(neverSettles);
  await device.clock.advance(60);
  expect(server.pushes).toHaveLength(1);
  await device.clock.advance(SLOW_AFTER_MS - 200);
  expect(engine.state.get()).toMatchObject({ network: 'online', syncing: true, waiting: 1 });
  await device.clock.advance(300);
  expect(engine.state.get()).toMatchObject({ network: 'no_response', syncing: true, waiting: 1 });
  // It times out and the pull after it hangs as well; nothing reports "online" in between.
  const networks = new Set<Network>();
  engine.state.subscribe(() => networks.add(engine.state.get().network));
  server.pullFaults.push(neverSettles);
  server.pushFaults.push(neverSettles);
  await device.clock.advance(2 * REQUEST_TIMEOUT_MS + 4000);
  expect([...networks]).toEqual(['no_response']);
  await device.clock.advance(60_000);
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0 });
});

test('reports a late response at once, although the pass continues', async () => {
  const { server, device, engine } = await syncedDevice();
  await tap(engine, 1);
  server.pushFaults.push(async (proceed) => {
    await new Promise<void>((resolve) => device.clock.after(8000, resolve));
    return proceed();
  });
  server.pullFaults.push(neverSettles);
  const pass = engine.sync.pass();
  await device.clock.advance(6000);
  expect(engine.state.get().network).toBe('no_response');
  await device.clock.advance(2100);
  expect(engine.state.get()).toMatchObject({ network: 'online', syncing: true });
  await device.clock.advance(REQUEST_TIMEOUT_MS);
  await pass;
  expect(engine.state.get()).toMatchObject({ network: 'no_response', failure: 'timeout' });
});

test('stays offline while a request hangs, but not once there is a network', async () => {
  const { server, device } = await syncedDevice();
  let connected = false;
  const engine = await openEngine(device, { hasNetwork: () => connected });
  engine.state.set({ network: 'offline' });
  server.pullFaults.push(neverSettles, neverSettles);
  const first = engine.sync.pass();
  await device.clock.advance(6000);
  expect(engine.state.get().network).toBe('offline');
  connected = true;
  await device.clock.advance(REQUEST_TIMEOUT_MS);
  await first;
  const second = engine.sync.pass();
  await device.clock.advance(6000);
  expect(engine.state.get().network).toBe('no_response');
  await device.clock.advance(REQUEST_TIMEOUT_MS);
  await second;
});

test('reports a portal until the server answers, and keeps the outbox', async () => {
  const { server, engine } = await syncedDevice();
  await tap(engine, 1);
  server.pushFaults.push(async () => fail('bad_response', { retry: true }));
  server.pullFaults.push(async () => fail('bad_response', { retry: true }));
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'portal', failure: 'bad_response', waiting: 1 });
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0 });
});

test('a waiting tab shows what the syncing tab has found out', async () => {
  const clock = manualClock();
  const server = memoryServer(() => clock.now());
  server.write({ ...office(), ...departureRows(3) });
  const device = testDevice({ userId: nextUser(), port: server, clock });
  const first = await openEngine(device);
  await first.sync.pass();
  const second = await openEngine(device);
  server.pullFaults.push(neverSettles);
  const pass = first.sync.pass();
  await clock.advance(6000);
  expect(await second.sync.pass()).toEqual({ ok: true, data: 'elsewhere' });
  expect(second.state.get().network).toBe('no_response');
  await clock.advance(REQUEST_TIMEOUT_MS);
  await pass;
  await first.sync.pass();
  const held = device.ports.lock.run(() => new Promise<void>((resolve) => clock.after(1000, resolve)), {
    steal: false,
  });
  expect(await second.sync.pass()).toEqual({ ok: true, data: 'elsewhere' });
  expect(second.state.get()).toMatchObject({ network: 'online', failure: null });
  await clock.advance(1000);
  await held;
});

test('a tab that recovers replaces the failure that another tab stored later', async () => {
  const clock = manualClock();
  const server = memoryServer(() => clock.now());
  server.write({ ...office(), ...departureRows(3) });
  const device = testDevice({ userId: nextUser(), port: server, clock });
  const first = await openEngine(device);
  await first.sync.pass();
  const second = await openEngine(device);
  server.pullFaults.push(async () => fail('server', { retry: true }));
  await second.sync.pass();
  expect(second.state.get().network).toBe('no_response');
  await first.sync.pass();
  expect(first.state.get().network).toBe('online');
  const held = device.ports.lock.run(() => new Promise<void>((resolve) => clock.after(1000, resolve)), {
    steal: false,
  });
  expect(await second.sync.pass()).toEqual({ ok: true, data: 'elsewhere' });
  expect(second.state.get()).toMatchObject({ network: 'online', failure: null });
  await clock.advance(1000);
  await held;
});

test('waiting actions are counted as a person counts them', async () => {
  const { engine, server } = await syncedDevice();
  expect(engine.state.get().waitingCount.count).toBe(0);
  const guests = [{ priceCategoryId: null }, { priceCategoryId: null }, { priceCategoryId: null }];
  await engine.record.addWalkIn({
    ...departureRef,
    contactName: 'Ida',
    totalAmount: 3000,
    currency: 'DKK',
    guests,
    payment: { amount: 3000, method: 'cash' },
  });
  await expect.poll(() => engine.state.get().waiting).toBe(5);
  expect(engine.state.get().waitingCount).toEqual({ kind: 'walk_in', count: 1 });
  const before = engine.state.get().waitingCount;
  await engine.sync.readState();
  expect(engine.state.get().waitingCount).toBe(before);
  server.refuse = () => 'not_permitted';
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({
    waiting: 0,
    parked: 5,
    parkedCount: { kind: 'walk_in', count: 1 },
    waitingCount: { count: 0 },
  });
});

test('stores the network state only when it has changed', async () => {
  const { server, engine } = await syncedDevice();
  const writes: unknown[] = [];
  engine.db.meta.hook('creating', (key) => void (key === NETWORK_KEY && writes.push('made')));
  engine.db.meta.hook('updating', (_, key) => void (key === NETWORK_KEY && writes.push('changed')));
  const failing = async (code: 'server' | 'timeout') => {
    server.pullFaults.push(async () => fail(code, { retry: true }));
    await engine.sync.pass();
  };
  await engine.sync.pass();
  expect(writes).toEqual([]);
  await failing('server');
  await failing('server');
  expect(writes).toHaveLength(1);
  // The same network state with another failure.
  await failing('timeout');
  expect(engine.state.get()).toMatchObject({ network: 'no_response', failure: 'timeout' });
  expect(writes).toHaveLength(2);
});
