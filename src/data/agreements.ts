/** What companies and partner organisations have agreed with each other, and what one of them asks for. */
import * as v from 'valibot';
import { terms, type Terms } from '../domain/agreement-terms.ts';
import { allotment, type Allotment } from '../domain/allotments.ts';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { accountLimit, owedSchema } from './accounts.ts';
import { LINK_STATUSES } from './companies.ts';
import type { Json } from './database-types.ts';
import { localised } from './departure-schemas.ts';
import { rpc } from './rpc.ts';
import { toWire } from './wire.ts';

const agreement = v.object({
  id: v.string(),
  /** The other side's name, and what its address is called. */
  with: v.string(),
  otherId: v.string(),
  slug: v.string(),
  standing: v.picklist(LINK_STATUSES),
  terms,
  /** Of the company's prices. */
  currency: v.string(),
  /** What one side asks for and the other has not answered. */
  proposed: v.nullable(v.object({ terms, isOurs: v.boolean() })),
  /** Seats that wait for the organisation's own bookings. */
  allotments: v.array(allotment),
  /** Up to what the organisation books on account, and what it owes there, after the agreement's end, too. */
  account: accountLimit,
  owed: owedSchema,
  /** What the company sells, and what else the terms name. */
  tours: v.array(v.object({ id: v.string(), titles: localised })),
  /** The company lets the organisation see who its guests are. */
  sharesGuests: v.boolean(),
});
export type Agreement = v.InferOutput<typeof agreement>;
const ANSWER = v.object({
  agreements: v.array(agreement),
  /** Of the company that asks; null for an organisation. */
  currency: v.nullable(v.string()),
  /** Per cent that the organisation that asks usually has; null for a company. */
  usual: v.nullable(v.number()),
});
export type Agreements = v.InferOutput<typeof ANSWER>;

/** Fails like any call; `not_permitted` for who does not own the company, or is no admin of the organisation. */
export const readAgreements = (of: TeamOf, signal?: AbortSignal): Promise<Result<Agreements>> =>
  rpc('read_agreements', of, { signal, answer: ANSWER });

const wire = (given: Terms) => toWire(given) as Json;

/** Asks the other side, by its slug, for an agreement or for other terms. Refusals: `not_found`, `invalid`. */
export const proposeAgreement = ({ of, partner, terms: wanted }: { of: TeamOf; partner: string; terms: Terms }) =>
  rpc(
    'propose_agreement',
    {
      company: ('company' in of ? of.company : null) as string,
      organisation: ('organisation' in of ? of.organisation : null) as string,
      partner,
      terms: wire(wanted),
    },
    { answer: v.object({}), refusals: { not_found: v.object({}), invalid: v.object({}) } },
  );

/** Says yes or no to terms that were asked for, or takes one's own asking back. */
export const answerAgreement = (given: { agreement: Uuid; says: boolean; terms: Terms }) =>
  rpc(
    'answer_agreement',
    { ...given, terms: wire(given.terms) },
    { answer: v.object({}), refusals: { changed: v.object({}) } },
  );

/** Gives or takes back a company's consent. */
export const shareGuests = (given: { agreement: Uuid; shares: boolean }) =>
  rpc('share_guests', { ...given }, { answer: v.object({}), refusals: { ended: v.object({}) } });

/** Sets seats aside for the organisation, in the place of those that were (`was`, as they had been read). */
export const setAllotments = (given: { agreement: Uuid; allotments: Allotment[]; was: Allotment[] }) =>
  rpc('set_allotments', toWire(given) as { agreement: Uuid; allotments: Json; was: Json }, {
    answer: v.object({}),
    refusals: { changed: v.object({}), ended: v.object({}), invalid: v.object({}) },
  });

/** Ends it, from either side. */
export const endAgreement = (agreement: Uuid) => rpc('end_agreement', { agreement }, { answer: v.object({}) });
