/** When a pass runs, and in which order it works. */
import { afterEach, expect, test } from 'vitest';
import type { Hint } from '../../data/hints.ts';
import { fail } from '../../domain/result.ts';
import { backOff, LONGEST_WAIT, SHORTEST_WAIT } from './back-off.ts';
import { pullWindow } from './pull.ts';
import { COMPANY } from '../testing/office.ts';
import { start, stopAll, tap, world } from '../testing/world.ts';

afterEach(stopAll);

test('every 60 s, every 20 s while a departure is open', async () => {
  const { server, device, engine } = await world();
  engine.sync.start();
  await device.clock.advance(100);
  server.pulls.length = 0;
  await device.clock.advance(180_000);
  expect(server.pulls).toHaveLength(3);
  engine.sync.setBusy(true);
  server.pulls.length = 0;
  await device.clock.advance(60_000);
  expect(server.pulls).toHaveLength(3);
});

const anything: Hint = { departures: null, people: [], at: null };

test('a wake pulls at once, a hint within half a second where few listen; nothing runs before the start or after the stop', async () => {
  const { server, device } = await world();
  let hear: (hint: Hint) => void = () => {};
  const hint = () => hear(anything);
  let left = false;
  const engine = await start(device, {
    hints: (company: string, listener: (hint: Hint) => void) => {
      expect(company).toBe(COMPANY);
      hear = listener;
      return () => (left = true);
    },
  });
  server.pulls.length = 0;
  hint();
  await device.clock.advance(1000);
  expect(server.pulls).toHaveLength(0);
  engine.sync.start();
  await device.clock.advance(10);
  expect(server.pulls).toHaveLength(1);
  hint();
  await device.clock.advance(500);
  expect(server.pulls).toHaveLength(2);
  engine.sync.wake();
  await device.clock.advance(10);
  expect(server.pulls).toHaveLength(3);
  await engine.sync.stop();
  expect(left).toBe(true);
  hint();
  await device.clock.advance(120_000);
  expect(server.pulls).toHaveLength(3);
});

test('push comes before pull, and an action made during a pass goes with the next', async () => {
  const { server, device, engine } = await world();
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

test('an action made during a pass that fails does not hurry past the server’s Retry-After', async () => {
  const { server, device, engine } = await world();
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

test('what is shown of the sync', async () => {
  const { server, device, engine } = await world();
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0, clockOffset: 0 });
  expect(engine.state.get().pulledAt).toBe(new Date(device.clock.now()).toISOString());
  await tap(engine, 1);
  server.pushFaults.push(async () => fail('offline', { retry: true }));
  server.pullFaults.push(async () => fail('offline', { retry: true }));
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'offline', failure: 'offline', waiting: 1, syncing: false });
  server.pushFaults.push(async () => fail('bad_answer', { retry: true }));
  server.pullFaults.push(async () => fail('bad_answer', { retry: true }));
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'portal', failure: 'bad_answer' });
  await engine.sync.pass();
  expect(engine.state.get()).toMatchObject({ network: 'online', failure: null, waiting: 0 });
});

test('back-off: full jitter from 1 s to 60 s, never less than asked', () => {
  expect(backOff(1, { random: () => 0 })).toBe(SHORTEST_WAIT);
  expect(backOff(1, { random: () => 0.999 })).toBeLessThan(2000);
  expect(backOff(30, { random: () => 0.999 })).toBeLessThanOrEqual(LONGEST_WAIT);
  expect(backOff(30, { random: () => 0.999 })).toBeGreaterThan(59_000);
  expect(backOff(1, { random: () => 0, retryAfter: 90_000 })).toBe(90_000);
});

test('the window is yesterday to the day after tomorrow where the company is', () => {
  const late = Date.parse('2026-05-01T22:30:00Z');
  expect(pullWindow('Europe/Copenhagen', late)).toEqual({ from: '2026-05-01', to: '2026-05-04' });
  expect(pullWindow('UTC', late)).toEqual({ from: '2026-04-30', to: '2026-05-03' });
});
