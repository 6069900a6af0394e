/** What is shown of the way to the server, from what really happened to the requests. */
import { NETWORK_KEY } from '../device/stored-rows.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { FAILURE_CODES, fail, type FailureCode } from '../../domain/result.ts';
import { networkAfter, SLOW_AFTER, type Network } from './network.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/request-timeout.ts';
import { manualClock, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import { departureRows, office } from '../testing/office.ts';
import { nextUser, place, start, stopAll, tap, world } from '../testing/world.ts';

afterEach(stopAll);

/** Never answers; ends when it is aborted, as a fetch does. */
const hangs = () => new Promise<never>(() => {});

describe('after a pass', () => {
  const result: Record<FailureCode, Network | null> = {
    offline: 'unreachable',
    timeout: 'no_answer',
    bad_answer: 'portal',
    server: 'no_answer',
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
  test.each(FAILURE_CODES.map((code) => [code, result[code]] as const))('that ended with %s: %s', (code, network) =>
    expect(networkAfter(fail(code), true)).toBe(network),
  );
  test('without a network at all', () => expect(networkAfter(fail('offline'), false)).toBe('offline'));
  test('that went well', () => expect(networkAfter(null, true)).toBe('online'));
});

test('a request that hangs is told of after five seconds, and not before', async () => {
  const { server, device, engine } = await world();
  engine.sync.start();
  await device.clock.advance(100);
  await tap(engine, 1);
  server.pushFaults.push(hangs);
  await device.clock.advance(60);
  expect(server.pushes).toHaveLength(1);
  await device.clock.advance(SLOW_AFTER - 200);
  expect(engine.state.get()).toMatchObject({ network: 'online', syncing: true, waiting: 1 });
  await device.clock.advance(300);
  expect(engine.state.get()).toMatchObject({ network: 'no_answer', syncing: true, waiting: 1 });
  // It ends, the pull after it hangs as well, and nobody says "online" in between.
  const seen = new Set<Network>();
  engine.state.subscribe(() => seen.add(engine.state.get().network));
  server.pullFaults.push(hangs);
  server.pushFaults.push(hangs);
  await device.clock.advance(2 * REQUEST_TIMEOUT_MS + 4000);
  expect([...seen]).toEqual(['no_answer']);
  await device.clock.advance(60_000);
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0 });
});

test('an answer that comes late after all is told at once, though the pass goes on', async () => {
  const { server, device, engine } = await world();
  await tap(engine, 1);
  server.pushFaults.push(async (proceed) => {
    await new Promise<void>((resolve) => device.clock.after(8000, resolve));
    return proceed();
  });
  server.pullFaults.push(hangs);
  const pass = engine.sync.pass();
  await device.clock.advance(6000);
  expect(engine.state.get().network).toBe('no_answer');
  await device.clock.advance(2100);
  expect(engine.state.get()).toMatchObject({ network: 'online', syncing: true });
  await device.clock.advance(REQUEST_TIMEOUT_MS);
  await pass;
  expect(engine.state.get()).toMatchObject({ network: 'no_answer', failure: 'timeout' });
});

test('without a network it stays so while a request hangs; with one again it does not', async () => {
  const { server, device } = await world();
  let connected = false;
  const engine = await start(device, { hasNetwork: () => connected });
  engine.state.set({ network: 'offline' });
  server.pullFaults.push(hangs, hangs);
  const first = engine.sync.pass();
  await device.clock.advance(6000);
  expect(engine.state.get().network).toBe('offline');
  connected = true;
  await device.clock.advance(REQUEST_TIMEOUT_MS);
  await first;
  const second = engine.sync.pass();
  await device.clock.advance(6000);
  expect(engine.state.get().network).toBe('no_answer');
  await device.clock.advance(REQUEST_TIMEOUT_MS);
  await second;
});

test('somebody else’s answer is a portal’s until ours comes; the queue stays', async () => {
  const { server, engine } = await world();
  await tap(engine, 1);
  server.pushFaults.push(async () => fail('bad_answer', { retry: true }));
  server.pullFaults.push(async () => fail('bad_answer', { retry: true }));
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'portal', failure: 'bad_answer', waiting: 1 });
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0 });
});

test('a tab that waits for another’s pass shows what that one has found out', async () => {
  const clock = manualClock();
  const server = memoryServer(() => clock.now());
  server.write({ ...office(), ...departureRows(3) });
  const device = testDevice({ userId: nextUser(), port: server, clock });
  const first = await start(device);
  await first.sync.pass();
  const second = await start(device);
  server.pullFaults.push(hangs);
  const pass = first.sync.pass();
  await clock.advance(6000);
  expect(await second.sync.pass()).toEqual({ ok: true, data: 'elsewhere' });
  expect(second.state.get().network).toBe('no_answer');
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

test('good news replaces the bad news that another tab told later, though this tab has told the same before', async () => {
  const clock = manualClock();
  const server = memoryServer(() => clock.now());
  server.write({ ...office(), ...departureRows(3) });
  const device = testDevice({ userId: nextUser(), port: server, clock });
  const first = await start(device);
  await first.sync.pass();
  const second = await start(device);
  server.pullFaults.push(async () => fail('server', { retry: true }));
  await second.sync.pass();
  expect(second.state.get().network).toBe('no_answer');
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

test('what waits is counted as a person counts it', async () => {
  const { engine, server } = await world();
  expect(engine.state.get().waitingCount.count).toBe(0);
  const guests = [{ priceCategoryId: null }, { priceCategoryId: null }, { priceCategoryId: null }];
  await engine.record.addWalkIn({
    ...place,
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

test('what is known of the network is written only when it has changed', async () => {
  const { server, engine } = await world();
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
  // The same network by another failure.
  await failing('timeout');
  expect(engine.state.get()).toMatchObject({ network: 'no_answer', failure: 'timeout' });
  expect(writes).toHaveLength(2);
});
