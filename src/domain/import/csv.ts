/** Parses CSV as spreadsheets and other systems write it. An unclosed quote breaks only its own line. */
import Papa from 'papaparse';
import { unescapeCsvText } from '../../lib/csv.ts';
import { visibleText } from '../email-address.ts';

export const DELIMITERS = [';', ',', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
  /** The row's quotes are unbalanced, so its cells are unreliable. */
  isBroken: boolean;
}
export interface CsvFile {
  delimiter: Delimiter;
  headings: string[];
  rows: CsvRow[];
}

/** A file with more broken lines is not CSV. */
const MAX_BROKEN_LINES = 200;
const SEP = /^"?sep=([;,\t])"?\n/i;

/**
 * Detects the delimiter: the most frequent one outside quotes in the line of headings. A title line above has none and
 * is skipped.
 */
export function detectDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text.trimStart().slice(0, 20_000)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') {
      if (DELIMITERS.some((delimiter) => counts.has(delimiter))) break;
      counts.clear();
    } else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const countOf = (delimiter: Delimiter) => counts.get(delimiter) ?? 0;
  return DELIMITERS.reduce(
    (best, candidate) => (countOf(candidate) > countOf(best) ? candidate : best),
    ',' as Delimiter,
  );
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => visibleText(cell) === '');
const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0);

/** Calls `each` for every record with its line. After a broken record, parsing resumes on the next line. */
function records(text: string, delimiter: Delimiter, each: (row: CsvRow, done: number) => void): void {
  let from = 0;
  let line = 1;
  let broken = 0;
  let width: number | null = null;
  while (from < text.length) {
    let start = from;
    let isBroken = false;
    Papa.parse<string[]>(text.slice(from), {
      delimiter,
      newline: '\n',
      step: ({ data, errors, meta }, parser) => {
        if (isBroken) return;
        const breaks = breaksIn(data);
        // Unbalanced quotes can merge several records into one with another number of cells.
        isBroken =
          errors.some(({ type }) => type === 'Quotes') || (breaks > 0 && width !== null && data.length !== width);
        if (isBroken) return parser.abort();
        start = from + meta.cursor;
        if (!isEmpty(data)) {
          // A title line has a single cell and does not define the width.
          if (data.length > 1) width ??= data.length;
          each({ line, cells: data.map(unescapeCsvText), isBroken: false }, start);
        }
        line += 1 + breaks;
      },
    });
    if (!isBroken) return;
    broken += 1;
    if (broken > MAX_BROKEN_LINES) throw new RangeError('Too many broken lines');
    const end = text.indexOf('\n', start);
    const brokenLine = text.slice(start, end === -1 ? undefined : end);
    each({ line, cells: brokenLine.split(delimiter), isBroken: true }, start);
    line += 1;
    from = end === -1 ? text.length : end + 1;
  }
}

/** Parses a file. `onProgress` receives the share that is done. Throws if the text is not CSV. */
export function parseCsv(text: string, onProgress: (share: number) => void = () => undefined): CsvFile {
  const named = SEP.exec(text);
  const delimiter = (named?.[1] as Delimiter | undefined) ?? detectDelimiter(text);
  const body = named ? text.slice(named[0].length) : text;
  const all: CsvRow[] = [];
  records(body, delimiter, (row, done) => {
    all.push(named ? { ...row, line: row.line + 1 } : row);
    if (all.length % 2000 === 0) onProgress(done / body.length);
  });
  // Some systems write the report's title above the headings.
  const filled = (at: number) => all[at]?.cells.filter((cell) => cell.trim() !== '').length ?? 0;
  const [first, ...rows] = filled(0) === 1 && filled(1) > 2 ? all.slice(1) : all;
  if (!first || first.isBroken) return { delimiter, headings: [], rows: [] };
  return { delimiter, headings: first.cells.map(visibleText), rows };
}
