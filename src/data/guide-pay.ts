/** Guide pay: monthly statements and pay rules. */
import * as v from 'valibot';
import { UNPAID_REASONS, PAY_KINDS, type PayKind } from '../domain/guide-pay.ts';
import type { LocalDate, MinorUnits, Uuid } from '../domain/ids.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { textOrNull } from './parse-response.ts';

const kind = v.picklist(PAY_KINDS);
const person = v.object({ id: v.string(), displayName: v.string() });

const statement = v.object({
  timeZone: v.string(),
  currency: v.string(),
  companyName: v.string(),
  /** Version of the lines, so that only what was read is settled. */
  version: v.string(),
  may: v.object({ seeAll: v.boolean(), settle: v.boolean() }),
  hasRules: v.boolean(),
  settled: v.nullable(v.object({ at: instant, by: textOrNull })),
  lines: v.array(
    v.object({
      userId: v.string(),
      departureId: v.string(),
      title: localised,
      startsAt: instant,
      localDate,
      tours: v.number(),
      minutes: v.number(),
      guests: v.number(),
      minutesLate: v.number(),
      isReported: v.boolean(),
      isCorrection: v.boolean(),
      pay: v.array(v.object({ kind, rate: v.nullable(v.number()), amount: v.number(), currency: v.string() })),
    }),
  ),
  open: v.array(
    v.object({
      userId: textOrNull,
      departureId: v.string(),
      title: localised,
      startsAt: instant,
      localDate,
      minutes: v.number(),
      reason: v.picklist(UNPAID_REASONS),
    }),
  ),
  people: v.array(person),
});
export type MonthStatement = v.InferOutput<typeof statement>;

export const readGuideStatementRpc = defineRpc('read_guide_statement', { response: statement });

/** Reads a month (`YYYY-MM`): all guides for those who may see them, otherwise the person's own. */
export const readGuideStatement = (company: Uuid, month: string, signal?: AbortSignal) =>
  rpc(
    readGuideStatementRpc,
    // The generated types do not allow null, though every Postgres argument may be null.
    { company, member: null as unknown as string, month: `${month}-01` },
    { signal },
  );

export const settleGuideMonthRpc = defineRpc('settle_guide_month', {
  response: v.object({}),
  refusals: { stale: v.object({}), month_not_ended: v.object({}) },
});

export const settleGuideMonth = (company: Uuid, { month, version }: { month: string; version: string }) =>
  rpc(settleGuideMonthRpc, { company, month: `${month}-01`, version });

const rules = v.object({
  /** First day whose pay may still change; earlier rules stay. */
  changesFrom: localDate,
  rules: v.array(
    v.object({
      id: v.string(),
      kind,
      /** Minor units. */
      amount: v.number(),
      currency: v.string(),
      minGuests: v.nullable(v.number()),
      fromTime: textOrNull,
      tourId: textOrNull,
      userId: textOrNull,
      firstDay: localDate,
      lastDay: v.nullable(localDate),
      version: v.number(),
    }),
  ),
  tours: v.array(v.object({ id: v.string(), title: localised })),
  people: v.array(person),
});
export type PayRules = v.InferOutput<typeof rules>;
export type PayRule = PayRules['rules'][number];

export const readPayRulesRpc = defineRpc('read_pay_rules', { response: rules });

export const readPayRules = (company: Uuid, signal?: AbortSignal) => rpc(readPayRulesRpc, { company }, { signal });

export interface PayRuleInput {
  kind: PayKind;
  amount: MinorUnits;
  minGuests: number | null;
  fromTime: string | null;
  tourId: Uuid | null;
  userId: Uuid | null;
  firstDay: LocalDate;
  lastDay: LocalDate | null;
}
export interface PayRuleChange {
  company: Uuid;
  /** Made by the client for a new rule, with version 0. */
  id: Uuid;
  version: number;
  /** Null deletes the rule. */
  input: PayRuleInput | null;
}
const REFUSALS = {
  stale: v.object({ version: v.number() }),
  rule_taken: v.object({}),
  has_applied: v.object({ changesFrom: localDate }),
};
export type PayRuleRefusal =
  | { status: 'stale'; version: number }
  | { status: 'rule_taken' }
  | { status: 'has_applied'; changesFrom: LocalDate };

export const savePayRuleRpc = defineRpc('save_pay_rule', { response: rules, refusals: REFUSALS });

export const savePayRule = ({ company, id, version, input }: PayRuleChange) =>
  rpc(savePayRuleRpc, {
    company,
    rule_id: id,
    version,
    input: input && {
      kind: input.kind,
      amount: input.amount,
      min_guests: input.minGuests,
      from_time: input.fromTime,
      tour_id: input.tourId,
      user_id: input.userId,
      first_day: input.firstDay,
      last_day: input.lastDay,
    },
  });
