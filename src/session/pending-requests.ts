import type { PendingRequests } from '../data/pending-requests.ts';
import { createStore } from '../lib/store.ts';

/** Requests that await the person's answer, as last polled; null: none. */
export const pendingRequests = createStore<PendingRequests | null>(null);
