/** Parses the file off the main thread. Pure: no network access. */
import { bookingReader } from '../../domain/import/booking-reader.ts';
import { mergeGuestRows } from '../../domain/import/guest-rows.ts';
import { inspectBookings, daysOf } from '../../domain/import/booking-inspection.ts';
import type { BookingAnswers, BookingLookup, BookingColumns } from '../../domain/import/imported-booking.ts';
import type { BookingField } from '../../domain/import/booking-fields.ts';
import type { Mapping } from '../../domain/import/columns.ts';
import { parseCsv, type CsvFile, type CsvRow } from '../../domain/import/csv.ts';
import type { DateOrder } from '../../domain/import/dates.ts';
import type { ParsedRow } from '../../domain/import/rows.ts';
import { stateColumns, type StateColumn } from '../../domain/import/state-columns.ts';
import { decodeText, type EncodingDoubt, type TextEncoding } from '../../domain/import/text.ts';
import type { TourField } from '../../domain/import/tour-headings.ts';
import { tourReader } from '../../domain/import/tour-reader.ts';
import type { FileTour } from '../../domain/import/file-tours.ts';

const MAX_ROWS = 50_000;
/** Rows per message. */
const PAGE_ROWS = 2500;

export interface OpenedFile {
  headings: string[];
  /** The first rows, as examples of each column. */
  samples: string[][];
  rows: number;
  delimiter: CsvFile['delimiter'];
  encoding: TextEncoding;
  /** Set if the encoding is a guess. */
  doubt: EncodingDoubt | null;
  /** In a file of bookings: columns that may say which are cancelled. */
  stateColumns: StateColumn[];
}
export type FileProblem = 'empty' | 'not_csv' | 'workbook' | 'too_many';

export type ToWorker =
  | { kind: 'open'; bytes: ArrayBuffer; encoding?: TextEncoding }
  | { kind: 'inspect'; mapping: Mapping<BookingField> }
  | { kind: 'days'; mapping: Mapping<BookingField>; order: DateOrder }
  | { kind: 'bookings'; columns: BookingColumns; answers: BookingAnswers; book: BookingLookup }
  | { kind: 'tours'; mapping: Mapping<TourField>; currency: string; tours: FileTour[] };
export type FromWorker =
  /** Progress of the request, from 0 to 1. */
  | { kind: 'share'; share: number }
  | { kind: 'page'; rows: string }
  | { kind: 'done'; value: unknown }
  | { kind: 'problem'; problem: FileProblem }
  | { kind: 'failed'; message: string };

let rows: readonly CsvRow[] = [];
const post = (message: FromWorker) => postMessage(message);

function open(bytes: ArrayBuffer, selectedEncoding: TextEncoding | undefined): void {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  // Magic numbers of XLSX (zip) and legacy XLS files.
  if ((start[0] === 0x50 && start[1] === 0x4b) || (start[0] === 0xd0 && start[1] === 0xcf))
    return post({ kind: 'problem', problem: 'workbook' });
  const { text, encoding, doubt } = decodeText(new Uint8Array(bytes), selectedEncoding);
  if (text.includes('\0')) return post({ kind: 'problem', problem: 'not_csv' });
  let file: CsvFile;
  try {
    file = parseCsv(text, (share) => post({ kind: 'share', share }));
  } catch {
    return post({ kind: 'problem', problem: 'not_csv' });
  }
  if (file.headings.every((heading) => heading === '') || file.rows.length === 0)
    return post({ kind: 'problem', problem: 'empty' });
  if (file.rows.length > MAX_ROWS) return post({ kind: 'problem', problem: 'too_many' });
  ({ rows } = file);
  const contents: OpenedFile = {
    headings: file.headings,
    samples: rows
      .filter(({ isBroken }) => !isBroken)
      .slice(0, 20)
      .map(({ cells }) => cells),
    rows: rows.length,
    delimiter: file.delimiter,
    encoding,
    doubt,
    stateColumns: stateColumns(file.headings, rows),
  };
  post({ kind: 'done', value: contents });
}

function readAll(of: readonly CsvRow[], read: (row: CsvRow) => ParsedRow<unknown>): void {
  for (let at = 0; at < of.length; at += PAGE_ROWS) {
    // JSON text copies between threads about ten times as fast as many small objects.
    post({ kind: 'page', rows: JSON.stringify(of.slice(at, at + PAGE_ROWS).map(read)) });
    post({ kind: 'share', share: Math.min(1, (at + PAGE_ROWS) / of.length) });
  }
  post({ kind: 'done', value: null });
}

function take(message: ToWorker): void {
  switch (message.kind) {
    case 'open':
      return open(message.bytes, message.encoding);
    case 'inspect':
      return post({ kind: 'done', value: inspectBookings(rows, message) });
    case 'days':
      return post({ kind: 'done', value: daysOf(rows, message.mapping, message.order) });
    case 'bookings':
      return readAll(
        mergeGuestRows(rows, message.columns.mapping),
        bookingReader(message.book, message.columns, message.answers),
      );
    case 'tours':
      return readAll(rows, tourReader(message.tours, { ...message, makeId: () => crypto.randomUUID() }));
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  try {
    take(data);
  } catch (error) {
    post({ kind: 'failed', message: String(error) });
  }
});
