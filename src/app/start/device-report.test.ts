/** What a device reports and when, and how it executes commands without losing data. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeviceCommand } from '../../data/devices.ts';
import { fail, ok } from '../../domain/result.ts';
import type { Engine } from '../../offline/device/engine.ts';
import { COMPANY } from '../../offline/testing/office.ts';
import { databaseName } from '../../offline/device/stored-rows.ts';
import { leaveDevice } from '../../offline/device/sign-out.ts';
import {
  counts,
  nextUser,
  openEngine,
  stopAll,
  tap,
  syncedDevice,
  type SyncFixture,
} from '../../offline/testing/synced-device.ts';
import { flushPromises } from '../../offline/testing/devices.ts';
import {
  MIN_REPORT_INTERVAL_MS,
  UNCHANGED_REPORT_INTERVAL_MS,
  runDeviceCommand,
  startDeviceReports,
  type ReportPorts,
} from './device-report.ts';

const ports = {
  report: vi.fn<ReportPorts['report']>(),
  confirmDeviceWipe: vi.fn<ReportPorts['confirmDeviceWipe']>(),
  endSession: vi.fn<ReportPorts['endSession']>(),
  leave: vi.fn<ReportPorts['leave']>(),
};
let command: DeviceCommand | null = null;
let stop = () => {};

beforeEach(() => {
  command = null;
  ports.report.mockReset().mockImplementation(async () => ok({ command }));
  ports.confirmDeviceWipe.mockReset().mockResolvedValue(ok({}));
  ports.endSession.mockReset().mockResolvedValue(ok(null));
  ports.leave.mockReset().mockResolvedValue({ ok: true });
});
afterEach(async () => {
  stop();
  await stopAll();
});

const pass = async ({ engine }: SyncFixture) => {
  await engine.sync.pass();
  await flushPromises();
};

describe('device reports', () => {
  test('follow a sync pass, repeat when a count changes, and otherwise every ten minutes', async () => {
    const device = await syncedDevice();
    stop = startDeviceReports(device.engine, () => COMPANY, ports);
    await flushPromises();
    expect(ports.report).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ company: COMPANY, waiting: 0, parked: 0, syncedAt: expect.any(String) }),
      device.engine.userId,
    );
    await device.device.clock.advance(MIN_REPORT_INTERVAL_MS);
    await pass(device);
    expect(ports.report).toHaveBeenCalledTimes(1);
    device.server.refuse = () => 'malformed';
    await tap(device.engine, 1);
    await pass(device);
    expect(ports.report.mock.lastCall?.[0]).toMatchObject({ parked: 1 });
    const before = ports.report.mock.calls.length;
    await device.device.clock.advance(UNCHANGED_REPORT_INTERVAL_MS);
    await pass(device);
    expect(ports.report.mock.calls.length).toBeGreaterThan(before);
  });

  test('are at least a minute apart, and skipped when signed out or offline', async () => {
    const device = await syncedDevice();
    stop = startDeviceReports(device.engine, () => COMPANY, ports);
    await flushPromises();
    await tap(device.engine, 1);
    await flushPromises();
    expect(ports.report).toHaveBeenCalledTimes(1);
    stop();
    stop = startDeviceReports(device.engine, () => null, ports);
    await flushPromises();
    device.engine.state.set({ network: 'offline' });
    stop();
    stop = startDeviceReports(device.engine, () => COMPANY, ports);
    await flushPromises();
    expect(ports.report).toHaveBeenCalledTimes(1);
  });

  test('are retried after a minute if they did not arrive', async () => {
    const device = await syncedDevice();
    ports.report.mockResolvedValueOnce(fail('offline', { retry: true }));
    stop = startDeviceReports(device.engine, () => COMPANY, ports);
    await flushPromises();
    await device.device.clock.advance(MIN_REPORT_INTERVAL_MS);
    await pass(device);
    expect(ports.report).toHaveBeenCalledTimes(2);
  });

  test('execute the command in the response', async () => {
    const device = await syncedDevice();
    command = 'sign_out';
    stop = startDeviceReports(device.engine, () => COMPANY, ports);
    await flushPromises();
    expect(ports.endSession).toHaveBeenCalledOnce();
  });
});

describe('a wipe command', () => {
  const forget = (engine: Engine) => runDeviceCommand(engine, 'wipe', { ...ports, deviceId: 'd' });
  const lists = (engine: Engine) => engine.db.departures.count();

  test('sends forty waiting actions before wiping', async () => {
    const { engine, server } = await syncedDevice({ guests: 40 });
    for (let number = 1; number <= 40; number += 1) await tap(engine, number);
    await forget(engine);
    expect(server.actions.size).toBe(40);
    expect(ports.confirmDeviceWipe).toHaveBeenCalledExactlyOnceWith('d', engine.userId);
    expect(ports.leave).toHaveBeenCalledOnce();
  });

  test('waits while actions cannot be sent', async () => {
    const { engine, server } = await syncedDevice();
    await tap(engine, 1);
    for (const faults of [server.pushFaults, server.pullFaults])
      faults.push(async () => fail('offline', { retry: true }));
    await forget(engine);
    expect(counts(engine).waiting).toBe(1);
    expect(await lists(engine)).toBe(1);
    for (const port of [ports.confirmDeviceWipe, ports.leave, ports.endSession]) expect(port).not.toHaveBeenCalled();
  });

  test('keeps refused actions, and removes all lists', async () => {
    const { engine, server } = await syncedDevice();
    server.refuse = () => 'not_permitted';
    await tap(engine, 1);
    await forget(engine);
    expect(counts(engine).parked).toBe(1);
    expect(await engine.db.guests.count()).toBe(0);
    expect(await lists(engine)).toBe(0);
    expect(ports.endSession).toHaveBeenCalledOnce();
    expect(ports.leave).not.toHaveBeenCalled();
  });

  test('is not executed until the server has confirmed it', async () => {
    const { engine } = await syncedDevice();
    ports.confirmDeviceWipe.mockResolvedValue(fail('offline', { retry: true }));
    await forget(engine);
    expect(ports.leave).not.toHaveBeenCalled();
  });
});

describe('a queue that its author left on a shared tablet', () => {
  const isWiped = async ({ device }: SyncFixture, { userId }: Engine) =>
    !(await device.indexedDB.databases()).some(({ name }) => name === databaseName(userId));
  const forget = (engine: Engine) =>
    runDeviceCommand(engine, 'wipe', {
      ...ports,
      deviceId: engine.db.deviceId!,
      leave: () => leaveDevice(engine, { discard: false, stop: () => engine.stop() }),
    });

  test('survives a wipe for the next person, and is sent before its author’s own wipe', async () => {
    const device = await syncedDevice();
    await tap(device.engine, 1);
    expect(await leaveDevice(device.engine, { discard: false, keep: true, stop: () => device.engine.stop() })).toEqual({
      ok: true,
    });
    const next = await openEngine(device.device, { userId: nextUser() });
    await next.sync.pass();
    await forget(next);
    expect([await isWiped(device, next), await isWiped(device, device.engine)]).toEqual([true, false]);
    const back = await openEngine(device.device);
    await forget(back);
    expect([await isWiped(device, back), device.server.actions.size]).toEqual([true, 1]);
    expect(ports.confirmDeviceWipe.mock.calls.map(([, userId]) => userId)).toEqual([next.userId, back.userId]);
  });
});
