/** The engine of the person signed in on this tab; started by the session, read by hooks and mutations. */
import type { Uuid } from '../domain/ids.ts';
import { browserPorts, watchBrowser } from './browser-ports.ts';
import { createEngine, type Engine } from './engine.ts';
import { isStorageKept, keepStorage } from './storage.ts';

let current: Engine | null = null;
let starting: { userId: Uuid; done: Promise<Engine> } | null = null;
let unwatch = () => {};
let companyId: Uuid | null = null;
let syncing = false;
const listeners = new Set<() => void>();

export function currentEngine(): Engine | null {
  return current;
}

/** Calls back when another engine becomes the current one. Returns how to stop. */
export function onEngineChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(engine: Engine | null): void {
  current = engine;
  for (const listener of listeners) listener();
}

/**
 * Starts the engine of a user (and stops another user's); needs no network and no session. Rejects when the browser
 * gives no database at all (private modes of some), which is the caller's to say.
 */
export async function startOffline(userId: Uuid): Promise<Engine> {
  if (current?.userId === userId) return current;
  if (starting?.userId === userId) return starting.done;
  const done = (async () => {
    await stopOffline();
    // Known before anything is shown: a line that comes later would push the list down.
    const [engine, persisted] = await Promise.all([createEngine(browserPorts(userId)), isStorageKept()]);
    engine.state.set({ persisted });
    engine.setCompany(companyId);
    become(engine);
    unwatch = watchBrowser(engine);
    if (syncing) engine.sync.start();
    void keepStorage().then((persisted) => engine.state.set({ persisted }));
    return engine;
  })();
  starting = { userId, done };
  try {
    return await done;
  } finally {
    if (starting?.done === done) starting = null;
  }
}

/** From now on engines sync by themselves. Not before the first paint, as it loads what speaks to the server. */
export function startSyncing(): void {
  syncing = true;
  current?.sync.start();
}

/** Stops the engine; the queue and the mirror stay on the device. */
export async function stopOffline(): Promise<void> {
  const engine = current;
  if (!engine) return;
  unwatch();
  become(null);
  await engine.stop();
}

/** Says for which company the person acts; null: none. May be said before the engine starts. */
export function setActiveCompany(id: Uuid | null): void {
  companyId = id;
  current?.setCompany(id);
}

/** Syncs now, for the person who asks. */
export function syncNow(): void {
  current?.sync.wake();
}

/** The person has read that the storage was cleared. */
export function acknowledgeStorageCleared(): void {
  current?.state.set({ storageWasCleared: false });
}
