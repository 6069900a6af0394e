/**
 * Waiting in component tests. The time-out is far longer than a slow machine needs; a passing test never waits as long.
 */
import { vi } from 'vitest';

/** In milliseconds. */
export const WAIT_TIMEOUT_MS = 60_000;

/** Waits until `look` no longer throws, and returns what it returned. `interval`: milliseconds between two looks. */
export const waitFor = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: WAIT_TIMEOUT_MS, interval });
