/** Searching all guests of a company: apart from the other hooks, as only an open roll-call searches. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { currentEngine, onEngineChange } from '../device/current-engine.ts';
import type { Engine } from '../device/engine.ts';
import { useEngine } from './live-queries.ts';
import type { SearchHit } from './search-entries.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

const nothing = () => {};

/**
 * Guests of a company that match what was typed, best first. Searches what is already in memory, so a keystroke costs no
 * reading; null until all has been read into it.
 */
export function useSearch(companyId: Uuid, query: string): SearchHit[] | null {
  const engine = useEngine();
  const index = engine && sharedIndex(engine, companyId);
  const subscribe = useCallback((listener: () => void) => index?.subscribe(listener) ?? nothing, [index]);
  const version = useSyncExternalStore(
    subscribe,
    () => index?.version() ?? -1,
    () => -1,
  );
  return useMemo(() => (version >= 0 && index?.isReady() ? index.search(query) : null), [index, version, query]);
}

/** Reads all guests of a company into memory, before somebody looks for one who is not here: that then waits for nothing. */
export function prepareSearch(companyId: Uuid): void {
  const engine = currentEngine();
  if (engine) void sharedIndex(engine, companyId).prepare();
}

let shared: { engine: Engine; companyId: Uuid; index: SearchIndex } | null = null;

/** One index a tab, kept while the company stays the same, so that opening a search never waits for it. */
function sharedIndex(engine: Engine, companyId: Uuid): SearchIndex {
  if (shared?.engine !== engine || shared.companyId !== companyId) {
    shared?.index.close();
    shared = { engine, companyId, index: openSearchIndex(engine.db, companyId) };
  }
  return shared.index;
}

// Names of guests must not outlive the person who was signed in.
onEngineChange(() => {
  if (!shared || shared.engine === currentEngine()) return;
  shared.index.close();
  shared = null;
});
