/** What waits for an answer of the person who is signed in, for the frame: to own a company, to take a departure. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { localDate } from './departure-shapes.ts';
import { rpc } from './rpc.ts';

const asked = v.object({
  /** Names of the companies that they are asked to own. */
  companies: v.array(v.string()),
  /** Departures of the company that they act for. */
  proposals: v.number(),
  /** The day of the first of these. */
  first: v.nullable(localDate),
});
export type AskedOfMe = v.InferOutput<typeof asked>;

export const readAskedOfMe = (as: Uuid, company: Uuid | null): Promise<Result<AskedOfMe>> =>
  rpc('read_asked_of_me', company === null ? {} : { company }, { as, answer: asked });
