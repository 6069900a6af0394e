/**
 * Columns that may say which bookings are cancelled although nobody has said what they are. A file without its status column brings
 * cancelled bookings back as confirmed ones, so such a column is asked about and never left out by itself.
 */
import { parseStatus, namesStatus } from './booking-values.ts';
import type { BookingField } from './booking-fields.ts';
import { normalizeHeading, type Mapping } from './columns.ts';
import type { CsvRow } from './csv.ts';

/** A column of more different values is text. */
const MOST_VALUES = 30;
/** Words that a heading of such a column has, in our languages; whole, or the beginning of one. */
const STATE = /^(?:status|state|statut|estado|estatus|stato|tilstand|.+status)$/;
const ENDED = /^(?:cancel|annul|anul|afbest|aflys|disdett|cancell|storn|void|refund|reembols|rimbors|refunder)/;
/** What else has a status: the payment, an invoice, a mail. */
const OTHERS =
  /^(?:pay|paid|pago|pagament|betaling|betalt|invoice|factura|faktura|fattura|refund|mail|email|sms|voucher|waiver|marketing|newsletter|vat|subscription|member|civil|marital|state|province|provincia|provins|region|zip|policy|politica|politik|fee|gebyr|reason|motivo|arsag|county|address|direccion|indirizzo|adresse)/;

/** What a column may be: its number, from 0, and some of what it says. */
export interface StateColumn {
  at: number;
  values: string[];
}

/** Returns the columns whose heading or whose values are those of a status; whatever they are mapped to. */
export function stateColumns(headings: readonly string[], rows: readonly CsvRow[]): StateColumn[] {
  return headings.flatMap((heading, at): StateColumn[] => {
    const counts = new Map<string, number>();
    for (const { cells, isBroken } of rows) {
      const value = isBroken ? '' : (cells[at]?.trim() ?? '');
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const values = [...counts.keys()];
    const shown = values.slice(0, 3);
    const words = normalizeHeading(heading).split(' ');
    const isOther = words.some((word) => OTHERS.test(word) && !(words.length === 1 && STATE.test(word)));
    if (!isOther && words.some((word) => STATE.test(word) || ENDED.test(word))) return [{ at, values: shown }];
    if (counts.size > MOST_VALUES) return [];
    const sum = (of: (value: string) => boolean) =>
      values.reduce((total, value) => total + (of(value) ? counts.get(value)! : 0), 0);
    // A payment may be pending whose booking is not.
    const isLost = values.some(
      (value) =>
        namesStatus(value) && parseStatus(value) !== 'CONFIRMED' && !(isOther && parseStatus(value) === 'PENDING'),
    );
    // Some words of a system may be new to us.
    return isLost && sum(namesStatus) * 2 >= sum(() => true) ? [{ at, values: shown }] : [];
  });
}

/**
 * Returns those that nothing has been said about. What is known of a system's own report as none of ours is not asked about, as long
 * as another column is the status.
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
