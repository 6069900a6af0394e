import type { Uuid } from '../domain/ids.ts';

/** Begins with the company or organisation that the answer is about, so that a hint of it reaches just these. */
export type QueryKey = readonly [owner: Uuid, topic: string, ...rest: unknown[]];
