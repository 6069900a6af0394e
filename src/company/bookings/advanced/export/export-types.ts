import type { CellKind, FILE_TYPES, FileRow } from '../../../../lib/file-cells.ts';

export type ExportFormat = keyof typeof FILE_TYPES;

export interface ExportColumn {
  header: string;
  kind?: CellKind;
  /** In signs, as spreadsheets measure. */
  width?: number;
}
export type ExportRow = FileRow;
export interface ExportHead {
  columns: readonly ExportColumn[];
  sheet: string;
  /** The reader's: a CSV is written as spreadsheets of that language read it. */
  locale: string;
}
