/**
 * Encodes a guest's QR code in letters that no keyboard layout or Caps Lock changes. Base32 would be shorter, but
 * German and French keyboards move some of its characters; these sixteen are at the same place on all. A checksum
 * detects codes that a scanner truncated.
 */
import { fromBase64Url, toBase64Url } from '../lib/base64url.ts';
import { CODE_ALPHABET, TICKET_CODE_LENGTH } from './codes.ts';

const LETTERS = 'BCDEFGHJKLNPRSTV';
/** Neither letter is among the sixteen, and U is in no ticket code or reference. */
const PREFIX = 'UX';
const TICKET = 1;
const LINK = 2;
const HALF = TICKET_CODE_LENGTH / 2;
const MAX_TOKEN_LENGTH = 100;

export interface ScanCode {
  kind: 'ticket' | 'link';
  value: string;
  signed?: string;
}

/**
 * Encodes a ticket code or a booking's link token, and its signed ticket if any. Returns null for a token that is not
 * base64url.
 */
export function encodeScanCode({ kind, value, signed }: ScanCode): string | null {
  const head = kind === 'ticket' ? [TICKET, ...packedCode(value)] : packedToken(value);
  const proof = signed === undefined ? new Uint8Array() : fromBase64Url(signed);
  if (head === null || proof === null) return null;
  const bytes = [...head, ...proof];
  const sum = checksum(bytes);
  return PREFIX + [...bytes, sum >> 8, sum & 255].map((byte) => LETTERS[byte >> 4]! + LETTERS[byte & 15]!).join('');
}

/**
 * Decodes such a text in any case. `damaged`: the letters are ours but the checksum is wrong; null: another kind of
 * text.
 */
export function decodeScanCode(text: string): ScanCode | 'damaged' | null {
  const letters = text.toUpperCase();
  // Shorter texts are other codes that happen to begin like ours, such as a partner's number.
  if (!letters.startsWith(PREFIX) || letters.length < 12) return null;
  const values = Array.from(letters.slice(PREFIX.length), (letter) => LETTERS.indexOf(letter));
  if (values.includes(-1)) return null;
  if (values.length % 2 === 1) return 'damaged';
  const all = Array.from({ length: values.length / 2 }, (_, at) => values[2 * at]! * 16 + values[2 * at + 1]!);
  const bytes = Uint8Array.from(all.slice(0, -2));
  if (checksum(bytes) !== all.at(-2)! * 256 + all.at(-1)!) return 'damaged';
  const end = bytes[0] === TICKET ? 9 : bytes[0] === LINK ? 2 + bytes[1]! : 0;
  if (end === 0 || end > bytes.length) return 'damaged';
  const signed = bytes.length > end ? { signed: toBase64Url(bytes.slice(end)) } : {};
  return bytes[0] === TICKET
    ? { kind: 'ticket', value: unpackedCode(bytes.slice(1, 9)), ...signed }
    : { kind: 'link', value: toBase64Url(bytes.slice(2, end)), ...signed };
}

/** Packs each half of a ticket code, six characters, into four bytes. */
function packedCode(code: string): number[] {
  const size = CODE_ALPHABET.length;
  return [code.slice(0, HALF), code.slice(HALF)].flatMap((half) => {
    const number = [...half].reduce((sum, character) => sum * size + CODE_ALPHABET.indexOf(character), 0);
    return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
  });
}

function unpackedCode(bytes: Uint8Array): string {
  const size = CODE_ALPHABET.length;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(0), view.getUint32(4)]
    .map((number) => {
      let half = '';
      for (let remaining = number, left = HALF; left > 0; left -= 1, remaining = Math.floor(remaining / size))
        half = CODE_ALPHABET.charAt(remaining % size) + half;
      return half;
    })
    .join('');
}

function packedToken(token: string): number[] | null {
  const bytes = fromBase64Url(token);
  return bytes === null || bytes.length > MAX_TOKEN_LENGTH ? null : [LINK, bytes.length, ...bytes];
}

/** CRC-16/CCITT-FALSE. */
function checksum(bytes: Iterable<number>): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}
