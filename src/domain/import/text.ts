/** The bytes of a file as text: what they say of themselves first, then UTF-8 if they are it to the letter, else what spreadsheets write. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The marks that a text may begin with to say what it is. */
const MARKS: readonly { encoding: TextEncoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Line breaks of any kind become `\n`, in quoted cells too. */
export function readText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const read = (encoding: TextEncoding, strict = false) => ({
    text: new TextDecoder(encoding, { fatal: strict }).decode(bytes).replace(/\r\n?/g, '\n'),
    encoding,
  });
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked) return read(marked.encoding);
  try {
    return read('utf-8', true);
  } catch {
    return read('windows-1252');
  }
}
