/**
 * Starts the engine in a browser. In its own chunk, because the engine is most of the device's code and loads after
 * the first paint.
 */
import type { Uuid } from '../../domain/ids.ts';
import { browserPorts, watchBrowser } from './browser-ports.ts';
import { createEngine, type Engine } from './engine.ts';
import { isStoragePersistent, requestPersistentStorage } from './storage.ts';

export interface StartedEngine {
  engine: Engine;
  /** Removes the browser listeners that wake the engine. */
  stopWatching(): void;
}

/** Starts the engine. Rejects when the browser offers no database at all. */
export async function startEngine(userId: Uuid, companyId: Uuid | null): Promise<StartedEngine> {
  // `persisted` is needed before the first render: a notice that appears later would shift the list.
  const [engine, persisted] = await Promise.all([
    createEngine(browserPorts(userId), { companyId }),
    isStoragePersistent(),
  ]);
  engine.state.set({ persisted });
  const stopWatching = watchBrowser(engine);
  void requestPersistentStorage().then((persisted) => engine.state.set({ persisted }));
  return { engine, stopWatching };
}
