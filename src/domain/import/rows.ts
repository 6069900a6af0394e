/** What becomes of the rows of a file that is brought in: the closed lists, and what is told of a row. */

/** What the server answers of a row. `private.import_outcome`. */
export const IMPORT_OUTCOMES = [
  'new',
  'changed',
  'same',
  'invalid',
  'no_departure',
  'departure_cancelled',
  'closed',
  'sold_out',
  'wrong_category',
  'wrong_age',
  'not_accompanied',
  'party_too_small',
  'checked_in',
  'wrong_state',
  'paid_less',
  'stale',
  'undecided',
  'not_found',
  'earns_commission',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** So many rows go to the server at a time: between two of them one may stop. */
export const ROWS_PER_REQUEST = 250;

/** Why a cell is not taken, beside what the server may answer. `several_departures`: which one is meant is not said. `amount_each`: whether each
 * guest pays it or the party. */
export const CELL_PROBLEMS = [
  'required',
  'broken',
  'too_many_cells',
  'date',
  'time',
  'money',
  'currency',
  'count',
  'no_guests',
  'party',
  'amount_each',
  'email',
  'phone',
  'too_long',
  'country',
  'status',
  'held',
  'language',
  'unknown_tour',
  'not_sold',
  'several_departures',
  'twice',
  'taken',
  'over_capacity',
  'ages',
  'price_twice',
  'failed',
  'left',
] as const;
export type RowProblem = (typeof CELL_PROBLEMS)[number] | Exclude<ImportOutcome, 'new' | 'changed' | 'same'>;

export interface RowReason {
  code: RowProblem;
  /** Of the file, from 0; null: the row as a whole. */
  column: number | null;
  /** What the words need: the line that it was in before, the seats that are left. */
  detail?: number;
}

/** What a row came last time, part by part: `sumByCurrency` and `total` as amounts, the others as marks. */
export type RowFingerprint = Readonly<Record<string, string | number | null>>;

/** A row of the file as it was read: what is wrong with it, or what is sent. */
export interface ParsedRow<Sent> {
  line: number;
  cells: readonly string[];
  reasons: readonly RowReason[];
  /** What the row comes without: cells that were not understood and that it can do without. */
  leftOut?: readonly RowReason[];
  sent: Sent | null;
}

export const ROW_OUTCOMES = ['new', 'changed', 'same', 'refused'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
/** A row with what becomes of it. */
export interface ClassifiedRow<Sent> extends ParsedRow<Sent> {
  outcome: RowOutcome;
  /** Of a changed one: which parts are otherwise. */
  parts: readonly string[];
}

/** The parts that are otherwise than they came last. */
export const changedParts = (before: RowFingerprint, now: RowFingerprint): string[] =>
  Object.keys(now).filter((part) => (before[part] ?? null) !== (now[part] ?? null));
