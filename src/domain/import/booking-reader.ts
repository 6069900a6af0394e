/**
 * Parses a file's rows to bookings: reads each cell, finds the departure, and computes the key that identifies the row
 * on a later import.
 */
import { normalizeText } from '../search-text.ts';
import { openBookingFile, type BookingFile } from './booking-file.ts';
import { openBookingRow, type BookingRow } from './booking-row.ts';
import { parseAmounts, parseBookingState, parseContact, parseDeparture, parseParty } from './booking-row-parts.ts';
import { parseSource } from './booking-values.ts';
import { hashText } from './columns.ts';
import type { CsvRow } from './csv.ts';
import type { BookingAnswers, BookingColumns, BookingLookup, ImportedBooking } from './imported-booking.ts';
import type { ParsedRow } from './rows.ts';

/** Returns a parser that takes the rows in order and refuses the second row of a key. */
export function bookingReader(
  book: BookingLookup,
  columns: BookingColumns,
  answers: BookingAnswers,
): (row: CsvRow) => ParsedRow<ImportedBooking> {
  const file = openBookingFile(book, columns, answers);
  const before = new Map<string, number>();

  return (csvRow) => {
    const row = openBookingRow(csvRow, file.at);
    if (csvRow.isBroken) {
      row.refuse('broken');
      return row.done(null);
    }
    if (csvRow.cells.slice(file.width).some((cell) => cell.trim() !== '')) row.refuse('too_many_cells');
    const parsed = parseBooking(row, file);
    if (!parsed) return row.done(null);
    const { booking, keyField } = parsed;
    const first = before.get(booking.key);
    if (first !== undefined) {
      row.refuse('twice', keyField, first);
      return row.done(null);
    }
    before.set(booking.key, csvRow.line);
    return row.done(booking);
  };
}

/** Returns the booking and the field of its key, or null if the row is refused. */
function parseBooking(
  row: BookingRow,
  file: BookingFile,
): { booking: ImportedBooking; keyField: 'reference' | 'voucher' | 'name' } | null {
  const { read, text, leaveOut } = row;
  const { tour, departure } = parseDeparture(row, file);
  const contact = parseContact(row, file);
  const party = parseParty(row, file, tour);
  const { total, paid } = parseAmounts(row, file);
  const state = parseBookingState(row);
  const source = read('source') === '' ? 'office' : (parseSource(read('source')) ?? 'partner');
  const note = text('note', 5000);
  const created = read('created') === '' ? null : file.createdOf(read('created'));
  if (read('created') !== '' && created === null) leaveOut('date', 'created');
  const reference = text('reference', 200);
  const voucher = text('voucher', 200);
  if (row.isRefused() || !departure || state === null) return null;

  const uniqueId = reference ?? voucher;
  const { name, email, phone } = contact;
  const key = uniqueId
    ? `r:${uniqueId.toLowerCase()}`
    : `h:${hashText(JSON.stringify([departure.tourId, departure.localDate, departure.minute, normalizeText(name), email?.toLowerCase(), phone]))}`;
  const booking: ImportedBooking = {
    key,
    fingerprint: {
      when: departure.id,
      party: file.hashOf(JSON.stringify(Object.entries(party).sort())),
      contact: hashText(JSON.stringify(contact)),
      note: file.hashOf(note ?? ''),
      total,
      paid: paid ?? 0,
      ...(state.isInFile ? { state: state.status } : {}),
    },
    departureId: departure.id,
    party,
    contact,
    state: state.status,
    note,
    source,
    voucherNumber: voucher ?? reference,
    total,
    paid: paid ?? 0,
    // The file has no time: at noon UTC, the day is the same in most time zones.
    createdAt: created === null ? null : `${created}T12:00:00Z`,
  };
  return { booking, keyField: uniqueId ? (reference ? 'reference' : 'voucher') : 'name' };
}
