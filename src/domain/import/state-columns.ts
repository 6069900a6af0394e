/**
 * Finds unmapped columns that may contain the bookings' status. Without the status, cancelled bookings would be
 * imported as confirmed, so the user is asked about such columns.
 */
import { parseStatus, namesStatus } from './booking-values.ts';
import type { BookingField } from './booking-fields.ts';
import { normalizeHeading, type Mapping } from './columns.ts';
import type { CsvRow } from './csv.ts';

/** A column with more distinct values is text. */
const MAX_DISTINCT_VALUES = 30;
/** A word of a status column's heading, in our languages. */
const STATE = /^(?:status|state|statut|estado|estatus|stato|tilstand|.+status)$/;
/** The beginning of such a word if the column says that a booking has ended. */
const ENDED = /^(?:cancel|annul|anul|afbest|aflys|disdett|storn|void|refund|reembols|rimbors)/;
/** Words of columns with another status, such as payment, invoice or mail. */
const OTHERS =
  /^(?:pay|paid|pago|pagament|betaling|betalt|invoice|factura|faktura|fattura|refund|mail|email|sms|voucher|waiver|marketing|newsletter|vat|subscription|member|civil|marital|state|province|provincia|provins|region|zip|policy|politica|politik|fee|gebyr|reason|motivo|arsag|county|address|direccion|indirizzo|adresse)/;

/** A possible status column: its index from 0, and example values. */
export interface StateColumn {
  at: number;
  values: string[];
}

/** Returns the columns whose heading or values look like a booking status, mapped or not. */
export function stateColumns(headings: readonly string[], rows: readonly CsvRow[]): StateColumn[] {
  return headings.flatMap((heading, at): StateColumn[] => {
    const counts = new Map<string, number>();
    for (const { cells, isBroken } of rows) {
      const value = isBroken ? '' : (cells[at]?.trim() ?? '');
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const values = [...counts.keys()];
    const examples = values.slice(0, 3);
    const words = normalizeHeading(heading).split(' ');
    const isOther = words.some((word) => OTHERS.test(word) && !(words.length === 1 && STATE.test(word)));
    if (!isOther && words.some((word) => STATE.test(word) || ENDED.test(word))) return [{ at, values: examples }];
    if (counts.size > MAX_DISTINCT_VALUES) return [];
    const sum = (of: (value: string) => boolean) =>
      values.reduce((total, value) => total + (of(value) ? counts.get(value)! : 0), 0);
    // A payment may be pending although its booking is confirmed.
    const hasEndedState = values.some(
      (value) =>
        namesStatus(value) && parseStatus(value) !== 'CONFIRMED' && !(isOther && parseStatus(value) === 'PENDING'),
    );
    // Only half of the values must be known, as systems have other words too.
    return hasEndedState && sum(namesStatus) * 2 >= sum(() => true) ? [{ at, values: examples }] : [];
  });
}

/**
 * Returns the columns that the user must still decide on. Known unused columns of a system's report are skipped if the
 * status is mapped.
 */
export function undecidedColumns(
  columns: readonly StateColumn[],
  {
    mapping,
    decided,
    isKnown,
  }: { mapping: Mapping<BookingField>; decided: ReadonlySet<number>; isKnown(at: number): boolean },
): StateColumn[] {
  const hasStatus = mapping.includes('status') || mapping.includes('cancelled');
  return columns.filter(({ at }) => mapping[at] === null && !decided.has(at) && !(hasStatus && isKnown(at)));
}
