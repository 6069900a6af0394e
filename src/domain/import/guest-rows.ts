/** Merges the rows of files that have one row for each guest. */
import { normalizeText } from '../search-text.ts';
import type { BookingField } from './booking-fields.ts';
import { parseCount } from './cells.ts';
import { columnIndexes, type Mapping } from './columns.ts';
import type { CsvRow } from './csv.ts';

/** Separates the amounts of merged rows. */
export const AMOUNT_SEPARATOR = ' + ';

/**
 * Merges rows if the file has a category column, that is, a row for each guest or category. The merged row takes the
 * place of the first, with the party as text in its category column. Rows belong together if their reference (or else
 * their contact), tour, time and status are equal. If only the reference is equal, they stay separate, and the later
 * one is refused.
 */
export function mergeGuestRows(rows: readonly CsvRow[], mapping: Mapping<BookingField>): readonly CsvRow[] {
  const at = columnIndexes(mapping);
  if (at('kind') < 0) return rows;
  const cellOf = ({ cells }: CsvRow, field: BookingField) => cells[at(field)]?.trim() ?? '';
  const bookings = new Map<string, CsvRow[]>();
  for (const [index, row] of rows.entries()) {
    const bookingKey = cellOf(row, 'reference') || cellOf(row, 'voucher');
    const who = bookingKey
      ? [bookingKey]
      : (['name', 'firstName', 'lastName', 'email', 'phone'] as const).map((field) => cellOf(row, field));
    const when = (['tour', 'date', 'time', 'status', 'cancelled'] as const).map((field) => cellOf(row, field));
    const key = row.isBroken ? String(index) : JSON.stringify([who, when].flat().map(normalizeText));
    bookings.set(key, [...(bookings.get(key) ?? []), row]);
  }
  return [...bookings.values()].map((guests) => {
    const [first] = guests as [CsvRow];
    if (first.isBroken) return first;
    const party = new Map<string, number>();
    const unread: string[] = [];
    for (const guest of guests) {
      // "Adult (13+)": the part in parentheses is not needed.
      const kind = cellOf(guest, 'kind').replace(/\s*[([].*$/, '');
      const count = parseCount(cellOf(guest, 'guests') || '1');
      if (count === null) unread.push(`${cellOf(guest, 'guests')} × ${kind}`);
      else party.set(kind, (party.get(kind) ?? 0) + count);
    }
    const cells = [...first.cells];
    cells[at('kind')] = [...[...party].map(([kind, count]) => `${count} × ${kind}`), ...unread].join(', ');
    for (const field of ['total', 'paid'] as const) {
      const filled = guests.map((guest) => cellOf(guest, field)).filter((cell) => /[1-9]/.test(cell));
      if (filled.length > 0) cells[at(field)] = filled.join(AMOUNT_SEPARATOR);
    }
    return { ...first, cells };
  });
}
