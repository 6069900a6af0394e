import { createStore } from '../lib/store.ts';

/** The companies that wait for the person's second step (ADR 053), as the server said last; null: none. */
export const mfaRequirement = createStore<readonly string[] | null>(null);
