/** The engine of the person signed in on this tab; started by the session, read by hooks and by what records. */
import type { Uuid } from '../../domain/ids.ts';
import { createStore } from '../../lib/store.ts';
import { RETRY_DELAY_MS, watchChunk } from '../../lib/chunk-load-error.ts';
import { NO_ACTIONS } from '../../domain/counted-actions.ts';
import type { Engine } from './engine.ts';
import { rememberLastUser } from './preopened-database.ts';
import { CLEARED_KEY } from './stored-rows.ts';

const engines = createStore<Engine | null>(null);
let starting: { userId: Uuid; done: Promise<Engine> } | null = null;
let unwatch = () => {};
let companyId: Uuid | null = null;
let syncing = false;

export const currentEngine = engines.get;

/** Calls back when another engine becomes the current one. Returns how to stop. */
export const onEngineChange = engines.subscribe;

/** The engine, as soon as there is one: a screen that was opened by its address may ask before the person's database is open. */
export const firstEngine = (): Promise<Engine> =>
  new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const engine = currentEngine();
      if (!engine) return;
      stop();
      resolve(engine);
    };
    stop = onEngineChange(look);
    look();
  });

/** The engine's code. Nobody else would ask for it again, as after a first visit whose network went before the worker had everything. */
async function engineCode(): Promise<typeof import('./start-engine.ts')> {
  for (;;) {
    try {
      return await watchChunk(import('./start-engine.ts'));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

/**
 * Starts the engine of a user (and stops another user's) who acts for a company or for none; needs no network and no session. Rejects
 * when the browser gives no database at all (private modes of some), which is the caller's to say.
 */
export async function startOffline(userId: Uuid, forCompany: Uuid | null): Promise<Engine> {
  const current = currentEngine();
  if (current?.userId === userId) return current;
  if (starting?.userId === userId) return starting.done;
  const done = (async () => {
    await stopOffline();
    companyId = forCompany;
    const { startEngine } = await engineCode();
    const { engine, stopWatching } = await startEngine(userId, companyId);
    unwatch = stopWatching;
    engine.setCompany(companyId);
    engines.set(engine);
    rememberLastUser(userId);
    if (syncing) engine.sync.start();
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
  currentEngine()?.sync.start();
}

/** Stops the engine; the queue and the mirror stay on the device. */
export async function stopOffline(): Promise<void> {
  const engine = currentEngine();
  if (!engine) return;
  unwatch();
  engines.set(null);
  await engine.stop();
}

/** Says for which company the person acts now; null: none. */
export function setActiveCompany(id: Uuid | null): void {
  companyId = id;
  currentEngine()?.setCompany(id);
}

/** Syncs now, for the person who asks. */
export function syncNow(): void {
  currentEngine()?.sync.wake();
}

/** The person has read that the storage was cleared. */
export function acknowledgeStorageCleared(): void {
  const engine = currentEngine();
  engine?.state.set({ storageWasCleared: false, lost: NO_ACTIONS });
  void engine?.access(() => engine.db.meta.delete(CLEARED_KEY));
}
