import { describe, expect, test } from 'vitest';
import { SELECTABLE_ENCODINGS, decodeText, type TextEncoding } from './text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const concatBytes = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
/** Encodes a text in a single-byte encoding by decoding each byte. */
function encodeSingleByte(text: string, encoding: 'windows-1252' | 'macintosh' | 'cp850'): Uint8Array {
  const table = Array.from({ length: 256 }, (_, byte) => decodeText(Uint8Array.of(byte), encoding).text);
  table[13] = '\r';
  return Uint8Array.from([...text].map((character) => table.indexOf(character)));
}
const encodeUtf16 = (text: string, { big = false, mark = false } = {}) =>
  Uint8Array.from(
    [...(mark ? '\ufeff' : ''), ...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      return big ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );
const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const HEAD = 'Reference,Name,Tour\r\n';

/** Names in our languages, each decoded from its own small file. */
const NAMES = [
  ['Søren Ærø', 'José Muñoz'],
  ['Åse Lund', 'Jørgen Holm'],
  ['Zoë Brontë', 'René Müller'],
  ['Núria Peña', 'Iñaki Ibáñez'],
  ['Niccolò Città', 'Perché Là'],
  ['François Noël', 'Hélène Lefèvre'],
  ['Jürgen Groß', 'Käthe Schröder'],
  ['ÅSE ØRSTED', 'MUÑOZ PEÑA'],
] as const;

describe.each(NAMES)('%s and %s', (first, second) => {
  const text = `${HEAD}1,${first},Café\r\n2,${second},Tour\r\n`;
  const expected = text.replaceAll('\r\n', '\n');
  test.each([
    ['UTF-8', utf8(text), 'utf-8', false],
    ['UTF-8 with a byte order mark', concatBytes(MARK, utf8(text)), 'utf-8', false],
    ['UTF-8 with classic Mac line ends', utf8(text.replaceAll('\r\n', '\r')), 'utf-8', false],
    ['UTF-16 with a byte order mark', encodeUtf16(text, { mark: true }), 'utf-16le', false],
    ['UTF-16 without a byte order mark', encodeUtf16(text), 'utf-16le', false],
    ['big-endian UTF-16 with a byte order mark', encodeUtf16(text, { big: true, mark: true }), 'utf-16be', false],
    ['big-endian UTF-16 without a byte order mark', encodeUtf16(text, { big: true }), 'utf-16be', false],
    ['Windows', encodeSingleByte(text, 'windows-1252'), 'windows-1252', true],
    [
      'windows-1252 after the byte order mark of UTF-8',
      concatBytes(MARK, encodeSingleByte(text, 'windows-1252')),
      'windows-1252',
      true,
    ],
    ['Mac OS Roman', encodeSingleByte(text.replaceAll('\r\n', '\r'), 'macintosh'), 'macintosh', true],
    ['MS-DOS', encodeSingleByte(text, 'cp850'), 'cp850', true],
    ['UTF-8 that was encoded twice', utf8(doubled(text)), 'utf-8-twice', true],
  ] as [string, Uint8Array, TextEncoding, boolean][])('are read in %s', (_, bytes, encoding, isDoubtful) => {
    const read = decodeText(bytes);
    expect(read.text).toBe(expected);
    expect(read.encoding).toBe(encoding);
    expect(read.doubt !== null).toBe(isDoubtful);
    if (read.doubt) expect(read.doubt.examples.map(({ word }) => word)).toContain(first);
  });
});

/** A text as a program shows it that takes UTF-8 for windows-1252. */
const doubled = (text: string) => new TextDecoder('windows-1252').decode(utf8(text));

describe('a file of two encodings', () => {
  test.each([
    [
      'one byte of windows-1252',
      concatBytes(utf8(`${HEAD}1,Søren Ærø\n2,Ren`), Uint8Array.of(0xe9), utf8(',x\n')),
      'René',
      3,
    ],
    [
      'one byte of Mac OS Roman',
      concatBytes(utf8(`${HEAD}1,Søren Ærø\n2,Ren`), Uint8Array.of(0x8e), utf8(',x\n')),
      'René',
      3,
    ],
    ['a byte in the first line', concatBytes(utf8('R'), Uint8Array.of(0xe9), utf8('f,Name\n1,Søren Ærø\n')), 'Réf', 1],
  ])('%s is repaired and reported with its line', (_, bytes, word, line) => {
    const { text, encoding, doubt } = decodeText(bytes);
    expect(encoding).toBe('utf-8');
    expect(text).toContain(word);
    expect(text).toContain('Søren Ærø');
    expect(doubt).toEqual({ repaired: 1, examples: [{ line, word }] });
  });
  test('concatenated lists are read, even if the second has its own byte order mark', () => {
    const bytes = concatBytes(
      utf8('Søren Ærø\n'),
      MARK,
      utf8('Åse\n'),
      encodeSingleByte('Núria Peña\nJosé\n', 'windows-1252'),
    );
    const { text, doubt } = decodeText(bytes);
    expect(text.replaceAll('\ufeff', '')).toBe('Søren Ærø\nÅse\nNúria Peña\nJosé\n');
    expect(doubt?.repaired).toBe(3);
  });
});

describe('characters of UTF-8 beside an invalid byte', () => {
  const beside = (...bytes: number[]) =>
    decodeText(
      concatBytes(utf8('Søren Ærø Åse '), Uint8Array.from(bytes), utf8(' Jos'), Uint8Array.of(0xe9), utf8('\n')),
    );
  test.each([
    ['the first of two bytes', [0xc2, 0x80]],
    ['the last of two bytes', [0xdf, 0xbf]],
    ['the first of three bytes', [0xe0, 0xa0, 0x80]],
    ['the last before the surrogates', [0xed, 0x9f, 0xbf]],
    ['the last of three bytes', [0xef, 0xbf, 0xbd]],
    ['the first of four bytes', [0xf0, 0x90, 0x80, 0x80]],
    ['the last of Unicode', [0xf4, 0x8f, 0xbf, 0xbf]],
  ])('%s is kept', (_, bytes) => {
    const { text, doubt } = beside(...bytes);
    expect(text).toBe(`Søren Ærø Åse ${new TextDecoder().decode(Uint8Array.from(bytes))} José\n`);
    expect(doubt).toEqual({ repaired: 1, examples: [{ line: 1, word: 'José' }] });
  });
  test.each([
    ['an overlong form of two bytes', [0xc1, 0xbf]],
    ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf]],
    ['what is beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a first byte beyond Unicode', [0xf5, 0x80, 0x80, 0x80]],
    ['a character without its last byte', [0xe2, 0x82]],
    ['a byte that only continues one', [0xbf]],
  ])('%s is repaired byte by byte', (_, bytes) => {
    expect(beside(...bytes).doubt?.repaired).toBe(bytes.length + 1);
  });
  test('a word is reported once for each line, and five at most', () => {
    const word = concatBytes(utf8('Jos'), Uint8Array.of(0xe9));
    const line = (...words: Uint8Array[]) => concatBytes(...words.flatMap((one) => [one, utf8(',')]), utf8('\n'));
    const other = concatBytes(utf8('Ren'), Uint8Array.of(0xe9));
    const { doubt } = decodeText(
      concatBytes(
        utf8('Søren Ærø Åse Jørgen Bjørn Øst Ærø Åge Søs\n'),
        line(word, word, other),
        ...Array(4).fill(line(word)),
      ),
    );
    expect(doubt).toEqual({
      repaired: 7,
      examples: [
        { line: 2, word: 'José' },
        { line: 2, word: 'René' },
        { line: 3, word: 'José' },
        { line: 4, word: 'José' },
        { line: 5, word: 'José' },
      ],
    });
  });
});

test('a cell that repeats is one example, even if it is truncated', () => {
  const cell = `Søren ${'x'.repeat(50)}`;
  const { doubt } = decodeText(encodeSingleByte(`${HEAD}1,${cell},x\n2,${cell},x\n3,José,x\n`, 'windows-1252'));
  expect(doubt?.examples).toEqual([
    { line: 2, word: cell.slice(0, 40) },
    { line: 4, word: 'José' },
  ]);
});

test('an example of a long cell contains the letter that is in doubt', () => {
  const { doubt } = decodeText(encodeSingleByte(`${HEAD}1,${'x'.repeat(60)} Søren Holm,x\n2,José,x\n`, 'windows-1252'));
  expect(doubt?.examples[0]).toEqual({ line: 2, word: `${'x'.repeat(18)} Søren Holm` });
});

test('the user’s choice of an encoding is certain', () => {
  const bytes = encodeSingleByte('Søren', 'macintosh');
  for (const encoding of SELECTABLE_ENCODINGS)
    expect(decodeText(bytes, encoding)).toMatchObject({ encoding, doubt: null });
  expect(decodeText(bytes, 'macintosh').text).toBe('Søren');
});

test.each(['Plain names,only\n', '', 'a'])('%j is certain', (text) => {
  expect(decodeText(utf8(text))).toEqual({ text, encoding: 'utf-8', doubt: null });
});
