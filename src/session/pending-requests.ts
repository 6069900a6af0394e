import type { PendingRequests } from '../data/pending-requests.ts';
import { createStore } from '../lib/store.ts';

/** What waits for an answer of the person, as the server said last; null: nothing. */
export const pendingRequests = createStore<PendingRequests | null>(null);
