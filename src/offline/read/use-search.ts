/** Hook to search all guests of a company; apart from the other hooks, because only an open roll-call searches. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { currentEngine, onEngineChange } from '../device/current-engine.ts';
import type { Engine } from '../device/engine.ts';
import { useEngine } from './live-queries.ts';
import type { SearchHit } from './search-entries.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

const nothing = () => {};

/**
 * Returns the company's guests that match `query`, best first; null until the index is ready. Searches in memory, so
 * a keystroke reads nothing from storage.
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

/** Builds the search index in advance, so that the first search need not wait. */
export function prepareSearch(companyId: Uuid): void {
  const engine = currentEngine();
  if (engine) void sharedIndex(engine, companyId).prepare();
}

let shared: { engine: Engine; companyId: Uuid; index: SearchIndex } | null = null;

/** Returns the tab's index, kept while engine and company stay the same. */
function sharedIndex(engine: Engine, companyId: Uuid): SearchIndex {
  if (shared?.engine !== engine || shared.companyId !== companyId) {
    shared?.index.close();
    shared = { engine, companyId, index: openSearchIndex(engine.db, companyId) };
  }
  return shared.index;
}

// Guests' names must not stay in memory after their user has signed out.
onEngineChange(() => {
  if (!shared || shared.engine === currentEngine()) return;
  shared.index.close();
  shared = null;
});
