/** Discount codes and gift vouchers of a company. */
import * as v from 'valibot';
import type { LocalDate, MinorUnits, Uuid } from '../domain/ids.ts';
import { rpc } from './rpc.ts';

export const CODE_KINDS = ['percentage', 'amount', 'gift'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const number = v.nullable(v.number());
const text = v.nullable(v.string());
const code = v.object({
  id: v.string(),
  code: v.string(),
  kind: v.picklist(CODE_KINDS),
  percent: number,
  amount: number,
  currency: text,
  /** Empty: valid for all tours. */
  tours: v.array(v.string()),
  firstDay: text,
  lastDay: text,
  mostUses: number,
  isOff: v.boolean(),
  note: text,
  version: v.number(),
  /** Active bookings that use the code. */
  uses: v.number(),
  /** Remaining balance of a gift voucher in minor units. */
  left: number,
});
export type CompanyCode = v.InferOutput<typeof code>;
const ANSWER = v.object({
  codes: v.array(code),
  tours: v.array(v.object({ id: v.string(), title: v.record(v.string(), v.string()) })),
});
export type Codes = v.InferOutput<typeof ANSWER>;

export const readCodes = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_codes', { company }, { signal, answer: ANSWER });

export interface CodeInput {
  code: string;
  kind: CodeKind;
  percent: number | null;
  amount: MinorUnits | null;
  tours: Uuid[];
  firstDay: LocalDate | null;
  lastDay: LocalDate | null;
  mostUses: number | null;
  isOff: boolean;
  note: string;
}
export interface SaveCode extends CodeInput {
  company: Uuid;
  /** Made by the client for a new code, with version 0. */
  id: Uuid;
  version: number;
}
const REFUSALS = { stale: v.object({ version: v.number() }), code_taken: v.object({}), in_use: v.object({}) };
export type CodeProblem = keyof typeof REFUSALS;

export const saveCode = ({ company, id, version, firstDay, lastDay, mostUses, isOff, ...fields }: SaveCode) =>
  rpc(
    'save_code',
    {
      company,
      code_id: id,
      version,
      given: { ...fields, first_day: firstDay, last_day: lastDay, most_uses: mostUses, is_off: isOff },
    },
    { answer: ANSWER, refusals: REFUSALS },
  );
