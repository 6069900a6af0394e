/** Signing out of the device: never loses unsent actions unasked, and leaves no trace. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fail } from '../../domain/result.ts';
import { nextUser, stopAll, tap, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';
import { COMPANY } from '../testing/office.ts';
import { currentEngine, startOffline, stopOffline } from './current-engine.ts';
import { UserDatabase } from './database.ts';
import { leaveDevice, signOutOfDevice, unsentActions } from './sign-out.ts';
import { databaseName, LOCKED_KEY } from './stored-rows.ts';

const mocks = vi.hoisted(() => ({
  startEngine: vi.fn(),
  signOut: vi.fn(),
  deleteStartupSnapshot: vi.fn(),
  rememberLastUser: vi.fn(),
  clearDeviceSnapshot: vi.fn(),
  dropCaches: vi.fn(),
  clearMark: vi.fn(),
}));
vi.mock('./start-engine.ts', () => ({ startEngine: mocks.startEngine }));
vi.mock('../../data/auth.ts', () => ({ signOut: mocks.signOut }));
vi.mock('../../lib/startup-snapshot.ts', () => ({ deleteStartupSnapshot: mocks.deleteStartupSnapshot }));
vi.mock('./preopened-database.ts', () => ({ rememberLastUser: mocks.rememberLastUser }));
vi.mock('./device-database.ts', () => ({ clearDeviceSnapshot: mocks.clearDeviceSnapshot }));
vi.mock('./storage.ts', () => ({ dropCaches: mocks.dropCaches }));
vi.mock('./browser-ports.ts', () => ({
  cookieMirrorMark: (userId: string) => ({ clear: () => mocks.clearMark(userId) as void }),
}));

const offline = async () => fail('offline', { retry: true });
let device: SyncFixture;
beforeEach(async () => {
  for (const mock of Object.values(mocks)) mock.mockReset();
  mocks.signOut.mockResolvedValue({ ok: true });
  device = await syncedDevice();
  mocks.startEngine.mockImplementation(async () => ({ engine: device.engine, stopWatching: () => {} }));
});
afterEach(async () => {
  await stopOffline();
  await stopAll();
});
const start = () => startOffline(device.engine.userId, COMPANY);
const breakNetwork = () => {
  device.server.pushFaults.push(offline);
  device.server.pullFaults.push(offline);
};
const deletionMocks = () => [mocks.deleteStartupSnapshot, mocks.clearDeviceSnapshot, mocks.dropCaches, mocks.signOut];
const expectDeleted = () => {
  for (const trace of deletionMocks()) expect(trace).toHaveBeenCalledOnce();
  expect(mocks.rememberLastUser).toHaveBeenLastCalledWith(null);
};
const expectStored = () => {
  for (const trace of deletionMocks()) expect(trace).not.toHaveBeenCalled();
};

/** A database that no engine has open, with these waiting and parked actions. */
async function closeDatabaseWith(states: readonly ('waiting' | 'parked')[]): Promise<string> {
  await tap(device.engine, 1);
  const [entry] = await device.engine.db.outbox.toArray();
  const userId = nextUser();
  const db = new UserDatabase(userId);
  await db.outbox.bulkAdd(
    states.map((state, at) => ({
      ...entry!,
      id: `entry-${at}`,
      deviceSequence: at,
      state,
      action: { ...entry!.action, id: `entry-${at}` },
    })),
  );
  db.close();
  return userId;
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

test('unsentActions counts waiting and refused actions', async () => {
  expect(await unsentActions(device.engine)).toEqual({ ok: true, data: { waiting: 0, parked: 0 } });
  for (const number of [1, 2, 3]) await tap(device.engine, number);
  const [pending] = await device.engine.db.outbox.toArray();
  await device.engine.db.outbox.update(pending!.id, { state: 'parked' });
  expect(await unsentActions(device.engine)).toEqual({ ok: true, data: { waiting: 2, parked: 1 } });
});

describe('signOutOfDevice', () => {
  test('leaves no trace of a person without an engine', async () => {
    expect(await signOutOfDevice()).toEqual({ ok: true });
    expectDeleted();
    expect(mocks.clearMark).not.toHaveBeenCalled();
  });

  test('sends waiting actions, then wipes the engine’s database', async () => {
    await start();
    await tap(device.engine, 1);
    expect(await signOutOfDevice({ userId: device.engine.userId })).toEqual({ ok: true });
    expect(device.server.actions.size).toBe(1);
    expect(currentEngine()).toBeNull();
    const left = await device.device.indexedDB.databases();
    expect(left.map(({ name }) => name)).not.toContain(databaseName(device.engine.userId));
    expectDeleted();
    // The engine itself clears its mark.
    expect(mocks.clearMark).not.toHaveBeenCalled();
    expect(device.device.ports.mirrorMark.exists()).toBe(false);
  });

  test('keeps everything while actions cannot be sent', async () => {
    await start();
    await tap(device.engine, 1);
    breakNetwork();
    expect(await signOutOfDevice()).toEqual({ ok: false, unsent: { waiting: 1, parked: 0 } });
    expect(currentEngine()).toBe(device.engine);
    expectStored();
  });

  test('discards unsent actions on the person’s request', async () => {
    await start();
    await tap(device.engine, 1);
    breakNetwork();
    expect(await signOutOfDevice({ discard: true })).toEqual({ ok: true });
    expect(device.server.pushes).toEqual([]);
    expectDeleted();
  });

  test('returns the server’s failure after wiping the device', async () => {
    mocks.signOut.mockResolvedValue(fail('offline', { retry: true }));
    expect(await signOutOfDevice()).toEqual(fail('offline', { retry: true }));
    expectDeleted();
  });

  test.each([
    [['waiting'], { waiting: 1, parked: 0 }],
    [['parked', 'parked'], { waiting: 0, parked: 2 }],
  ] as const)('keeps a closed database with %j', async (states, unsent) => {
    const userId = await closeDatabaseWith(states);
    expect(await signOutOfDevice({ userId })).toEqual({ ok: false, unsent });
    expect(await databases()).toContain(databaseName(userId));
    expect(mocks.clearMark).not.toHaveBeenCalled();
    expectStored();
    expect(await signOutOfDevice({ userId, discard: true })).toEqual({ ok: true });
    expect(await databases()).not.toContain(databaseName(userId));
    expect(mocks.clearMark).toHaveBeenCalledWith(userId);
    expectDeleted();
  });

  test('locks a closed database if the person keeps its actions', async () => {
    const userId = await closeDatabaseWith(['waiting', 'parked']);
    expect(await signOutOfDevice({ userId, keep: true })).toEqual({ ok: true });
    const db = new UserDatabase(userId);
    expect([await db.outbox.count(), await db.meta.get(LOCKED_KEY)]).toEqual([2, { key: LOCKED_KEY }]);
    db.close();
    expect(mocks.clearMark).not.toHaveBeenCalled();
    expectDeleted();
  });

  test('wipes a closed database without unsent actions, beside another person’s engine', async () => {
    await start();
    const userId = await closeDatabaseWith([]);
    await device.engine.sync.pass();
    expect(await signOutOfDevice({ userId })).toEqual({ ok: true });
    expect(await databases()).not.toContain(databaseName(userId));
    expect(mocks.clearMark).toHaveBeenCalledWith(userId);
  });

  test('keeps everything if a closed database cannot be deleted', async () => {
    const userId = await closeDatabaseWith([]);
    await device.engine.sync.pass();
    const deletion = vi.spyOn(UserDatabase.prototype, 'delete').mockRejectedValueOnce(new Error('blocked'));
    expect(await signOutOfDevice({ userId })).toEqual(fail('storage_failed', { retry: true }));
    expectStored();
    expect(mocks.clearMark).not.toHaveBeenCalled();
    deletion.mockRestore();
  });

  test('has nothing to wipe in a browser without a database', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const userId = nextUser();
    expect(await signOutOfDevice({ userId })).toEqual({ ok: true });
    expectDeleted();
    expect(mocks.clearMark).not.toHaveBeenCalled();
    open.mockRestore();
  });
});

describe('leaveDevice', () => {
  test('keeps the mirror mark if the database cannot be deleted', async () => {
    const { engine } = device;
    const stop = vi.fn(() => engine.stop());
    vi.spyOn(engine.db, 'delete').mockRejectedValue(new Error('blocked'));
    expect(await leaveDevice(engine, { discard: false, stop })).toEqual(fail('storage_failed', { retry: true }));
    expect(stop).toHaveBeenCalledOnce();
    expect(engine.ports.mirrorMark.exists()).toBe(true);
  });

  test('returns the failure of an unreadable storage, and stops nothing', async () => {
    const { engine } = device;
    const stop = vi.fn(async () => {});
    vi.spyOn(engine, 'access').mockResolvedValue(fail('storage_failed', { retry: true }));
    expect(await leaveDevice(engine, { discard: false, stop })).toEqual(fail('storage_failed', { retry: true }));
    expect(stop).not.toHaveBeenCalled();
  });

  test('does not contact the server without waiting actions, but counts refused ones', async () => {
    const { engine, server } = device;
    await tap(engine, 1);
    await engine.db.outbox.toCollection().modify({ state: 'parked' });
    const pulls = server.pulls.length;
    const stop = vi.fn(async () => {});
    expect(await leaveDevice(engine, { discard: false, stop })).toEqual({
      ok: false,
      unsent: { waiting: 0, parked: 1 },
    });
    expect(server.pulls).toHaveLength(pulls);
    expect(stop).not.toHaveBeenCalled();
  });
});
