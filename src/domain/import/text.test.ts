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

test('the user’s choice of an encoding is certain', () => {
  const bytes = encodeSingleByte('Søren', 'macintosh');
  for (const encoding of SELECTABLE_ENCODINGS)
    expect(decodeText(bytes, encoding)).toMatchObject({ encoding, doubt: null });
  expect(decodeText(bytes, 'macintosh').text).toBe('Søren');
});

test.each(['Plain names,only\n', '', 'a'])('%j is certain', (text) => {
  expect(decodeText(utf8(text))).toEqual({ text, encoding: 'utf-8', doubt: null });
});
