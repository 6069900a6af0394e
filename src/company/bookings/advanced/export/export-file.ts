/** Rows as a file, piece by piece. Runs in the export's worker; knows nothing of bookings. */
import { writeXlsxStream } from 'hucre/xlsx';
import { CSV_MARK, csvTable, csvWayOf } from '../../../../lib/csv.ts';
import { EXPORT_TYPES, type ExportColumn, type ExportFormat, type ExportHead, type ExportRow } from './export-types.ts';

export interface ExportFile {
  /** Answers when there is room for more; fails when the file cannot be made. */
  add(rows: readonly ExportRow[]): Promise<void>;
  end(): Promise<Blob>;
}

/** A row whose times are as `of` writes them. */
const timed = <Time>(row: ExportRow, columns: readonly ExportColumn[], of: (milliseconds: number) => Time) =>
  row.map((value, at) => (typeof value === 'number' && columns[at]?.kind === 'time' ? of(value) : value));

function csvFile({ columns, locale }: ExportHead): ExportFile {
  const way = csvWayOf(locale);
  const minutes = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');
  const parts: string[] = [CSV_MARK, csvTable([columns.map(({ header }) => header)], way)];
  return {
    add: (rows) => {
      parts.push(
        csvTable(
          rows.map((row) => timed(row, columns, minutes)),
          way,
        ),
      );
      return Promise.resolve();
    },
    end: () => Promise.resolve(new Blob(parts, { type: EXPORT_TYPES.csv })),
  };
}

/** How a spreadsheet shows a kind of numbers, each reader in the way of their own system. */
const SHOWN = { money: '#,##0.00#', time: 'yyyy-mm-dd hh:mm' };

function xlsxFile({ columns, sheet }: ExportHead): ExportFile {
  // What is written waits for what is made: a page at a time is in memory, beside the file.
  const waiting: (readonly ExportRow[])[] = [];
  let wake: (() => void) | null = null;
  let taken: (() => void) | null = null;
  let isEnd = false;
  async function* all() {
    for (;;) {
      const rows = waiting.shift();
      if (rows) {
        for (const row of rows) yield timed(row, columns, (milliseconds) => new Date(milliseconds));
        taken?.();
      } else if (isEnd) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const blob = new Response(
    writeXlsxStream(all(), {
      name: sheet,
      columns: columns.map(({ header, kind, width }) => ({
        header,
        ...(kind ? { numFmt: SHOWN[kind] } : {}),
        ...(width ? { width } : {}),
      })),
      freezePane: { rows: 1 },
    }),
  ).blob();
  // Heard where it is waited for, here or at the end.
  blob.catch(() => undefined);
  return {
    add: async (rows) => {
      const done = new Promise<void>((resolve) => (taken = resolve));
      waiting.push(rows);
      wake?.();
      // A file that broke takes nothing any more, and whoever waited for room would wait for ever.
      await Promise.race([done, blob]);
    },
    end: async () => {
      isEnd = true;
      wake?.();
      return new Blob([await blob], { type: EXPORT_TYPES.xlsx });
    },
  };
}

/** A file with a line of headers. Texts stay texts: no spreadsheet takes one for a formula. */
export const exportFile = (format: ExportFormat, head: ExportHead): ExportFile =>
  format === 'csv' ? csvFile(head) : xlsxFile(head);
