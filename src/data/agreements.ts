/** Agreements between companies and partner organisations, and proposals for them. */
import * as v from 'valibot';
import { terms, type Terms } from '../domain/agreement-terms.ts';
import { allotmentSchema, type Allotment } from '../domain/allotments.ts';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { accountLimit, owedSchema } from './accounts.ts';
import { PARTNERSHIP_STATUSES } from './companies.ts';
import type { Json } from './database-types.ts';
import { localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { toWire } from './wire.ts';

const agreement = v.object({
  id: v.string(),
  /** The other side's name. */
  counterpart: v.string(),
  otherId: v.string(),
  slug: v.string(),
  agreementStatus: v.picklist(PARTNERSHIP_STATUSES),
  terms,
  currency: v.string(),
  /** Proposed terms that the other side has not answered yet. */
  proposed: v.nullable(v.object({ terms, isOurs: v.boolean() })),
  /** Seats reserved for the organisation's own bookings. */
  allotments: v.array(allotmentSchema),
  /** The organisation's credit limit, and its debt, which remains after the agreement ends. */
  account: accountLimit,
  owed: owedSchema,
  /** The company's tours, and any other tours that the terms name. */
  tours: v.array(v.object({ id: v.string(), titles: localised })),
  /** Whether the company shares its guests' data with the organisation. */
  sharesGuests: v.boolean(),
});
export type Agreement = v.InferOutput<typeof agreement>;
const RESPONSE = v.object({
  agreements: v.array(agreement),
  /** Currency of the reading company; null for an organisation. */
  currency: v.nullable(v.string()),
  /** Default commission in per cent of the reading organisation; null for a company. */
  defaultCommission: v.nullable(v.number()),
});
export type Agreements = v.InferOutput<typeof RESPONSE>;

export const readAgreementsRpc = defineRpc('read_agreements', { response: RESPONSE });

/**
 * Reads all agreements. Fails with `not_permitted` unless the person owns the company or is an admin of the
 * organisation.
 */
export const readAgreements = (of: TeamOf, signal?: AbortSignal): Promise<Result<Agreements>> =>
  rpc(readAgreementsRpc, of, { signal });

const termsToJson = (value: Terms) => toWire(value) as Json;

export const proposeAgreementRpc = defineRpc('propose_agreement', {
  response: v.object({}),
  refusals: { not_found: v.object({}), invalid: v.object({}) },
});

/** Proposes an agreement, or other terms, to the other side by its slug. Refusals: `not_found`, `invalid`. */
export const proposeAgreement = ({ of, partner, terms: proposed }: { of: TeamOf; partner: string; terms: Terms }) =>
  rpc(proposeAgreementRpc, {
    company: ('company' in of ? of.company : null) as string,
    organisation: ('organisation' in of ? of.organisation : null) as string,
    partner,
    terms: termsToJson(proposed),
  });

export const answerAgreementRpc = defineRpc('answer_agreement', {
  response: v.object({}),
  refusals: { stale: v.object({}) },
});

/**
 * Accepts or rejects proposed terms, or withdraws the person's own proposal. `stale`: the terms are no longer these.
 */
export const respondToAgreement = ({
  agreement,
  accepts,
  terms,
}: {
  agreement: Uuid;
  accepts: boolean;
  terms: Terms;
}) => rpc(answerAgreementRpc, { agreement, says: accepts, terms: termsToJson(terms) });

export const shareGuestsRpc = defineRpc('share_guests', { response: v.object({}), refusals: { ended: v.object({}) } });

/** Gives or withdraws the company's consent to data sharing. */
export const shareGuests = (input: { agreement: Uuid; shares: boolean }) => rpc(shareGuestsRpc, { ...input });

export const setAllotmentsRpc = defineRpc('set_allotments', {
  response: v.object({}),
  refusals: { stale: v.object({ allotments: v.array(allotmentSchema) }), ended: v.object({}), invalid: v.object({}) },
});

/** Replaces the organisation's allotments. `expected` holds them as read, to detect conflicts. */
export const setAllotments = (input: { agreement: Uuid; allotments: Allotment[]; expected: Allotment[] }) =>
  rpc(setAllotmentsRpc, toWire(input) as { agreement: Uuid; allotments: Json; expected: Json });

export const endAgreementRpc = defineRpc('end_agreement', { response: v.object({}) });

/** Ends an agreement; either side may. */
export const endAgreement = (agreement: Uuid) => rpc(endAgreementRpc, { agreement });
