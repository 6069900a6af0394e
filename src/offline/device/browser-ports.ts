/** The engine's ports in a browser. */
import { clockOffset, confirmedTime, deviceNow, onClockOffset, setClockOffset } from '../../lib/clock.ts';
import type { CheckInPort } from '../../data/check-in-port.ts';
import { onChangeEvent } from '../../data/change-events.ts';
import { NO_ACTIONS, type ActionCount } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { fail } from '../../domain/result.ts';
import { watchChunk } from '../../lib/chunk-load-error.ts';
import type { Engine } from './engine.ts';
import type { EnginePorts, PassLock, MirrorMark } from './ports.ts';
import { CLOCK_KEY, type ClockRow } from './stored-rows.ts';
import { dropCaches } from './storage.ts';
import { tabLock } from './tab-lock.ts';

export function browserPorts(userId: Uuid): EnginePorts {
  return {
    userId,
    port: latePort(userId),
    clock: {
      now: deviceNow,
      measured: setClockOffset,
      after(ms, task) {
        const timer = setTimeout(task, ms);
        return () => clearTimeout(timer);
      },
    },
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
    newId: () => crypto.randomUUID(),
    lock: globalThis.navigator?.locks ? webLock(`muster-sync-${userId}`, navigator.locks) : tabLock(),
    mirrorMark: cookieMirrorMark(userId),
    dropCaches,
    hasNetwork: () => globalThis.navigator?.onLine !== false,
    changeEvents: onChangeEvent,
    deviceLabel: deviceLabel(globalThis.navigator?.userAgent ?? ''),
    appVersion: import.meta.env['VITE_APP_VERSION'] || 'dev',
  };
}

/** Loads the parser of server responses on the first sync: today's list is painted from the device without it. */
function latePort(userId: Uuid): CheckInPort {
  const load = () =>
    watchChunk(import('../../data/check-in.ts')).then(
      ({ checkInPortOf }) => checkInPortOf(userId),
      () => null,
    );
  const offlineFailure = () => fail('offline', { retry: true });
  return {
    push: async (request, signal) => (await load())?.push(request, signal) ?? offlineFailure(),
    pull: async (request, signal) => (await load())?.pull(request, signal) ?? offlineFailure(),
  };
}

/** Returns a Web Lock that is held for one pass only, because a frozen tab would keep it forever. */
export function webLock(name: string, locks: LockManager): PassLock {
  return {
    async run(task, { steal }) {
      let ran = false;
      try {
        await locks.request(name, steal ? { steal: true } : { ifAvailable: true }, async (lock) => {
          if (!lock) return;
          await task();
          ran = true;
        });
      } catch (error) {
        // Another tab stole the lock while this one slept; the pass token stops whatever it still writes.
        if ((error as Error).name !== 'AbortError') throw error;
        return false;
      }
      return ran;
    },
  };
}

/**
 * Returns a mark in a cookie, which may survive when the browser evicts IndexedDB. It holds only the number of unsent
 * actions and what they are counted as, no personal data.
 */
export function cookieMirrorMark(userId: Uuid): MirrorMark {
  const name = `muster_mirror_${userId.slice(0, 8)}`;
  const write = (value: string, age: number) => {
    document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
  };
  const read = () => document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return {
    exists: () => read() !== undefined,
    unsent() {
      const [, kind, count] = /=([a-z_]+)\.(\d+)$/.exec(read() ?? '') ?? [];
      return kind ? { kind: kind as ActionCount['kind'], count: Number(count) } : NO_ACTIONS;
    },
    mark: ({ kind, count }) => write(`${kind}.${count}`, 365 * 86_400),
    clear: () => write('', 0),
  };
}

/** Names the device for colleagues by browser and system, without anything that identifies a person. */
export function deviceLabel(userAgent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['CriOS/', 'Chrome'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => userAgent.includes(mark!))?.[1];
  const system = [
    ['iPad', 'iPad'],
    ['iPhone', 'iPhone'],
    ['Android', 'Android'],
    ['CrOS', 'Chromebook'],
    ['Windows', 'Windows'],
    ['Mac OS', 'Mac'],
    ['Linux', 'Linux'],
  ].find(([mark]) => userAgent.includes(mark!))?.[1];
  return [system, browser].filter(Boolean).join(', ') || 'Browser';
}

const MINUTE_MS = 60_000;

/** Stores the clock offset that a sign-in or another tab measured; recorded actions use the stored one. */
async function adoptOffset({ db }: Engine): Promise<void> {
  const confirmedAt = confirmedTime();
  if (confirmedAt === null) return;
  await db.transaction('rw', db.meta, async () => {
    const row = (await db.meta.get(CLOCK_KEY)) as ClockRow | undefined;
    // Keep the stored offset if it is newer, or almost equal: the sync measures more exactly than a sign-in.
    if (row && ((row.confirmedAt ?? 0) >= confirmedAt || Math.abs(row.offset - clockOffset()) < MINUTE_MS)) return;
    await db.meta.put({ key: CLOCK_KEY, offset: clockOffset(), confirmedAt });
  });
}

/** Wakes the sync when the network returns or the page becomes visible. Returns the function that stops it. */
export function watchBrowser(engine: Engine): () => void {
  const wake = () => engine.sync.wake();
  const visible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const offline = () => engine.state.set({ network: 'offline' });
  globalThis.addEventListener('online', wake);
  globalThis.addEventListener('offline', offline);
  document.addEventListener('visibilitychange', visible);
  if (navigator.onLine === false) offline();
  const adopt = () => void adoptOffset(engine).catch(() => undefined);
  adopt();
  const stopAdopting = onClockOffset(adopt);
  return () => {
    stopAdopting();
    globalThis.removeEventListener('online', wake);
    globalThis.removeEventListener('offline', offline);
    document.removeEventListener('visibilitychange', visible);
  };
}
