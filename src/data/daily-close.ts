/** Money that a company received and refunded: the daily close, and ledger rows for bookkeeping. */
import * as v from 'valibot';
import { PAYMENT_DIFFERENCE_KINDS, PAYMENT_METHODS } from '../domain/bookings.ts';
import { DOCUMENT_KINDS } from '../domain/document-sheet.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { textOrNull } from './parse-response.ts';

const method = v.picklist(PAYMENT_METHODS);
const dailyCloseSchema = v.object({
  rows: v.array(
    v.object({
      currency: v.string(),
      method,
      /** Null: not a team member but the guest, or the cancellation policy. */
      actor: v.nullable(v.object({ id: v.string(), name: textOrNull })),
      isOnline: v.boolean(),
      // Minor units.
      received: v.number(),
      refunded: v.number(),
      count: v.number(),
    }),
  ),
});
export type DailyCloseRow = v.InferOutput<typeof dailyCloseSchema>['rows'][number];

export const readDailyCloseRpc = defineRpc('read_daily_close', { response: dailyCloseSchema });

/**
 * Reads the daily close; `day` is in the company's time zone. Fails with `not_permitted` unless the person may see
 * guests.
 */
export const readDailyClose = (company: Uuid, day: LocalDate, signal?: AbortSignal) =>
  rpc(readDailyCloseRpc, { company, day }, { signal });

const ledgerExportSchema = v.object({
  money: v.array(
    v.object({
      date: v.string(),
      time: v.string(),
      isRefund: v.boolean(),
      /** Minor units. */
      amount: v.number(),
      currency: v.string(),
      method,
      actor: textOrNull,
      booking: v.string(),
      provider: textOrNull,
      reference: textOrNull,
      documents: v.string(),
    }),
  ),
  documents: v.array(
    v.object({
      number: v.string(),
      kind: v.picklist(DOCUMENT_KINDS),
      date: v.string(),
      booking: v.string(),
      buyer: textOrNull,
      vatNumber: textOrNull,
      currency: v.string(),
      rates: v.array(v.object({ rate: v.nullable(v.number()), gross: v.number(), net: v.number(), vat: v.number() })),
      refersTo: v.array(v.string()),
    }),
  ),
});
export type LedgerExport = v.InferOutput<typeof ledgerExportSchema>;

export const readLedgerExportRpc = defineRpc('read_ledger_export', {
  response: ledgerExportSchema,
  refusals: { too_many: v.object({ max: v.number() }) },
});

/** Reads all ledger rows and documents of a range of at most a year and a day. */
export const readLedgerExport = (
  company: Uuid,
  { from, to }: { from: LocalDate; to: LocalDate },
  signal?: AbortSignal,
) => rpc(readLedgerExportRpc, { company, from_date: from, to_date: to }, { signal });

const differenceSchema = v.object({
  id: v.string(),
  provider: v.string(),
  isRefund: v.boolean(),
  /** The provider's transaction id. */
  reference: v.string(),
  difference: v.picklist(PAYMENT_DIFFERENCE_KINDS),
  // Minor units in our ledger, and in the provider's list (`provider…`).
  amount: v.nullable(v.number()),
  currency: textOrNull,
  providerAmount: v.nullable(v.number()),
  providerCurrency: textOrNull,
  foundAt: v.string(),
  booking: v.nullable(v.object({ id: v.string(), reference: v.string(), name: v.string() })),
});
const differencesSchema = v.object({ differences: v.array(differenceSchema) });
export type PaymentDifference = v.InferOutput<typeof differenceSchema>;

export const readPaymentDifferencesRpc = defineRpc('read_payment_differences', { response: differencesSchema });

/** Reads unsettled differences from the nightly comparison with the provider, newest first. */
export const readDifferences = (company: Uuid, signal?: AbortSignal) =>
  rpc(readPaymentDifferencesRpc, { company }, { signal });

export const settlePaymentDifferenceRpc = defineRpc('settle_payment_difference', { response: v.object({}) });

/** Records why a difference is settled; it leaves the list. */
export const settleDifference = (id: Uuid, note: string) => rpc(settlePaymentDifferenceRpc, { difference: id, note });
