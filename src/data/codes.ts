/** Codes of a company: discount codes and gift vouchers. */
import * as v from 'valibot';
import type { LocalDate, MinorUnits, Uuid } from '../domain/ids.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { textOrNull } from './parse-response.ts';

export const CODE_KINDS = ['percentage', 'amount', 'gift'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const numberOrNull = v.nullable(v.number());
const code = v.object({
  id: v.string(),
  code: v.string(),
  kind: v.picklist(CODE_KINDS),
  percent: numberOrNull,
  /** Discount, or the voucher's first balance, in minor units of `currency`. */
  amount: numberOrNull,
  currency: textOrNull,
  /** Empty: valid for all tours. */
  tours: v.array(v.string()),
  firstDay: textOrNull,
  lastDay: textOrNull,
  maxUses: numberOrNull,
  isDisabled: v.boolean(),
  note: textOrNull,
  version: v.number(),
  /** Active bookings that use the code. */
  uses: v.number(),
  /** Remaining balance of a gift voucher in minor units. */
  balance: numberOrNull,
});
export type Code = v.InferOutput<typeof code>;
const RESPONSE = v.object({
  codes: v.array(code),
  tours: v.array(v.object({ id: v.string(), title: v.record(v.string(), v.string()) })),
});
export type Codes = v.InferOutput<typeof RESPONSE>;

export const readCodesRpc = defineRpc('read_codes', { response: RESPONSE });

export const readCodes = (company: Uuid, signal?: AbortSignal) => rpc(readCodesRpc, { company }, { signal });

export interface CodeFields {
  code: string;
  kind: CodeKind;
  percent: number | null;
  amount: MinorUnits | null;
  tours: Uuid[];
  firstDay: LocalDate | null;
  lastDay: LocalDate | null;
  maxUses: number | null;
  isDisabled: boolean;
  note: string;
}
export interface CodeInput extends CodeFields {
  company: Uuid;
  /** Made by the client for a new code, with version 0. */
  id: Uuid;
  version: number;
}
const REFUSALS = {
  stale: v.object({ version: v.number() }),
  code_taken: v.object({}),
  /** The kind or worth of a used code cannot change, nor a voucher's amount fall below what was redeemed. */
  in_use: v.object({}),
};
export type SaveCodeRefusal = keyof typeof REFUSALS;

export const saveCodeRpc = defineRpc('save_code', { response: RESPONSE, refusals: REFUSALS });

export const saveCode = ({ company, id, version, firstDay, lastDay, maxUses, isDisabled, ...fields }: CodeInput) =>
  rpc(saveCodeRpc, {
    company,
    code_id: id,
    version,
    input: { ...fields, first_day: firstDay, last_day: lastDay, max_uses: maxUses, is_disabled: isDisabled },
  });
