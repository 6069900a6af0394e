/** Partner links, the bookings that they brought and their commission, for either side. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

/** Minor units, per currency. */
const sums = v.array(v.object({ currency: v.string(), pending: v.number(), earned: v.number(), settled: v.number() }));
export type CommissionSums = v.InferOutput<typeof sums>;

export const STATEMENT_STATES = ['issued', 'agreed', 'disputed', 'withdrawn'] as const;

const link = v.object({
  id: v.string(),
  company: v.string(),
  companyName: v.string(),
  companySlug: v.string(),
  /** Value of `ref` in the link's address. */
  code: v.string(),
  name: v.string(),
  /** Null: the link leads to all of the company's tours. */
  tour: v.nullable(v.object({ slug: v.string(), titles: localised })),
  /** Whether the link still leads to the company in the partner's name. */
  isActive: v.boolean(),
  /** Removed; its bookings keep their commission. */
  isEnded: v.boolean(),
  clicks: v.number(),
  /** Clicks of the last thirty days. */
  recent: v.number(),
  bookings: v.number(),
  sums,
});
export type ReferralLink = v.InferOutput<typeof link>;

const partner = v.object({
  organisation: v.string(),
  company: v.string(),
  /** Name of the other side. */
  name: v.string(),
  slug: v.string(),
  isActive: v.boolean(),
  timeZone: v.string(),
  tours: v.array(v.object({ id: v.string(), slug: v.string(), titles: localised })),
  bookings: v.number(),
  sums,
});
export type ReferralPartner = v.InferOutput<typeof partner>;

const statement = v.object({
  id: v.string(),
  counterpart: v.string(),
  /** `YYYY-MM` */
  month: v.string(),
  currency: v.string(),
  /** Minor units. */
  amount: v.number(),
  state: v.picklist(STATEMENT_STATES),
  /** Reason of a dispute. */
  disputeReason: v.nullable(v.string()),
});
export type Statement = v.InferOutput<typeof statement>;

const READ = v.object({
  mayIssueStatements: v.boolean(),
  /** The organisation's slug; null when a company reads. */
  slug: v.nullable(v.string()),
  partners: v.array(partner),
  links: v.array(link),
  statements: v.array(statement),
});
export type Referrals = v.InferOutput<typeof READ>;

export const readReferralsRpc = defineRpc('read_referrals', { response: READ });

/**
 * Reads links and commission. Fails with `not_permitted` unless the person works for the organisation or owns the
 * company.
 */
export const readReferrals = (of: TeamOf, signal?: AbortSignal): Promise<Result<Referrals>> =>
  rpc(readReferralsRpc, of, { signal });

export interface NewReferralLink {
  link: Uuid;
  organisation: Uuid;
  company: Uuid;
  tour: Uuid | null;
  name: string;
}

export const createReferralLinkRpc = defineRpc('create_referral_link', {
  response: v.object({ code: v.string() }),
  refusals: { invalid: v.object({}), too_many: v.object({}) },
});

/** Creates a link. Refusals: `invalid`, for example after the agreement ended; `too_many`. */
export const createReferralLink = (input: NewReferralLink) =>
  rpc(createReferralLinkRpc, { ...input, tour: input.tour as string });

export const deleteReferralLinkRpc = defineRpc('delete_referral_link', { response: v.object({}) });

/** Removes a link. Earlier bookings keep their commission; later clicks earn none. */
export const deleteReferralLink = (linkId: Uuid) => rpc(deleteReferralLinkRpc, { link: linkId });

export const createStatementRpc = defineRpc('create_statement', {
  response: v.object({ created: v.number() }),
  refusals: { nothing: v.object({}), month_not_ended: v.object({}), invalid: v.object({}) },
});

/**
 * Creates commission statements; `month` is its first day. Refusals: `nothing` to settle, `month_not_ended`, `invalid`.
 */
export const createStatement = (input: { organisation: Uuid; company: Uuid; month: string }) =>
  rpc(createStatementRpc, input);

const statementDetail = v.object({
  organisation: v.string(),
  company: v.string(),
  month: v.string(),
  currency: v.string(),
  /** Minor units, as all amounts below. */
  amount: v.number(),
  state: v.picklist(STATEMENT_STATES),
  disputeReason: v.nullable(v.string()),
  mayWithdraw: v.boolean(),
  lines: v.array(
    v.object({
      id: v.string(),
      reference: v.string(),
      titles: localised,
      localDate: v.string(),
      guests: v.number(),
      price: v.number(),
      rate: v.object({ percent: v.optional(v.number()), amount: v.optional(v.number()) }),
      amount: v.number(),
      /** Name of the link; null: the partner's page. */
      link: v.nullable(v.string()),
    }),
  ),
});
export type StatementDetail = v.InferOutput<typeof statementDetail>;

export const readStatementRpc = defineRpc('read_statement', { response: statementDetail });

export const readStatement = (statementId: Uuid, signal?: AbortSignal): Promise<Result<StatementDetail>> =>
  rpc(readStatementRpc, { statement: statementId }, { signal });

export const answerStatementRpc = defineRpc('answer_statement', {
  response: v.object({}),
  refusals: { agreed: v.object({}), withdrawn: v.object({}), invalid: v.object({}) },
});

/** Accepts or disputes a statement for the company. Refusals: `agreed` (already accepted), `withdrawn`, `invalid`. */
export const answerStatement = ({ reason, ...input }: { statement: Uuid; agrees: boolean; reason?: string }) =>
  rpc(answerStatementRpc, { ...input, ...(reason === undefined ? {} : { reason }) });

export const withdrawStatementRpc = defineRpc('withdraw_statement', {
  response: v.object({}),
  refusals: { agreed: v.object({}) },
});

/** Withdraws a statement; its lines move to the next one. Refusal: `agreed` (already accepted). */
export const withdrawStatement = (statementId: Uuid) => rpc(withdrawStatementRpc, { statement: statementId });
