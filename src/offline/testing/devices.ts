/** Simulated devices: the real engine with a database, clock and lock that the test controls. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { CheckInPort } from '../../data/check-in-port.ts';
import { NO_ACTIONS, type ActionCount } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { tabLock } from '../device/tab-lock.ts';
import { createEngine, type Engine } from '../device/engine.ts';
import type { Clock, EnginePorts, MirrorMark } from '../device/ports.ts';

/** A clock that only moves when told to. */
export interface ManualClock extends Clock {
  /** Milliseconds that this clock is ahead of the true time. */
  skew: number;
  /** Moves on, running due tasks in order and waiting for their effects. */
  advance(ms: number): Promise<void>;
}

/** Waits for pending promises and database events. */
export const flushPromises = async (turns = 30) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

export function manualClock(start = Date.parse('2026-05-01T08:00:00Z')): ManualClock {
  let time = start;
  let tasks: { at: number; task: () => void }[] = [];
  const clock: ManualClock = {
    skew: 0,
    now: () => time + clock.skew,
    after(ms, task) {
      const entry = { at: time + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    async advance(ms) {
      const end = time + ms;
      for (;;) {
        await flushPromises();
        const next = tasks.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        tasks = tasks.filter((entry) => entry !== next);
        time = Math.max(time, next.at);
        next.task();
      }
      time = end;
      await flushPromises();
    },
  };
  return clock;
}

export function memoryMirrorMark(): MirrorMark {
  let marked: ActionCount | null = null;
  return {
    exists: () => marked !== null,
    unsent: () => marked ?? NO_ACTIONS,
    mark: (unsent) => (marked = unsent),
    clear: () => (marked = null),
  };
}

/** Returns a seeded pseudo-random generator (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seededUuids(random: () => number): () => Uuid {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

export interface TestDevice {
  /** The disk, which outlives engines. */
  indexedDB: IDBFactory;
  clock: ManualClock;
  ports: EnginePorts;
  /** Starts an engine (a tab) on this disk. */
  open(change?: Partial<EnginePorts>): Promise<Engine>;
}

/**
 * Creates a device of a user. Dexie broadcasts changes by database name within a process, so each device needs its
 * own user.
 */
export function testDevice(options: {
  userId: Uuid;
  port: CheckInPort;
  clock?: ManualClock;
  seed?: number;
}): TestDevice {
  const random = seededRandom(options.seed ?? 1);
  const indexedDB = new IDBFactory();
  const clock = options.clock ?? manualClock();
  const ports: EnginePorts = {
    userId: options.userId,
    port: options.port,
    clock,
    random,
    newId: seededUuids(random),
    lock: tabLock(),
    mirrorMark: memoryMirrorMark(),
    dropCaches: async () => {},
    changeEvents: () => () => {},
    deviceLabel: 'Tablet',
    appVersion: 'test',
    indexedDB: indexedDB as unknown as globalThis.IDBFactory,
    IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
  };
  return { indexedDB, clock, ports, open: (change) => createEngine({ ...ports, ...change }) };
}
