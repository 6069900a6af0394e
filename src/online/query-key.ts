import type { Uuid } from '../domain/ids.ts';

/**
 * Starts with the company or organisation that the response is about, so that its change events invalidate just
 * these.
 */
export type QueryKey = readonly [owner: Uuid, topic: string, ...rest: unknown[]];
