/** How a device reacts to change events. */
import { afterEach, expect, test } from 'vitest';
import type { ChangeEvent } from '../../data/change-events.ts';
import type { Engine } from '../device/engine.ts';
import { COMPANY, departureId, departureRows } from '../testing/office.ts';
import { openEngine, stopAll, tap, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';

afterEach(stopAll);

interface Listening extends SyncFixture {
  engine: Engine;
  sendEvent(changeEvent: Partial<ChangeEvent>): void;
  /** Pulls since the last call. */
  pulls(): number;
}

/** A device that syncs and listens: with `seesAll` an office screen among `office`, otherwise a guide’s tablet. */
async function listening(options: { seesAll: boolean; office?: number }): Promise<Listening> {
  const made = await syncedDevice();
  const { seesAll, office = 1 } = options;
  made.server.listeners = { seesAll, office, all: office + 1, turn: seesAll ? 0 : office, turns: 1 };
  let listener: (changeEvent: ChangeEvent) => void = () => {};
  const engine = await openEngine(made.device, {
    changeEvents: (_: string, onEvent: (changeEvent: ChangeEvent) => void) => {
      listener = onEvent;
      return () => {};
    },
  });
  engine.sync.start();
  await made.device.clock.advance(100);
  let countedPulls = made.server.pulls.length;
  return {
    ...made,
    engine,
    sendEvent: (changeEvent) => listener({ departures: null, people: [], at: null, ...changeEvent }),
    pulls() {
      const since = made.server.pulls.length - countedPulls;
      countedPulls = made.server.pulls.length;
      return since;
    },
  };
}
const later = '999999';

test('a guide’s tablet pulls for its own departures and assignments only', async () => {
  const { device, sendEvent, pulls, engine } = await listening({ seesAll: false });
  sendEvent({ departures: [departureId(9)], at: later });
  sendEvent({ departures: [], at: later });
  await device.clock.advance(5000);
  expect(pulls()).toBe(0);
  sendEvent({ departures: [departureId(9), departureId()], at: later });
  await device.clock.advance(500);
  expect(pulls()).toBe(1);
  sendEvent({ departures: [departureId(9)], people: [engine.userId], at: later });
  await device.clock.advance(500);
  expect(pulls()).toBe(1);
});

test('an office screen pulls for each departure, in its turn', async () => {
  const { device, sendEvent, pulls } = await listening({ seesAll: true, office: 64 });
  sendEvent({ departures: [departureId(9)], at: later });
  await device.clock.advance(300);
  expect(pulls()).toBe(0);
  await device.clock.advance(4100);
  expect(pulls()).toBe(1);
});

test('a burst of events makes one pull, and one more if it arrives during a pull', async () => {
  const { server, device, sendEvent, pulls } = await listening({ seesAll: true });
  for (let n = 0; n < 50; n += 1) sendEvent({ departures: [departureId()], at: later });
  await device.clock.advance(5000);
  expect(pulls()).toBe(1);
  let release = () => {};
  server.pullFaults.push(async (proceed) => {
    await new Promise<void>((resolve) => (release = resolve));
    return proceed();
  });
  sendEvent({ departures: [departureId()], at: later });
  await device.clock.advance(500);
  for (let n = 0; n < 5; n += 1) sendEvent({ departures: [departureId()], at: later });
  await device.clock.advance(2000);
  expect(pulls()).toBe(1);
  release();
  await device.clock.advance(2000);
  expect(pulls()).toBe(1);
});

test('skips the pull if another one covered the event: the echo of an own action, a late event', async () => {
  const { server, device, engine, sendEvent, pulls } = await listening({ seesAll: true });
  await tap(engine, 1);
  await device.clock.advance(1000);
  expect(pulls()).toBe(1);
  sendEvent({ departures: [departureId()], at: '5' });
  await device.clock.advance(2000);
  expect(pulls()).toBe(0);
  // Another tab or the timer pulls while this device waits for its turn.
  sendEvent({ departures: [departureId()], at: '20' });
  server.write(departureRows(40));
  engine.sync.wake();
  await device.clock.advance(2000);
  expect(pulls()).toBe(1);
});

test('leaving a company unsubscribes and cancels the pending pull', async () => {
  const { device, engine, sendEvent, pulls } = await listening({ seesAll: true, office: 64 });
  sendEvent({ departures: [departureId()], at: later });
  await device.clock.advance(10);
  engine.setCompany(null);
  await device.clock.advance(50);
  pulls();
  await device.clock.advance(5000);
  sendEvent({ departures: [departureId()], at: later });
  await device.clock.advance(5000);
  expect(pulls()).toBe(0);
});

test('an event does not bypass a Retry-After', async () => {
  const { server, device, engine, sendEvent, pulls } = await listening({ seesAll: true });
  server.pullFaults.push(async () => ({ ok: false, code: 'rate_limited', retry: true, retryAfter: 30_000 }));
  engine.sync.wake();
  await device.clock.advance(100);
  expect(pulls()).toBe(1);
  for (let n = 0; n < 20; n += 1) {
    sendEvent({ departures: [departureId()], at: later });
    await device.clock.advance(1000);
  }
  expect(pulls()).toBe(0);
  await device.clock.advance(15_000);
  expect(pulls()).toBe(1);
});

test('an event covered by the running pull makes no other pull', async () => {
  const { server, device, engine, sendEvent, pulls } = await listening({ seesAll: true });
  let release = () => {};
  server.write(departureRows(40));
  server.pullFaults.push(async (proceed) => {
    await new Promise<void>((resolve) => (release = resolve));
    return proceed();
  });
  engine.sync.wake();
  await device.clock.advance(10);
  sendEvent({ departures: [departureId()], at: '20' });
  // Its turn comes twice while the pull is running.
  await device.clock.advance(1000);
  expect(pulls()).toBe(1);
  release();
  await device.clock.advance(3000);
  expect(pulls()).toBe(0);
});

test.each([
  ['a later position', later, '20'],
  ['an earlier position', '20', later],
  ['no position', null, '20'],
  ['a position, the second without', '20', null],
])('of two pending events, the first with %s, one pull covers both', async (_, one, other) => {
  const { server, device, engine, sendEvent, pulls } = await listening({ seesAll: true, office: 64 });
  sendEvent({ departures: [departureId()], at: one });
  sendEvent({ departures: [departureId()], at: other });
  await device.clock.advance(10);
  // Covers only the change '20'.
  server.write(departureRows(40));
  engine.sync.wake();
  await device.clock.advance(10);
  expect(pulls()).toBe(1);
  for (let step = 0; step < 10; step += 1) await device.clock.advance(500);
  expect(pulls()).toBe(1);
});

test('listens to one company at a time, and to none before the start', async () => {
  const { device } = await syncedDevice();
  const received: string[] = [];
  const engine = await openEngine(device, {
    changeEvents: (company: string) => {
      received.push(company);
      return () => received.push(`not ${company}`);
    },
  });
  expect(received).toEqual([]);
  engine.sync.start();
  engine.setCompany('another company');
  engine.setCompany(null);
  expect(received).toEqual([COMPANY, `not ${COMPANY}`, 'another company', 'not another company']);
});
