/** The refused rows as they came, with why beside them: to be corrected and brought again. */
import type { ClassifiedRow } from '../../domain/import/rows.ts';
import { csvFile } from '../../lib/csv.ts';

export interface RefusedFile {
  headings: readonly string[];
  delimiter: string;
  /** The heading of the last column, which no import reads. */
  reasonHeading: string;
  reasonsOf(row: ClassifiedRow<unknown>): string;
}

/** With the mark by which spreadsheets take it for UTF-8. */
export function refusedFile(
  rows: readonly ClassifiedRow<unknown>[],
  { headings, delimiter, reasonHeading, reasonsOf }: RefusedFile,
): string {
  // A report that was brought again has the column already.
  const keeps = headings.flatMap((heading, at) => (heading === reasonHeading ? [] : [at]));
  const table = rows
    .filter(({ outcome }) => outcome === 'refused')
    .map((row) => [...keeps.map((at) => row.cells[at] ?? ''), reasonsOf(row), ...row.cells.slice(headings.length)]);
  return csvFile([[...keeps.map((at) => headings[at] ?? ''), reasonHeading], ...table], { delimiter });
}
