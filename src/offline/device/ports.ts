/** What the engine needs of the world, so that tests can be the world. */
import type { CheckInPort } from '../../data/check-in-port.ts';
import type { ChangeEvent } from '../../data/change-events.ts';
import type { ActionCount } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';

export interface Clock {
  /** The device's clock in milliseconds since 1970, right or wrong. */
  now(): number;
  /** Takes each measured offset: how far this clock is ahead of the server's, in milliseconds. */
  measured?(offset: number): void;
  /** Runs `task` once after `ms` milliseconds. Returns how to cancel it. */
  after(ms: number, task: () => void): () => void;
}

/** One pass at a time per user across tabs. */
export interface PassLock {
  /**
   * Runs `task` if nobody else holds the lock, or takes it from a holder when `steal` says so.
   * Answers false, without running it, when another tab holds it.
   */
  run(task: () => Promise<void>, options: { steal: boolean }): Promise<boolean>;
}

/** Where the browser remembers, outside of this user's database, that it exists and how much in it is unsent. */
export interface MirrorMark {
  seen(): boolean;
  /** What was unsent when it was last noted; nothing if that is not known. */
  unsent(): ActionCount;
  mark(unsent: ActionCount): void;
  clear(): void;
}

export interface EnginePorts {
  userId: Uuid;
  port: CheckInPort;
  clock: Clock;
  /** From 0 to below 1. */
  random(): number;
  newId(): Uuid;
  lock: PassLock;
  mirrorMark: MirrorMark;
  /** Frees room on the device when it is full; never touches what is not saved elsewhere. */
  dropCaches(): Promise<void>;
  /** Whether the device has any network, as far as it can tell; one that cannot tell is taken to have none when requests fail. */
  hasNetwork?(): boolean;
  /** Tells of changes of a company. Returns how to stop listening. */
  hints(companyId: Uuid, listener: (changeEvent: ChangeEvent) => void): () => void;
  deviceLabel: string;
  appVersion: string;
  indexedDB?: IDBFactory | undefined;
  IDBKeyRange?: typeof IDBKeyRange | undefined;
}
