import { createStore } from '../lib/store.ts';

/** Names of companies that require MFA from the person (ADR 053), as last polled; null: none. */
export const mfaRequirement = createStore<readonly string[] | null>(null);
