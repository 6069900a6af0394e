/** Ownership offers, for the member who receives one; `team.ts` has the offering side. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const offer = v.object({
  companyId: v.string(),
  company: v.string(),
  offeredBy: v.string(),
  /** Guard names of the roles that the present owner keeps. */
  remainingRoles: v.array(v.string()),
  expiresAt: instant,
});
export type OwnershipOffer = v.InferOutput<typeof offer>;
const RESPONSE = v.pipe(
  v.object({ offers: v.array(offer) }),
  v.transform((response) => response.offers),
);

export const readOwnershipOffersRpc = defineRpc('read_ownership_offers', { response: RESPONSE });

export const readOwnershipOffers = (signal?: AbortSignal): Promise<Result<OwnershipOffer[]>> =>
  rpc(readOwnershipOffersRpc, {}, { signal });

export const answerOwnershipRpc = defineRpc('answer_ownership', {
  response: v.object({}),
  refusals: { ended: v.object({}) },
});

/** Accepts or declines an offer. `ended`: withdrawn or expired. */
export const answerOwnershipOffer = (input: { company: Uuid; accepts: boolean }) =>
  rpc(answerOwnershipRpc, { ...input });
