/**
 * The engine of the person signed in on this tab, started by the session and used by hooks and by
 * `src/offline/outbox/record.ts`.
 */
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

/** Subscribes to changes of the current engine. Returns the unsubscribe function. */
export const onEngineChange = engines.subscribe;

/** Resolves with the engine once it runs; a screen opened by its address may ask before the database is open. */
export const firstEngine = (): Promise<Engine> =>
  new Promise((resolve) => {
    let stop = () => {};
    const resolveIfRunning = () => {
      const engine = currentEngine();
      if (!engine) return;
      stop();
      resolve(engine);
    };
    stop = onEngineChange(resolveIfRunning);
    resolveIfRunning();
  });

/**
 * Loads the engine's code, retrying forever: nothing else would retry it after a first visit that lost the network
 * early.
 */
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
 * Starts the engine of a user, stopping another user's. Needs neither network nor session. Rejects when the browser
 * offers no database at all (some private modes). The caller waits for it before it starts or stops another user's.
 */
export async function startOffline(userId: Uuid, forCompany: Uuid | null): Promise<Engine> {
  const current = currentEngine();
  if (current?.userId === userId) return current;
  if (starting?.userId === userId) return starting.done;
  const started = (async () => {
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
  starting = { userId, done: started };
  try {
    return await started;
  } finally {
    if (starting?.done === started) starting = null;
  }
}

/**
 * Starts syncing the present and later engines. Call it after the first paint, because it loads the server protocol.
 */
export function startSyncing(): void {
  syncing = true;
  currentEngine()?.sync.start();
}

/** Stops the engine; outbox and mirror stay on the device. */
export async function stopOffline(): Promise<void> {
  const engine = currentEngine();
  if (!engine) return;
  unwatch();
  engines.set(null);
  await engine.stop();
}

/** Sets the company that the person acts for; null: none. */
export function setActiveCompany(id: Uuid | null): void {
  companyId = id;
  currentEngine()?.setCompany(id);
}

export function syncNow(): void {
  currentEngine()?.sync.wake();
}

/** Clears the storage-cleared notice after the person has dismissed it. */
export function acknowledgeStorageCleared(): void {
  const engine = currentEngine();
  engine?.state.set({ storageWasCleared: false, lostActions: NO_ACTIONS });
  void engine?.access(() => engine.db.meta.delete(CLEARED_KEY));
}
