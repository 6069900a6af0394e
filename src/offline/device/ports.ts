/** Everything the engine needs from its environment, so that tests can replace it. */
import type { CheckInPort } from '../../data/check-in-port.ts';
import type { ChangeEvent } from '../../data/change-events.ts';
import type { ActionCount } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';

export interface Clock {
  /** The device's clock in milliseconds since 1970, right or wrong. */
  now(): number;
  /** Receives each measured offset: device clock minus server clock, in milliseconds. */
  measured?(offset: number): void;
  /** Runs `task` once after `ms` milliseconds. Returns the function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Allows one pass at a time per user across tabs. */
export interface PassLock {
  /**
   * Runs `task` if the lock is free, or takes it from its holder if `steal` is set. Returns false when another tab
   * holds the lock, or takes it while `task` runs.
   */
  run(task: () => Promise<void>, options: { steal: boolean }): Promise<boolean>;
}

/** Mark outside the user's database that it exists and how many actions in it are unsent. */
export interface MirrorMark {
  exists(): boolean;
  /** Last stored number of unsent actions; zero if unknown. */
  unsent(): ActionCount;
  mark(unsent: ActionCount): void;
  clear(): void;
}

export interface EnginePorts {
  userId: Uuid;
  port: CheckInPort;
  clock: Clock;
  /** Random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  newId(): Uuid;
  lock: PassLock;
  mirrorMark: MirrorMark;
  /** Frees storage when the device is full; never deletes anything that is not saved elsewhere. */
  dropCaches(): Promise<void>;
  /** Whether the device has a network, as far as it can tell. If absent, a failed request means that it has none. */
  hasNetwork?(): boolean;
  /** Subscribes to change events of a company. Returns the unsubscribe function. */
  changeEvents(companyId: Uuid, listener: (changeEvent: ChangeEvent) => void): () => void;
  deviceLabel: string;
  appVersion: string;
  indexedDB?: IDBFactory | undefined;
  IDBKeyRange?: typeof IDBKeyRange | undefined;
}
