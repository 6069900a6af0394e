export const EXPORT_TYPES = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;

export interface ExportColumn {
  header: string;
  /** `time`: its numbers are milliseconds at which a clock in Greenwich says what is meant. */
  kind?: 'money' | 'time';
  /** In signs, as spreadsheets measure. */
  width?: number;
}
export type ExportRow = readonly (string | number)[];
export interface ExportHead {
  columns: readonly ExportColumn[];
  sheet: string;
  /** The reader's: a CSV is written as spreadsheets of that language read it. */
  locale: string;
}
