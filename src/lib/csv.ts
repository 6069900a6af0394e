export type CsvValue = string | number | boolean | null | undefined;

/** How a file is written: what parts its cells, and the sign before decimals. */
export interface CsvFormat {
  delimiter?: string;
  decimal?: string;
}

/** As the spreadsheets of a language take a file by a double click: where decimals have a comma, semicolons part the cells. */
export function csvFormatOf(locale: string): Required<CsvFormat> {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return { delimiter: decimal === ',' ? ';' : ',', decimal };
}

/** What spreadsheets take for the beginning of a formula. After an apostrophe as well: taking one off must not make it one. */
const RISKY = /^'*[=+\-@\t\r\n]/;

/** A cell that no spreadsheet takes for a formula: `=`, `+`, `-`, `@`, tab and line breaks get an apostrophe before them. */
export function escapeCsvCell(value: CsvValue, { delimiter = ',', decimal = '.' }: CsvFormat = {}): string {
  if (value === null || value === undefined) return '';
  // A number is a number, minus or not; only text can carry a formula.
  const text =
    typeof value === 'number'
      ? String(value).replace('.', decimal)
      : typeof value === 'string' && RISKY.test(value)
        ? `'${value}`
        : String(value);
  const isPlain = typeof value === 'number' ? !text.includes(delimiter) : !/[",\n\r;\t]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** What `escapeCsvCell` made of a text, as a reader of CSV gives it, without the apostrophe that it was given. */
export const unescapeCsvText = (cell: string): string =>
  cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell;

/** Rows as CSV (RFC 4180) with a header, lines ended by CR LF; with commas and points, unless told otherwise. */
export function csvTable(rows: readonly (readonly CsvValue[])[], way: CsvFormat = {}): string {
  const { delimiter = ',' } = way;
  return rows.map((row) => `${row.map((value) => escapeCsvCell(value, way)).join(delimiter)}\r\n`).join('');
}

/** By which spreadsheets take a file for UTF-8. */
export const UTF8_BOM = '\uFEFF';

/** A whole file for spreadsheets: `csvTable` with the mark before it. */
export const csvFile = (rows: readonly (readonly CsvValue[])[], way?: CsvFormat): string =>
  UTF8_BOM + csvTable(rows, way);
