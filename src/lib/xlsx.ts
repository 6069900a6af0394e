/**
 * Streams a table as the files of an XLSX archive and holds one row at a time. A library's writer creates several
 * objects for each cell, which takes half of the time and most of the memory of an export of 100,000 rows.
 */
import type { ZipFile } from './zip.ts';

export interface SheetColumn {
  header: string;
  /** Number format code of the spreadsheet. */
  numberFormat?: string;
  /** In characters. */
  width?: number;
}
/** Cells of text or numbers; '' leaves a cell empty. */
export type SheetRow = readonly (string | number)[];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The most rows that a sheet can have; the rest goes into further sheets. */
const MAX_ROWS = 1_048_576;
/** Characters that are yielded at a time. */
const PIECE_LENGTH = 65_536;
/** The first free id for custom number formats. */
const FIRST_FORMAT_ID = 164;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Characters that XML cannot hold are written as `_x000D_`, and so is text that only looks like such an escape.
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;
const escaped = (text: string) =>
  text.replace(
    SPECIAL,
    (character) => ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

/** Returns the letters of a column (`A` … `AA`) by its index from 0. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Returns the spreadsheet's serial number of a UTC instant. */
export const serialTime = (milliseconds: number): number => milliseconds / 86_400_000 + 25_569;

const headOf = (columns: readonly SheetColumn[]) =>
  `${DECLARED}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns
    .map(({ width = 9 }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;

function stylesOf(formatCodes: readonly string[]): string {
  const formats = formatCodes.map(
    (code, at) => `<numFmt numFmtId="${FIRST_FORMAT_ID + at}" formatCode="${escaped(code)}"/>`,
  );
  const cells = formatCodes.map(
    (_, at) =>
      `<xf numFmtId="${FIRST_FORMAT_ID + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
  return `${DECLARED}<styleSheet xmlns="${MAIN}">${formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : ''}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length + 1}">${plain}${cells.join('')}</cellXfs></styleSheet>`;
}

/** Yields the archive's files: one sheet, or more if the rows do not fit, then the metadata. */
export async function* xlsxFiles(
  rows: AsyncIterable<SheetRow>,
  { sheet, columns, maxRows = MAX_ROWS }: { sheet: string; columns: readonly SheetColumn[]; maxRows?: number },
): AsyncGenerator<ZipFile> {
  const source = rows[Symbol.asyncIterator]();
  const formatCodes = [...new Set(columns.flatMap((column) => column.numberFormat ?? []))];
  const columnNames = columns.map((_, at) => columnLetters(at));
  const styles = columns.map((column) =>
    column.numberFormat === undefined ? '' : ` s="${formatCodes.indexOf(column.numberFormat) + 1}"`,
  );

  function line(values: SheetRow, number: number): string {
    let cells = '';
    for (const [at, value] of values.entries()) {
      if (value === '') continue;
      const cellStart = `<c r="${columnNames[at]}${number}"`;
      if (typeof value === 'number') cells += `${cellStart}${styles[at]}><v>${value}</v></c>`;
      else {
        const space = /^\s|\s$|[\n\t]/.test(value) ? ' xml:space="preserve"' : '';
        cells += `${cellStart} t="inlineStr"><is><t${space}>${escaped(value)}</t></is></c>`;
      }
    }
    return `<row r="${number}">${cells}</row>`;
  }

  let next = await source.next();
  async function* content(): AsyncGenerator<string> {
    let piece =
      headOf(columns) +
      line(
        columns.map(({ header }) => header),
        1,
      );
    for (let number = 2; !next.done && number <= maxRows; number += 1) {
      piece += line(next.value, number);
      if (piece.length > PIECE_LENGTH) {
        yield piece;
        piece = '';
      }
      next = await source.next();
    }
    yield `${piece}</sheetData></worksheet>`;
  }

  const names: string[] = [];
  do {
    names.push(names.length === 0 ? sheet.slice(0, 31) : `${sheet.slice(0, 27)}_${names.length + 1}`);
    yield { name: `xl/worksheets/sheet${names.length}.xml`, content: content(), packed: true };
  } while (!next.done);

  yield { name: 'xl/styles.xml', content: only(stylesOf(formatCodes)), packed: true };
  yield* metadataFiles(names);
}

/** Yields the files that list the sheets of these names, and each other. */
function* metadataFiles(names: readonly string[]): Generator<ZipFile> {
  const xmlFile = (name: string, text: string): ZipFile => ({ name, content: only(DECLARED + text), packed: true });
  const each = (elementOf: (number: number) => string) => names.map((_, at) => elementOf(at + 1)).join('');
  yield xmlFile(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="${escaped(names[n - 1] ?? '')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  yield xmlFile(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield xmlFile(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  yield xmlFile(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`)}</Types>`,
  );
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}
