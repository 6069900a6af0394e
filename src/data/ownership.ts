/** A member is asked to own their company, and answers; who asks does it by `team.ts`. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

const asked = v.object({
  companyId: v.string(),
  company: v.string(),
  who: v.string(),
  /** Roles that who asks has then, by guard name. */
  keeps: v.array(v.string()),
  expiresAt: instant,
});
export type OwnershipOffer = v.InferOutput<typeof asked>;
const ANSWER = v.pipe(
  v.object({ asked: v.array(asked) }),
  v.transform((answer) => answer.asked),
);

/** Which companies the person who is signed in is asked to own. */
export const readOwnershipOffers = (signal?: AbortSignal): Promise<Result<OwnershipOffer[]>> =>
  rpc('read_ownership_offers', {}, { signal, answer: ANSWER });

/** Yes or no; `ended`: it was taken back, or is too old. */
export const answerOwnershipOffer = (given: { company: Uuid; accepts: boolean }) =>
  rpc('answer_ownership', { ...given }, { answer: v.object({}), refusals: { ended: v.object({}) } });
