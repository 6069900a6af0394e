/** A partner's links, what they brought, and the commission for it: of either side. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { TeamOf } from '../domain/team-roles.ts';
import { localised } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

/** In minor units of a currency. */
const sums = v.array(v.object({ currency: v.string(), pending: v.number(), earned: v.number(), settled: v.number() }));
export type CommissionSums = v.InferOutput<typeof sums>;

export const STATEMENT_STATES = ['made', 'agreed', 'disputed', 'withdrawn'] as const;

const link = v.object({
  id: v.string(),
  company: v.string(),
  companyName: v.string(),
  companySlug: v.string(),
  /** What the address carries as `ref`. */
  code: v.string(),
  name: v.string(),
  /** Null: to all that the company sells. */
  tour: v.nullable(v.object({ slug: v.string(), titles: localised })),
  /** Whether it still leads to the company in the partner's name. */
  isActive: v.boolean(),
  /** Taken away: what it brought stays. */
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
  /** The other side's. */
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
  with: v.string(),
  /** `2026-10` */
  month: v.string(),
  currency: v.string(),
  amount: v.number(),
  state: v.picklist(STATEMENT_STATES),
  /** Why it is disputed. */
  words: v.nullable(v.string()),
});
export type Statement = v.InferOutput<typeof statement>;

const READ = v.object({
  /** Whether the person makes statements. */
  mayState: v.boolean(),
  /** The organisation's, where it is one that asks. */
  slug: v.nullable(v.string()),
  partners: v.array(partner),
  links: v.array(link),
  statements: v.array(statement),
});
export type Referrals = v.InferOutput<typeof READ>;

/** Fails like any call; `not_permitted` for who neither works for the organisation nor owns the company. */
export const readReferrals = (of: TeamOf, signal?: AbortSignal): Promise<Result<Referrals>> =>
  rpc('read_referrals', of, { signal, answer: READ });

export interface NewLink {
  link: Uuid;
  organisation: Uuid;
  company: Uuid;
  tour: Uuid | null;
  name: string;
}
/** Refusals: `invalid`, as when the agreement has ended meanwhile; `too_many`. */
export const makeReferralLink = (given: NewLink) =>
  rpc(
    'make_referral_link',
    { ...given, tour: given.tour as string },
    { answer: v.object({ code: v.string() }), refusals: { invalid: v.object({}), too_many: v.object({}) } },
  );

/** What it brought stays; who follows it from now on is nobody's. */
export const removeReferralLink = (linkId: Uuid) =>
  rpc('remove_referral_link', { link: linkId }, { answer: v.object({}) });

/** `month`: its first day. Refusals: `noDetails` to settle, `not_over`, `invalid`. */
export const makeStatement = (given: { organisation: Uuid; company: Uuid; month: string }) =>
  rpc('make_statement', given, {
    answer: v.object({ made: v.number() }),
    refusals: { nothing: v.object({}), not_over: v.object({}), invalid: v.object({}) },
  });

const whole = v.object({
  organisation: v.string(),
  company: v.string(),
  month: v.string(),
  currency: v.string(),
  amount: v.number(),
  state: v.picklist(STATEMENT_STATES),
  words: v.nullable(v.string()),
  /** Whether the person takes it back. */
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
      /** By which link; null: by the partner's page. */
      link: v.nullable(v.string()),
    }),
  ),
});
export type WholeStatement = v.InferOutput<typeof whole>;

export const readStatement = (statementId: Uuid, signal?: AbortSignal): Promise<Result<WholeStatement>> =>
  rpc('read_statement', { statement: statementId }, { signal, answer: whole });

/** The company's yes, or why not. Refusals: `agreed`, once it was agreed to; `withdrawn`, once its partner took it back. */
export const answerStatement = ({ words, ...given }: { statement: Uuid; agrees: boolean; words?: string }) =>
  rpc(
    'answer_statement',
    { ...given, ...(words === undefined ? {} : { words }) },
    { answer: v.object({}), refusals: { agreed: v.object({}), withdrawn: v.object({}), invalid: v.object({}) } },
  );

/** The partner takes it back: its lines stand in the next one that is made. Refusal: `agreed`, once it was agreed to. */
export const withdrawStatement = (statementId: Uuid) =>
  rpc('withdraw_statement', { statement: statementId }, { answer: v.object({}), refusals: { agreed: v.object({}) } });
