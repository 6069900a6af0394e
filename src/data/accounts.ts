/** Partners' accounts: what their own bookings cost is owed by the partner, up to a limit, and what it has paid in. */
import * as v from 'valibot';
import type { LocalDate, MinorUnits, Uuid } from '../domain/ids.ts';
import { LINK_STATUSES } from './companies.ts';
import type { Json } from './database-types.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

/** Up to what is booked on account, and in which currency; null where nothing is. */
export const accountLimit = v.nullable(v.object({ limit: v.number(), currency: v.string() }));
export type AccountLimit = v.InferOutput<typeof accountLimit>;
/** What is owed; below zero: paid ahead. */
export const owedSchema = v.array(v.object({ currency: v.string(), open: v.number() }));

export const ACCOUNT_LINE_KINDS = ['booked', 'given_back', 'paid_in', 'corrected'] as const;
const line = v.object({
  id: v.string(),
  at: instant,
  kind: v.picklist(ACCOUNT_LINE_KINDS),
  /** Above zero it went on the account, below it went off. */
  amount: v.number(),
  /** A booking's reference, its tour and day; null of a payment. */
  booking: v.nullable(v.string()),
  titles: v.nullable(localised),
  localDate: v.nullable(localDate),
  guests: v.nullable(v.number()),
  /** The partner's own number. */
  voucher: v.nullable(v.string()),
  /** Of a payment what was noted, of a correction why; of a booking the one that it was joined with or split from. */
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
const whole = v.object({
  agreement: v.string(),
  standing: v.picklist(LINK_STATUSES),
  company: v.string(),
  organisation: v.string(),
  timeZone: v.string(),
  account: accountLimit,
  sums: owedSchema,
  /** `2027-05`, by the company's clock. */
  month: v.string(),
  /** In which anything was put on it first; null: nothing ever was. */
  firstMonth: v.nullable(v.string()),
  statements: v.array(statement),
});
export type Account = v.InferOutput<typeof whole>;

/** An account with the statement of a month, for who manages either side. Fails with `not_permitted` and like any call. */
export const readPartnerAccount = (
  given: { company: Uuid; organisation: Uuid; month: string | null },
  options: { signal?: AbortSignal | undefined } = {},
) =>
  rpc(
    'read_account',
    {
      company: given.company,
      organisation: given.organisation,
      ...(given.month === null ? {} : { month: given.month }),
    },
    { ...options, answer: whole },
  );

const none = v.object({});

/** Gives a partner an account, with another limit, or null: nothing more goes on it. `was`: as it had been read. */
export const setAccountLimit = (given: { agreement: Uuid; limit: MinorUnits | null; was: AccountLimit }) =>
  rpc(
    'set_account_limit',
    { agreement: given.agreement, credit_limit: given.limit as number, was: given.was as Json },
    { answer: none, refusals: { changed: v.object({ account: accountLimit }), ended: none, invalid: none } },
  );

/** Takes down what a partner has paid in. Safe to repeat by `payment`. */
export const recordAccountPayment = (given: {
  payment: Uuid;
  agreement: Uuid;
  amount: MinorUnits;
  currency: string;
  paidOn: LocalDate;
  reference: string;
}) => {
  const { paidOn, ...more } = given;
  return rpc(
    'record_account_payment',
    { ...more, paid_on: paidOn },
    { answer: none, refusals: { id_reused: none, invalid: none } },
  );
};

/** Takes a payment that was taken down wrongly back, by a line of its own. Safe to repeat by `correction`. */
export const correctAccountPayment = (given: { correction: Uuid; payment: Uuid; reason: string }) =>
  rpc(
    'correct_account_payment',
    { ...given },
    { answer: none, refusals: { corrected: none, id_reused: none, invalid: none } },
  );
