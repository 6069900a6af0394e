/** Outcomes and problems of imported rows. */

/** The server's outcomes of a row. `private.import_outcome`. */
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

/** Rows per request; the import can be stopped between two requests. */
export const ROWS_PER_REQUEST = 250;

/**
 * Problems in addition to the server's outcomes of a booking. `several_departures`: the departure is ambiguous.
 * `amount_each`: it is unclear whether the amount is per guest or for the party.
 */
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
  // The server's problems of a tour.
  'taken',
  'over_capacity',
  'ages',
  'price_twice',
  // The result is unknown, or the row was not sent any more.
  'failed',
  'left',
] as const;
export type RowProblem = (typeof CELL_PROBLEMS)[number] | Exclude<ImportOutcome, 'new' | 'changed' | 'same'>;

export interface RowReason {
  code: RowProblem;
  /** The column from 0; null: the row as a whole. */
  column: number | null;
  /** A value for the message: the line of the first occurrence, or the seats left. */
  detail?: number;
}

/** A row's content at its last import, by part: amounts for `paid` and `total`, hashes for the others. */
export type RowFingerprint = Readonly<Record<string, string | number | null>>;

/** A parsed row: its problems, or the payload. */
export interface ParsedRow<Sent> {
  line: number;
  cells: readonly string[];
  reasons: readonly RowReason[];
  /** Optional cells that were not understood and are ignored. */
  leftOut?: readonly RowReason[];
  sent: Sent | null;
}

export const ROW_OUTCOMES = ['new', 'changed', 'same', 'refused'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
export interface ClassifiedRow<Sent> extends ParsedRow<Sent> {
  outcome: RowOutcome;
  /** Of a booking that changes: the parts that differ. Empty for tours. */
  changedFields: readonly string[];
}

/** Returns the parts that differ from the last import. */
export const findChangedFields = (before: RowFingerprint, now: RowFingerprint): string[] =>
  Object.keys(now).filter((field) => (before[field] ?? null) !== (now[field] ?? null));
