import { createStore } from '../lib/store.ts';

/** Names of companies that require a second factor which the session lacks (ADR 053), as last polled; null: none. */
export const mfaRequirement = createStore<readonly string[] | null>(null);
