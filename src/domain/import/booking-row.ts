/** A row of the booking import while it is parsed: its cells and their errors. */
import { PRICE_CATEGORY_TYPES } from '../enums.ts';
import { parseTextInput } from '../email-address.ts';
import { isLongerThan } from '../fields.ts';
import type { BookingField } from './booking-fields.ts';
import { optionalCell } from './cells.ts';
import type { CsvRow } from './csv.ts';
import type { ImportedBooking } from './imported-booking.ts';
import type { ParsedRow, RowProblem, RowReason } from './rows.ts';

export interface BookingRow {
  /** Returns a field's cell; '' without a column. */
  read(field: BookingField): string;
  /** Returns a text's cell, or null if it is empty. Refuses longer ones. */
  text(field: BookingField, longest: number): string | null;
  refuse(code: RowProblem, field?: BookingField | null, detail?: number): void;
  /** Reports a cell that was not understood and is ignored, as a booking can do without it. */
  leaveOut(code: RowProblem, field: BookingField): void;
  isRefused(...codes: RowProblem[]): boolean;
  done(sent: ImportedBooking | null): ParsedRow<ImportedBooking>;
}

/** Fields whose cell may say that there is nothing, such as "n/a"; in other fields that is text. */
const OPTIONAL: ReadonlySet<BookingField> = new Set([
  'email',
  'phone',
  'country',
  'locale',
  'language',
  'source',
  'created',
  'voucher',
  'total',
  'paid',
  'currency',
  'status',
  'cancelled',
  ...PRICE_CATEGORY_TYPES,
]);

/** Cleans a cell: short texts lose invisible characters, long ones are free text. */
const plainCell = (cell: string) =>
  /^[\x20-\x7e]*$/.test(cell) ? cell.trim() : parseTextInput(cell, cell.length).replaceAll('\u00a0', ' ');

/** `at` returns the column of a field, or -1. */
export function openBookingRow({ line, cells }: CsvRow, at: (field: BookingField) => number): BookingRow {
  const reasons: RowReason[] = [];
  const leftOut: RowReason[] = [];
  // Cleaned once, although fields are read several times.
  const values = cells.map(plainCell);
  const read = (field: BookingField) => {
    const cell = values[at(field)] ?? '';
    // "NA" is Namibia, not "not available".
    if (field === 'country' && cell === 'NA') return cell;
    return OPTIONAL.has(field) ? optionalCell(cell) : cell;
  };
  const reasonAt = (code: RowProblem, field: BookingField | null, detail?: number): RowReason => ({
    code,
    column: field === null || at(field) < 0 ? null : at(field),
    ...(detail === undefined ? {} : { detail }),
  });
  const refuse: BookingRow['refuse'] = (code, field = null, detail) => {
    reasons.push(reasonAt(code, field, detail));
  };
  return {
    read,
    refuse,
    text(field, longest) {
      if (isLongerThan(read(field), longest)) refuse('too_long', field);
      return read(field) || null;
    },
    leaveOut(code, field) {
      leftOut.push(reasonAt(code, field));
    },
    isRefused: (...codes) => reasons.some(({ code }) => codes.length === 0 || codes.includes(code)),
    done: (sent) => ({
      line,
      cells,
      reasons,
      ...(leftOut.length > 0 ? { leftOut } : {}),
      sent: reasons.length > 0 ? null : sent,
    }),
  };
}
