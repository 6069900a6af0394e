/** Inspects the columns of a booking file before its rows are parsed. */
import { PRICE_CATEGORY_TYPES } from '../enums.ts';
import type { LocalDate } from '../ids.ts';
import type { BookingField } from './booking-fields.ts';
import { currencyInCell } from './cells.ts';
import { columnIndexes, type Mapping } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { inspectDates, parseDateCell, type DateColumn, type DateOrder } from './dates.ts';

/** What the user must be asked, depending on the columns. */
export interface BookingInspection {
  dates: Partial<Record<'date' | 'created', DateColumn>>;
  tours: { name: string; rows: number }[];
  /** Amounts have no currency, so the user must choose one. */
  asksCurrency: boolean;
}

export const NEEDED_FIELDS: readonly BookingField[] = ['tour', 'date'];
/** Returns the fields that the mapping lacks to create bookings. */
export function missingFields(mapping: Mapping<BookingField>): BookingField[] {
  const has = (field: BookingField) => mapping.includes(field);
  return [
    ...NEEDED_FIELDS.filter((field) => !has(field)),
    ...(has('name') || has('firstName') || has('lastName') ? [] : (['name'] as const)),
    ...(has('party') || has('guests') || has('kind') || PRICE_CATEGORY_TYPES.some(has) ? [] : (['guests'] as const)),
  ];
}

const cellsOf = (rows: readonly CsvRow[], at: number) =>
  at < 0 ? [] : rows.filter(({ isBroken }) => !isBroken).map(({ cells }) => cells[at]?.trim() ?? '');

export function inspectBookings(
  rows: readonly CsvRow[],
  { mapping }: { mapping: Mapping<BookingField> },
): BookingInspection {
  const at = columnIndexes(mapping);
  const dates: BookingInspection['dates'] = {};
  for (const field of ['date', 'created'] as const)
    if (at(field) >= 0) dates[field] = inspectDates(cellsOf(rows, at(field)));
  const tours = new Map<string, number>();
  for (const cell of cellsOf(rows, at('tour'))) if (cell) tours.set(cell, (tours.get(cell) ?? 0) + 1);
  const amounts = [...cellsOf(rows, at('total')), ...cellsOf(rows, at('paid'))].filter((cell) => /[1-9]/.test(cell));
  return {
    dates,
    tours: [...tours].map(([name, count]) => ({ name, rows: count })),
    asksCurrency: at('currency') < 0 && amounts.some((cell) => currencyInCell(cell) === ''),
  };
}

/** Returns the first and the last day of the date column, or null if it has none. */
export function daysOf(
  rows: readonly CsvRow[],
  mapping: Mapping<BookingField>,
  order: DateOrder,
): { from: LocalDate; to: LocalDate } | null {
  let [from, to] = ['9', ''];
  for (const cell of new Set(cellsOf(rows, columnIndexes(mapping)('date')))) {
    const day = parseDateCell(cell, order);
    if (day === null) continue;
    if (day < from) from = day;
    if (day > to) to = day;
  }
  return to === '' ? null : { from, to };
}
