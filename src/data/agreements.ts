/** What companies and partner organisations have agreed with each other. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { LINK_STATUSES } from './companies.ts';
import { rpc } from './rpc.ts';

const agreement = v.object({
  id: v.string(),
  /** The other side's name. */
  with: v.string(),
  standing: v.picklist(LINK_STATUSES),
  /** Per cent of the price. */
  commission: v.number(),
  /** The company lets the organisation see who its guests are. */
  sharesGuests: v.boolean(),
});
export type Agreement = v.InferOutput<typeof agreement>;
const ANSWER = v.pipe(
  v.object({ agreements: v.array(agreement) }),
  v.transform(({ agreements }) => agreements),
);

/** Fails like any call; `not_permitted` for who does not own the company, or is no admin of the organisation. */
export const readAgreements = (of: TeamOf, signal?: AbortSignal): Promise<Result<Agreement[]>> =>
  rpc('read_agreements', of, { signal, answer: ANSWER });

/** Gives or takes back a company's consent. */
export const shareGuests = (given: { agreement: Uuid; shares: boolean }) =>
  rpc('share_guests', { ...given }, { answer: v.object({}), refusals: { ended: v.object({}) } });

/** Ends it, from either side. */
export const endAgreement = (agreement: Uuid) => rpc('end_agreement', { agreement }, { answer: v.object({}) });
