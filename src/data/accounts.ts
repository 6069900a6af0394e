/** Partner accounts: what a partner owes for its bookings, up to a credit limit, and what it has paid. */
import * as v from 'valibot';
import type { LocalDate, MinorUnits, Uuid } from '../domain/ids.ts';
import { PARTNERSHIP_STATUSES } from './companies.ts';
import type { Json } from './database-types.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

/** Credit limit in minor units; null when the partner has no account. */
export const accountLimit = v.nullable(v.object({ limit: v.number(), currency: v.string() }));
export type AccountLimit = v.InferOutput<typeof accountLimit>;
/** Debt by currency in minor units; negative when the partner has paid ahead. */
export const owedSchema = v.array(v.object({ currency: v.string(), open: v.number() }));

export const ACCOUNT_LINE_KINDS = ['booked', 'credited', 'paid_in', 'corrected'] as const;
const line = v.object({
  id: v.string(),
  at: instant,
  kind: v.picklist(ACCOUNT_LINE_KINDS),
  /** Minor units; positive amounts increase the debt, negative ones reduce it. */
  amount: v.number(),
  /** The booking's reference, with its tour and day; null for a payment. */
  booking: v.nullable(v.string()),
  titles: v.nullable(localised),
  localDate: v.nullable(localDate),
  guests: v.nullable(v.number()),
  /** The partner's own booking number. */
  voucherNumber: v.nullable(v.string()),
  /** Note of a payment, reason of a correction, or the booking that this one was merged with or split from. */
  reference: v.nullable(v.string()),
  paidOn: v.nullable(localDate),
  isCorrected: v.boolean(),
});
export type AccountLine = v.InferOutput<typeof line>;
const statement = v.object({
  currency: v.string(),
  opening: v.number(),
  closing: v.number(),
  lines: v.array(line),
});
export type AccountStatement = v.InferOutput<typeof statement>;
const partnerAccount = v.object({
  agreement: v.string(),
  agreementStatus: v.picklist(PARTNERSHIP_STATUSES),
  company: v.string(),
  organisation: v.string(),
  timeZone: v.string(),
  account: accountLimit,
  sums: owedSchema,
  /** `YYYY-MM`, in the company's time zone. */
  month: v.string(),
  /** Month of the first entry; null when there is none. */
  firstMonth: v.nullable(v.string()),
  statements: v.array(statement),
});
export type PartnerAccount = v.InferOutput<typeof partnerAccount>;

export const readAccountRpc = defineRpc('read_account', { response: partnerAccount });

/**
 * Reads an account with the statement of one month. Fails with `not_permitted` unless the person manages either side.
 */
export const readPartnerAccount = (
  query: { company: Uuid; organisation: Uuid; month: string | null },
  options: { signal?: AbortSignal | undefined } = {},
) =>
  rpc(
    readAccountRpc,
    {
      company: query.company,
      organisation: query.organisation,
      ...(query.month === null ? {} : { month: query.month }),
    },
    options,
  );

const none = v.object({});

export const setAccountLimitRpc = defineRpc('set_account_limit', {
  response: none,
  refusals: { stale: v.object({ account: accountLimit }), ended: none, invalid: none },
});

/**
 * Sets a partner's credit limit; null closes the account to new bookings. `expected` is the limit as read, to detect
 * conflicts.
 */
export const setAccountLimit = (input: { agreement: Uuid; limit: MinorUnits | null; expected: AccountLimit }) =>
  rpc(setAccountLimitRpc, {
    agreement: input.agreement,
    credit_limit: input.limit as number,
    expected: input.expected as Json,
  });

export const recordAccountPaymentRpc = defineRpc('record_account_payment', {
  response: none,
  refusals: { id_reused: none, invalid: none },
});

/** Records a payment by a partner. Idempotent by `payment`. */
export const recordAccountPayment = (input: {
  payment: Uuid;
  agreement: Uuid;
  amount: MinorUnits;
  currency: string;
  paidOn: LocalDate;
  reference: string;
}) => {
  const { paidOn, ...more } = input;
  return rpc(recordAccountPaymentRpc, { ...more, paid_on: paidOn });
};

export const correctAccountPaymentRpc = defineRpc('correct_account_payment', {
  response: none,
  refusals: { corrected: none, id_reused: none, invalid: none },
});

/** Reverses a wrong payment with a separate ledger line. Idempotent by `correction`. */
export const correctAccountPayment = (input: { correction: Uuid; payment: Uuid; reason: string }) =>
  rpc(correctAccountPaymentRpc, { ...input });
