import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvTable } from '../../lib/csv.ts';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';
import { DELIMITERS, detectDelimiter, parseCsv } from './csv.ts';
import { decodeText } from './text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
/** Without characters from 0x80 to 0x9F, which Node decodes otherwise than browsers. */
const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!);

describe('decodeText', () => {
  test.each([
    ['UTF-8 with a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes('Søren €')), 'utf-8'],
    ['UTF-8 without one', bytes('Søren €'), 'utf-8'],
    [
      'UTF-16 as Excel saves "Unicode text"',
      Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Uint16Array.from('Søren €', (s) => s.charCodeAt(0)).buffer)),
      'utf-16le',
    ],
    ['the default of spreadsheets', windows1252('Søren ¢'), 'windows-1252'],
  ] as const)('reads %s', (_, input, encoding) => {
    expect(decodeText(input)).toMatchObject({ text: encoding === 'windows-1252' ? 'Søren ¢' : 'Søren €', encoding });
  });

  test('normalises line breaks', () => {
    expect(decodeText(bytes('a\r\nb\rc\nd')).text).toBe('a\nb\nc\nd');
  });
});

describe('rows', () => {
  test.each([
    ['a;b,c;d\n1;2;3', ';'],
    ['a,b,c\n1;2;3;4;5', ','],
    ['a\tb', '\t'],
    ['"a;b;c",d\n', ','],
    ['one', ','],
  ])('%j is delimited by %j', (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter));

  test('the delimiter may be named; empty lines and quoted line breaks keep line numbers', () => {
    expect(parseCsv('sep=;\nName;Note\n\nAnna;"one\ntwo ""three"""\n;\nBo;x\n')).toEqual({
      delimiter: ';',
      headings: ['Name', 'Note'],
      rows: [
        { line: 4, cells: ['Anna', 'one\ntwo "three"'], isBroken: false },
        { line: 7, cells: ['Bo', 'x'], isBroken: false },
      ],
    });
  });

  test.each([
    ['to the end', 'a;b\n1;2\n3;"four\n5;6\n7;8\n'],
    ['until the next quote', 'a;b\n1;2\n3;"four\n5;6\n"7";8\n'],
    ['until a quote that seems to close it', 'a;b;c\n1;2;0\n3;"four;0\n5;6;"0"\n7;8;0\n'],
  ])('an unclosed quote, %s, breaks no other line', (_, text) => {
    const { rows } = parseCsv(text);
    expect(rows.filter(({ isBroken }) => isBroken).map(({ line }) => line)).toContain(3);
    const intactLines = rows.filter(({ isBroken }) => !isBroken).map(({ line }) => line);
    expect(intactLines).toEqual(expect.arrayContaining([2, 5]));
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  });

  test('refuses text that is not CSV', () => {
    expect(() => parseCsv(`a,b\n${'"x"y,1\n'.repeat(300)}`)).toThrow(RangeError);
    expect(parseCsv('').headings).toEqual([]);
  });

  test('what is written is read back, with any delimiter and any beginning of a cell', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('"', ';', ',', '\t', '\n', '\r', '=', '+', '-', '@', "'", 'a', ' '),
        maxLength: 8,
      }),
    );
    const rows = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }).map((body) => ({
        headings: Array.from({ length: width }, (_, at) => `Heading ${at}`),
        body: body.filter((row) => row.some((cell) => cell.trim() !== '')),
      })),
    );
    fc.assert(
      fc.property(rows, fc.constantFrom(...DELIMITERS), fc.boolean(), ({ headings, body }, delimiter, hasMark) => {
        const csv = `${hasMark ? '\uFEFF' : ''}${csvTable([headings, ...body], { delimiter })}`;
        const read = parseCsv(decodeText(bytes(csv)).text);
        expect(read).toMatchObject({ delimiter, headings });
        expect(read.rows.map(({ cells }) => cells)).toEqual(
          body.map((row) => row.map((cell) => cell.replace(/\r\n?/g, '\n'))),
        );
        expect(read.rows.some(({ isBroken }) => isBroken)).toBe(false);
      }),
      randomCheckOptions(500),
    );
  });
});
