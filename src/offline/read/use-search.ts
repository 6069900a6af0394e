/** Searching all guests of a company: apart from the other hooks, as only an open roll-call searches. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { currentEngine, onEngineChange } from '../device/current-engine.ts';
import type { Engine } from '../device/engine.ts';
import { useEngine } from './live.ts';
import type { SearchHit } from './search-entries.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

const nothing = () => () => {};

/**
 * Guests of a company that match what was typed, best first; the departure `first` before others. Searches what is
 * already in memory, so a keystroke costs no reading; null until all has been read into it once.
 */
export function useSearch(companyId: Uuid | null, query: string, first: Uuid | null = null): SearchHit[] | null {
  const engine = useEngine();
  const index = useSyncExternalStore(
    (listener) => (engine && companyId ? sharedIndex(engine, companyId).subscribe(listener) : nothing()),
    () => (engine && companyId ? sharedIndex(engine, companyId).version() : -1),
    () => -1,
  );
  return useMemo(() => {
    if (!engine || !companyId || index < 0) return null;
    const known = sharedIndex(engine, companyId);
    return known.isReady() ? known.search(query, { first }) : null;
  }, [engine, companyId, index, query, first]);
}

/** Reads all guests of a company into memory, before somebody types: the first search then waits for nothing. */
export function prepareSearch(companyId: Uuid): void {
  const engine = currentEngine();
  if (engine) sharedIndex(engine, companyId);
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
