import type { AskedOfMe } from '../data/asked-of-me.ts';
import { createStore } from '../lib/store.ts';

/** What waits for an answer of the person, as the server said last; null: nothing. */
export const askedOfMe = createStore<AskedOfMe | null>(null);
