/**
 * Decodes a file's bytes. A byte order mark counts first, then valid UTF-8. Otherwise the encoding is guessed, and the
 * user is shown examples and may choose another one.
 */

export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'cp850',
  'utf-8-twice',
  'utf-16le',
  'utf-16be',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** The encodings that the user may choose for a file without UTF-16. */
export const SELECTABLE_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'cp850',
  'utf-8-twice',
] as const satisfies TextEncoding[];

export interface DecodedText {
  /** Line breaks are normalised to `\n`, also in quoted cells. */
  text: string;
  encoding: TextEncoding;
  /** Null if the encoding is certain. */
  doubt: EncodingDoubt | null;
}

export interface EncodingDoubt {
  /** Number of invalid bytes in a file that is otherwise UTF-8; 0 if the whole file's encoding was guessed. */
  repaired: number;
  /** Words or cells with letters that other encodings would show differently, with their line. */
  examples: { line: number; word: string }[];
}

/** Byte order marks. */
const MARKS: readonly { encoding: TextEncoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];
/** The upper half of code page 850, used by Excel's "CSV (MS-DOS)" but not supported by browsers. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** Letters that are likely in names of our and neighbouring languages. */
const LIKELY = /[àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœšžÀÁÂÄÅÆÇÈÉÊËÍÎÑÓÖØÚÜŠŽ]/;
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 40;

const lines = (text: string) => text.replace(/\r\n?/g, '\n');

/** Decodes the bytes, with the encoding that the user chose, if any. */
export function decodeText(bytes: Uint8Array, selected?: TextEncoding): DecodedText {
  if (selected !== undefined) return { text: lines(decode(bytes, selected)), encoding: selected, doubt: null };
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked && marked.encoding !== 'utf-8')
    return { text: lines(decode(bytes, marked.encoding)), encoding: marked.encoding, doubt: null };
  const wide = marked ? null : wideEncoding(bytes);
  if (wide) return { text: lines(decode(bytes, wide)), encoding: wide, doubt: null };
  const body = marked ? bytes.subarray(3) : bytes;
  try {
    const text = lines(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const once = undoubled(text);
    return once === text
      ? { text, encoding: 'utf-8', doubt: null }
      : { text: once, encoding: 'utf-8-twice', doubt: { repaired: 0, examples: examplesIn(once) } };
  } catch {
    return guessed(body);
  }
}

/** Guesses a single-byte encoding: for all bytes, or for the invalid ones of a file that is mostly UTF-8. */
function guessed(bytes: Uint8Array): DecodedText {
  const { runs, isMostlyUtf8 } = utf8Runs(bytes);
  const strange = runs.filter(({ isUtf8 }) => !isUtf8);
  if (!isMostlyUtf8) {
    const encoding = likeliest(bytes);
    const text = lines(decode(bytes, encoding));
    return { text, encoding, doubt: { repaired: 0, examples: examplesIn(text) } };
  }
  // A file that was put together from two sources.
  const encoding = likeliest(bytes, strange);
  let text = '';
  const offsets: number[] = [];
  for (const { isUtf8, from, to } of runs) {
    const slice = bytes.subarray(from, to);
    if (!isUtf8) offsets.push(lines(text).length);
    text += isUtf8 ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(slice) : decode(slice, encoding);
  }
  text = lines(text);
  const examples: EncodingDoubt['examples'] = [];
  for (const offset of offsets) {
    if (examples.length === MAX_EXAMPLES) break;
    const line = text.slice(0, offset).split('\n').length;
    const word =
      (/[^\s,;"]*$/.exec(text.slice(0, offset))?.[0] ?? '') + (/^[^\s,;"]*/.exec(text.slice(offset))?.[0] ?? '');
    if (!examples.some((example) => example.line === line && example.word === word)) examples.push({ line, word });
  }
  const repaired = strange.reduce((sum, { from, to }) => sum + to - from, 0);
  return { text, encoding: 'utf-8', doubt: { repaired, examples } };
}

interface Run {
  isUtf8: boolean;
  from: number;
  to: number;
}

/** Splits bytes into runs of valid UTF-8 and others. A few pairs that happen to be valid do not make the file UTF-8. */
function utf8Runs(bytes: Uint8Array): { runs: Run[]; isMostlyUtf8: boolean } {
  const runs: Run[] = [];
  let [letters, others] = [0, 0];
  const add = (isUtf8: boolean, from: number, to: number) => {
    const last = runs.at(-1);
    if (last?.isUtf8 === isUtf8) last.to = to;
    else runs.push({ isUtf8, from, to });
  };
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfCharacter(bytes, at);
    if (length > 1) {
      const character = new TextDecoder().decode(bytes.subarray(at, at + length));
      if (LIKELY.test(character) || /[\u2010-\u203a\u20ac\u0100-\u017f]/.test(character)) letters += 1;
      else others += 1;
    }
    add(length > 0, at, at + Math.max(length, 1));
    at += Math.max(length, 1);
  }
  return { runs, isMostlyUtf8: letters > others };
}

/** Returns the length of the UTF-8 character at an index; 0 if it is invalid. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  // Overlong forms, surrogates, and code points beyond Unicode.
  const second = bytes[at + 1] ?? 0;
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0;
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0;
  return length;
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === 'utf-8-twice') return undoubled(new TextDecoder('utf-8').decode(bytes));
  const read = encoding === 'cp850' ? '' : new TextDecoder(encoding).decode(bytes);
  // Node decodes windows-1252 as Latin-1.
  if (encoding === 'windows-1252')
    return read.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_CHARACTERS.charAt(character.charCodeAt(0) - 0x80));
  if (encoding !== 'cp850') return read;
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP850.charAt(byte - 0x80);
  return text;
}

/** Detects UTF-16 without a byte order mark: every other byte of Latin text is zero. */
function wideEncoding(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, 2000 - (2000 % 2));
  if (sample.length < 4) return null;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  return odd > half * 0.6 && even < half * 0.1 ? 'utf-16le' : even > half * 0.6 && odd < half * 0.1 ? 'utf-16be' : null;
}

const MAX_RUNS = 20_000;

/** Returns the runs of non-ASCII bytes. */
function highRuns(bytes: Uint8Array): Pick<Run, 'from' | 'to'>[] {
  const runs: Pick<Run, 'from' | 'to'>[] = [];
  for (let from = 0; from < bytes.length && runs.length < MAX_RUNS; from += 1) {
    if (bytes[from]! < 0x80) continue;
    let to = from + 1;
    while (to < bytes.length && bytes[to]! >= 0x80) to += 1;
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

/**
 * Returns the single-byte encoding whose words look most plausible; windows-1252 if they are equal, as most
 * spreadsheets write it.
 */
function likeliest(bytes: Uint8Array, runs = highRuns(bytes)): 'windows-1252' | 'macintosh' | 'cp850' {
  const candidates = ['windows-1252', 'macintosh', 'cp850'] as const;
  // The neighbouring characters tell whether a run is within a word; a UTF-8 byte counts as a letter.
  const beside = (byte: number | undefined) =>
    byte === undefined ? ' ' : byte < 0x80 ? String.fromCharCode(byte) : 'x';
  const scores = candidates.map((encoding) =>
    runs.reduce(
      (sum, { from, to }) =>
        sum + scoreOf(beside(bytes[from - 1]) + decode(bytes.subarray(from, to), encoding) + beside(bytes[to])),
      0,
    ),
  );
  return candidates[scores.indexOf(Math.max(...scores))]!;
}

/** Scores how much a text looks like names: letters within words, and capitals at their beginning. */
function scoreOf(text: string): number {
  let score = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) continue;
    const [before, character, after] = [text[at - 1] ?? ' ', text[at]!, text[at + 1] ?? ' '];
    const isLetter = /\p{L}/u.test(character);
    const isInWord = /\p{L}/u.test(before) || /\p{L}/u.test(after);
    if (/[\u0080-\u009f\ufffd]/.test(character)) score -= 5;
    else if (isLetter && /\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) score -= 3;
    else if (isLetter) score += LIKELY.test(character) ? 2 : -1;
    else if (isInWord && !/[’‘“”–—€]/.test(character)) score -= 3;
    else if (/\p{L}/u.test(before) && /\p{L}/u.test(after) && /[–—€“”]/.test(character)) score -= 3;
  }
  return score;
}

/** Returns cells with non-ASCII letters, for the user to check; of a long one, the part with the first such letter. */
function examplesIn(text: string): EncodingDoubt['examples'] {
  const found: EncodingDoubt['examples'] = [];
  for (const [row, line] of text.split('\n').entries()) {
    for (const cell of line.split(/[,;\t"]/)) {
      // oxlint-disable-next-line no-control-regex
      const at = cell.search(/[^\x00-\x7f]/);
      const start = Math.max(0, at - MAX_EXAMPLE_LENGTH / 2);
      const word = cell.slice(start).trim().slice(0, MAX_EXAMPLE_LENGTH);
      if (at < 0 || found.some((example) => example.word === word)) continue;
      found.push({ line: row + 1, word });
      if (found.length === MAX_EXAMPLES) return found;
    }
  }
  return found;
}

/** The characters of windows-1252 from 0x80 to 0x9F. */
const WINDOWS_CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const byteOf = (character: string): number => {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? code
    : WINDOWS_CHARACTERS.includes(character)
      ? 0x80 + WINDOWS_CHARACTERS.indexOf(character)
      : -1;
};
/** A UTF-8 letter that was decoded as windows-1252: `Ã¸` for `ø`. */
const DOUBLED = new RegExp(
  `[Â-ß][${WINDOWS_CHARACTERS}\u0080-\u00bf]|[à-ï][${WINDOWS_CHARACTERS}\u0080-\u00bf]{2}`,
  'g',
);

/** Repairs text that was encoded as UTF-8 twice. */
function undoubled(text: string): string {
  let letters = 0;
  const once = text.replace(DOUBLED, (doubled) => {
    try {
      const character = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from([...doubled].map(byteOf)));
      if (LIKELY.test(character)) letters += 1;
      return character;
    } catch {
      return doubled;
    }
  });
  return letters > 0 ? once : text;
}
