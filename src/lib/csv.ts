export type CsvValue = string | number | boolean | null | undefined;

/** Cell delimiter and decimal separator of a file. */
export interface CsvFormat {
  delimiter?: string;
  decimal?: string;
}

/**
 * Returns the format that spreadsheets of a locale open without an import dialog: semicolons where the decimal
 * separator is a comma.
 */
export function csvFormatOf(locale: string): Required<CsvFormat> {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return { delimiter: decimal === ',' ? ';' : ',', decimal };
}

/**
 * Matches text that spreadsheets read as a formula, also after apostrophes, so that removing one cannot create a
 * formula.
 */
const RISKY = /^'*[=+\-@\t\r\n]/;

/** Formats a CSV cell. Text that begins like a formula (`=`, `+`, `-`, `@`, tab, line break) gets an apostrophe. */
export function escapeCsvCell(value: CsvValue, { delimiter = ',', decimal = '.' }: CsvFormat = {}): string {
  if (value === null || value === undefined) return '';
  // Numbers are safe even with a minus sign; only text can carry a formula.
  const text =
    typeof value === 'number'
      ? String(value).replace('.', decimal)
      : typeof value === 'string' && RISKY.test(value)
        ? `'${value}`
        : String(value);
  const isPlain = typeof value === 'number' ? !text.includes(delimiter) : !/[",\n\r;\t]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Removes the apostrophe that `escapeCsvCell` added; takes the cell as a CSV parser returns it. */
export const unescapeCsvText = (cell: string): string =>
  cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell;

/** Formats rows as CSV (RFC 4180) with CRLF line ends; defaults to commas and decimal points. */
export function csvTable(rows: readonly (readonly CsvValue[])[], format: CsvFormat = {}): string {
  const { delimiter = ',' } = format;
  return rows.map((row) => `${row.map((value) => escapeCsvCell(value, format)).join(delimiter)}\r\n`).join('');
}

/** Byte order mark by which spreadsheets recognise UTF-8. */
export const UTF8_BOM = '\uFEFF';

/** Returns `csvTable` with a byte order mark, as spreadsheets need it. */
export const csvFile = (rows: readonly (readonly CsvValue[])[], format?: CsvFormat): string =>
  UTF8_BOM + csvTable(rows, format);
