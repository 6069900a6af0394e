/** How long a test waits for what comes by itself: Vitest's own second is over before a busy machine has drawn what was typed. What passes waits no longer. */
import { vi } from 'vitest';

/** In milliseconds. */
export const PATIENCE = 10_000;

/** Until `look` no longer throws; then what it answered. */
export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: PATIENCE });
