/** The number of unsent actions that is reported after the browser has cleared the device. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_ACTIONS } from '../../domain/counted-actions.ts';
import { fail } from '../../domain/result.ts';
import { flushPromises } from '../testing/devices.ts';
import { guestRef } from '../testing/office.ts';
import { departureRef, openEngine, stopAll, tap, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';
import { cookieMirrorMark } from './browser-ports.ts';
import { NOTE_DELAY_MS } from './note-unsent.ts';
import { databaseName } from './stored-rows.ts';

afterEach(stopAll);
const marked = ({ device }: SyncFixture) => device.ports.mirrorMark.unsent();
const noted = async ({ device }: SyncFixture) => {
  await flushPromises();
  await device.clock.advance(NOTE_DELAY_MS);
};
async function clearDatabase({ device, engine }: SyncFixture) {
  await engine.stop();
  await new Promise((resolve) => {
    device.indexedDB.deleteDatabase(databaseName(engine.userId)).onsuccess = resolve;
  });
  return openEngine(device);
}

describe('the number of unsent actions', () => {
  test('is stored once some time after the taps, and cleared when they are sent', async () => {
    const tablet = await syncedDevice();
    const mark = vi.spyOn(tablet.device.ports.mirrorMark, 'mark');
    await tap(tablet.engine, 1);
    await tap(tablet.engine, 2);
    await flushPromises();
    expect(mark).not.toHaveBeenCalled();
    await noted(tablet);
    expect(mark.mock.calls).toEqual([[{ kind: 'check_in', count: 2 }]]);
    await tablet.engine.sync.pass();
    await noted(tablet);
    expect(marked(tablet).count).toBe(0);
  });

  test('includes refused actions, but not those that the server has', async () => {
    const tablet = await syncedDevice();
    tablet.server.refuse = ({ kind }) => (kind === 'note' ? 'malformed' : null);
    await tap(tablet.engine, 1);
    await tablet.engine.record.addNote({ ...departureRef, bookingId: guestRef(1).bookingId, text: 'Late' });
    tablet.server.pullFaults.push(async () => fail('offline', { retry: true }));
    await tablet.engine.sync.pass();
    await noted(tablet);
    expect(tablet.engine.state.get()).toMatchObject({ waiting: 1, parked: 1 });
    expect(marked(tablet)).toEqual({ kind: 'note', count: 1 });
  });

  test('is reported after the browser cleared the device, until the person has read it', async () => {
    const tablet = await syncedDevice();
    await tap(tablet.engine, 1);
    await tap(tablet.engine, 2);
    await noted(tablet);
    const lostActions = { kind: 'check_in', count: 2 };
    const next = await clearDatabase(tablet);
    expect(next.state.get()).toMatchObject({ storageWasCleared: true, lostActions });
    expect(marked(tablet)).toEqual(NO_ACTIONS);
    await next.stop();
    const restarted = await openEngine(tablet.device);
    expect(restarted.state.get()).toMatchObject({ storageWasCleared: true, lostActions });
    await restarted.db.meta.delete('cleared');
    await restarted.stop();
    expect((await openEngine(tablet.device)).state.get()).toMatchObject({
      storageWasCleared: false,
      lostActions: NO_ACTIONS,
    });
  });

  test('is zero if everything was sent', async () => {
    const tablet = await syncedDevice();
    await tap(tablet.engine, 1);
    await tablet.engine.sync.pass();
    await noted(tablet);
    expect((await clearDatabase(tablet)).state.get()).toMatchObject({
      storageWasCleared: true,
      lostActions: { count: 0 },
    });
  });

  test('is not stored by a stopped engine, so that signing out leaves no mark', async () => {
    const tablet = await syncedDevice();
    await tap(tablet.engine, 1);
    await flushPromises();
    await tablet.engine.stop();
    tablet.device.ports.mirrorMark.clear();
    await noted(tablet);
    expect(tablet.device.ports.mirrorMark.exists()).toBe(false);
  });
});

describe('the mirror cookie', () => {
  const USER = '11111111-0000-4000-8000-000000000001';
  beforeEach(() => {
    const jar = new Map<string, string>();
    vi.stubGlobal('document', {
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(text: string) {
        const [pair, ...options] = text.split('; ');
        const [name, value] = pair!.split('=') as [string, string];
        if (options.includes('max-age=0')) jar.delete(name);
        else jar.set(name, value);
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('stores kind and number, and tolerates a mark without them', () => {
    const mark = cookieMirrorMark(USER);
    expect([mark.exists(), mark.unsent()]).toEqual([false, NO_ACTIONS]);
    mark.mark({ kind: 'check_in', count: 12 });
    expect([mark.exists(), mark.unsent()]).toEqual([true, { kind: 'check_in', count: 12 }]);
    expect(cookieMirrorMark('22222222-0000-4000-8000-000000000001').exists()).toBe(false);
    mark.clear();
    expect(mark.exists()).toBe(false);
    document.cookie = 'muster_mirror_11111111=1; path=/';
    expect([mark.exists(), mark.unsent()]).toEqual([true, NO_ACTIONS]);
  });
});
