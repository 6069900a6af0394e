/** The engine in a browser. What it is made of is most of what the device runs, and comes after the first paint. */
import type { Uuid } from '../../domain/ids.ts';
import { browserPorts, watchBrowser } from './browser-ports.ts';
import { createEngine, type Engine } from './engine.ts';
import { isStoragePersistent, requestPersistentStorage } from './storage.ts';

export interface StartedEngine {
  engine: Engine;
  /** The browser wakes it no more. */
  stopWatching(): void;
}

/** Rejects when the browser gives no database at all. */
export async function startEngine(userId: Uuid, companyId: Uuid | null): Promise<StartedEngine> {
  // Known before anything is shown: a line that comes later would push the list down.
  const [engine, persisted] = await Promise.all([
    createEngine(browserPorts(userId), { companyId }),
    isStoragePersistent(),
  ]);
  engine.state.set({ persisted });
  const stopWatching = watchBrowser(engine);
  void requestPersistentStorage().then((persisted) => engine.state.set({ persisted }));
  return { engine, stopWatching };
}
