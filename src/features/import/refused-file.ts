/**
 * The refused rows as they were in the file, with the reasons in an extra column, to be corrected and imported again.
 */
import type { ClassifiedRow } from '../../domain/import/rows.ts';
import { csvFile } from '../../lib/csv.ts';

export interface RefusedFile {
  headings: readonly string[];
  delimiter: string;
  /** Heading of the reason column, which imports ignore. */
  reasonHeading: string;
  reasonsOf(row: ClassifiedRow<unknown>): string;
}

/** Returns the CSV text, with a byte order mark so that spreadsheets detect UTF-8. */
export function refusedFile(
  rows: readonly ClassifiedRow<unknown>[],
  { headings, delimiter, reasonHeading, reasonsOf }: RefusedFile,
): string {
  // A file that was exported this way before already has the column.
  const originalColumns = headings.flatMap((heading, at) => (heading === reasonHeading ? [] : [at]));
  const table = rows
    .filter(({ outcome }) => outcome === 'refused')
    .map((row) => [
      ...originalColumns.map((at) => row.cells[at] ?? ''),
      reasonsOf(row),
      // Surplus cells of a row have no heading, so they come last.
      ...row.cells.slice(headings.length),
    ]);
  return csvFile([[...originalColumns.map((at) => headings[at] ?? ''), reasonHeading], ...table], { delimiter });
}
