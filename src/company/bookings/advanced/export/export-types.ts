import type { CellKind, FILE_TYPES, FileRow } from '../../../../lib/file-cells.ts';

export type ExportFormat = keyof typeof FILE_TYPES;

export interface ExportColumn {
  header: string;
  kind?: CellKind;
  /** Width in characters, as spreadsheets measure it. */
  width?: number;
}
export type ExportRow = FileRow;
export interface ExportHead {
  columns: readonly ExportColumn[];
  sheet: string;
  /** Locale of the reader; determines the CSV dialect. */
  locale: string;
}
