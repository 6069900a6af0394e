/** Whatever the network does, each action has exactly one effect, in order. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Action } from '../../domain/actions.ts';
import { fail, ok } from '../../domain/result.ts';
import { flushPromises } from '../testing/devices.ts';
import { checkedInCount, queued, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';
import { departureRows } from '../testing/office.ts';

afterEach(stopAll);

describe('the network', () => {
  test('response lost after commit: one effect', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(async (proceed) => {
      await proceed();
      return fail('offline', { retry: true });
    });
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect((await queued(engine)).map((entry) => entry.state)).toEqual(['waiting']);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
    expect(await checkedInCount(engine)).toBe(1);
  });

  test('response lost but effect pulled: the action leaves the outbox', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(async (proceed) => {
      await proceed();
      return fail('timeout', { retry: true });
    });
    await engine.sync.pass();
    expect(await queued(engine)).toEqual([]);
    expect(await checkedInCount(engine)).toBe(1);
  });

  test('delivered twice: the stored outcome, one effect', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(async (proceed) => {
      await proceed();
      return proceed();
    });
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await checkedInCount(engine)).toBe(1);
    expect(await queued(engine)).toEqual([]);
  });

  test('same id, other body: refused, parked and visible', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    const entry = (await queued(engine))[0]!;
    const foreign = { ...entry.action, occurredAt: '2020-01-01T00:00:00.000Z' } as Action;
    await server.push({ device: { id: entry.id, label: '', appVersion: '', now: '' }, actions: [foreign] });
    await engine.sync.pass();
    const [queuedAction] = await queued(engine);
    expect(queuedAction?.state).toBe('parked');
    expect(queuedAction?.outcome).toEqual({ id: entry.id, status: 'refused', code: 'id_reused' });
  });

  test.each(['server', 'rate_limited', 'bad_response', 'offline', 'timeout'] as const)(
    'a failed push (%s) acknowledges nothing, keeps the order and does not block the pull',
    async (code) => {
      const { server, engine } = await syncedDevice();
      await tap(engine, 1);
      await tap(engine, 2);
      server.pushFaults.push(async () => fail(code, { retry: true }));
      server.write({ guests: [{ ...departureRows(4).guests[3]! }], bookings: [{ ...departureRows(4).bookings[3]! }] });
      const result = await engine.sync.pass();
      expect(!result.ok && result.code).toBe(code);
      expect((await queued(engine)).map((entry) => [entry.deviceSequence, entry.state])).toEqual([
        [1, 'waiting'],
        [2, 'waiting'],
      ]);
      expect(await engine.db.guests.count()).toBe(4);
      await engine.sync.pass();
      expect(server.pushes.at(-1)?.actions.map((action) => action.deviceSequence)).toEqual([1, 2]);
    },
  );

  test('server errors: retries back off, and never wait more than a minute', async () => {
    const { server, device, engine } = await syncedDevice();
    engine.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    const always = Array.from({ length: 40 }, () => async () => fail('server', { retry: true }));
    server.pushFaults.push(...always);
    server.pushes.length = 0;
    await device.clock.advance(10 * 60_000);
    // About one attempt a second at first and one a minute at the end: some in ten minutes, but no storm.
    expect(server.pushes.length).toBeGreaterThan(8);
    expect(server.pushes.length).toBeLessThan(40);
    server.pushFaults.length = 0;
    await device.clock.advance(61_000);
    expect(server.actions.size).toBe(1);
  });

  test('429: Retry-After is honoured, even when the sync is woken', async () => {
    const { server, device, engine } = await syncedDevice();
    engine.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('rate_limited', { retry: true, retryAfter: 90_000 }));
    await device.clock.advance(100);
    server.pushes.length = 0;
    engine.sync.wake();
    await device.clock.advance(80_000);
    expect(server.pushes).toHaveLength(0);
    await device.clock.advance(15_000);
    expect(server.actions.size).toBe(1);
  });

  test('hung request: times out after 15 s, the outbox stays, the next pass sends it', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    let signal: AbortSignal | undefined;
    server.pushFaults.push((_, requestSignal) => {
      signal = requestSignal;
      return new Promise(() => {});
    });
    const passing = engine.sync.pass();
    await device.clock.advance(14_900);
    expect(signal?.aborted).toBe(false);
    await device.clock.advance(200);
    const result = await passing;
    expect(signal?.aborted).toBe(true);
    expect(!result.ok && result.code).toBe('timeout');
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
  });

  test('dead network: the tap is recorded without waiting for it', async () => {
    const { server, engine } = await syncedDevice();
    server.pushFaults.push(() => new Promise(() => {}));
    await tap(engine, 1);
    let isPassing = true;
    const passing = engine.sync.pass().finally(() => (isPassing = false));
    await flushPromises();
    // Neither the clock nor the server moves, so anything that waits for them is still waiting after these turns.
    const first = await Promise.race([tap(engine, 2), flushPromises(10_000).then(() => 'still waiting')]);
    expect(first).toMatchObject({ ok: true });
    expect(isPassing).toBe(true);
    expect(await checkedInCount(engine)).toBe(2);
    void engine.stop();
    await passing;
  });

  test('invalid request: halved until the offending action is alone, which is parked', async () => {
    const { server, engine } = await syncedDevice();
    for (const number of [1, 2, 3]) await tap(engine, number);
    const culprit = (await queued(engine))[1]!.id;
    const faults = Array.from({ length: 12 }, () => async (proceed: () => Promise<ReturnType<typeof ok>>) => {
      const request = server.pushes.at(-1)!;
      return request.actions.some((action) => action.id === culprit) ? fail('invalid') : proceed();
    });
    server.pushFaults.push(...(faults as never[]));
    await engine.sync.pass();
    expect((await queued(engine)).map((entry) => [entry.id, entry.state])).toEqual([[culprit, 'parked']]);
    expect(server.actions.size).toBe(2);
  });
});
