/** Writes rows to a CSV or XLSX file incrementally. Runs in the export worker; independent of bookings. */
import { now } from '../../../../lib/clock.ts';
import { UTF8_BOM, csvTable, csvFormatOf } from '../../../../lib/csv.ts';
import { csvRow, FILE_TYPES, numberFormatOf, xlsxRow } from '../../../../lib/file-cells.ts';
import { xlsxFiles } from '../../../../lib/xlsx.ts';
import { zip } from '../../../../lib/zip.ts';
import type { ExportFormat, ExportHead, ExportRow } from './export-types.ts';

export interface ExportFile {
  /** Resolves when there is room for more rows; rejects if the file cannot be made. */
  add(rows: readonly ExportRow[]): Promise<void>;
  end(): Promise<Blob>;
}

/** Bytes or characters buffered before they become a Blob, which the browser may store on disk. */
const CHUNK_SIZE = 1_000_000;

/** Collects output as Blobs outside of the worker's memory. */
function chunkCollector(type: string) {
  const blobs: Blob[] = [];
  let [chunk, size]: [(string | Uint8Array<ArrayBuffer>)[], number] = [[], 0];
  const flush = () => {
    blobs.push(new Blob(chunk));
    [chunk, size] = [[], 0];
  };
  return {
    add: (part: string | Uint8Array<ArrayBuffer>) => {
      chunk.push(part);
      size += part.length;
      if (size >= CHUNK_SIZE) flush();
    },
    end: (): Blob => {
      flush();
      return new Blob(blobs, { type });
    },
  };
}

function csvFile({ columns, locale }: ExportHead): ExportFile {
  const csvFormat = csvFormatOf(locale);
  const kinds = columns.map(({ kind }) => kind);
  const file = chunkCollector(FILE_TYPES.csv);
  file.add(UTF8_BOM);
  file.add(csvTable([columns.map(({ header }) => header)], csvFormat));
  return {
    add: (rows) => {
      file.add(
        csvTable(
          rows.map((row) => csvRow(row, kinds)),
          csvFormat,
        ),
      );
      return Promise.resolve();
    },
    end: () => Promise.resolve(file.end()),
  };
}

function xlsxFile({ columns, sheet }: ExportHead): ExportFile {
  const kinds = columns.map(({ kind }) => kind);
  // Backpressure: `add` waits until the rows are written, so only one batch is in memory.
  const queue: (readonly ExportRow[])[] = [];
  let wakeWriter: (() => void) | null = null;
  let confirmWritten: (() => void) | null = null;
  let isEnd = false;
  async function* allRows() {
    for (;;) {
      const rows = queue.shift();
      if (rows) {
        for (const row of rows) yield xlsxRow(row, kinds);
        confirmWritten?.();
      } else if (isEnd) return;
      else await new Promise<void>((resolve) => (wakeWriter = resolve));
    }
  }
  const blobPromise = (async () => {
    const file = chunkCollector(FILE_TYPES.xlsx);
    const files = xlsxFiles(allRows(), {
      sheet,
      columns: columns.map(({ header, kind, width }) => ({
        header,
        ...numberFormatOf(kind),
        ...(width ? { width } : {}),
      })),
    });
    for await (const bytes of zip(files, new Date(now()))) file.add(bytes);
    return file.end();
  })();
  // Avoids an unhandled rejection; `add` and `end` report the error.
  blobPromise.catch(() => undefined);
  return {
    add: async (rows) => {
      const written = new Promise<void>((resolve) => (confirmWritten = resolve));
      queue.push(rows);
      wakeWriter?.();
      // A failed file consumes no more rows, so waiting for `written` alone would hang.
      await Promise.race([written, blobPromise]);
    },
    end: () => {
      isEnd = true;
      wakeWriter?.();
      return blobPromise;
    },
  };
}

/** Creates a file with a header row. Text cells are never interpreted as formulas. */
export const exportFile = (format: ExportFormat, head: ExportHead): ExportFile =>
  format === 'csv' ? csvFile(head) : xlsxFile(head);
