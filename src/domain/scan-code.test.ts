import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../lib/base64url.ts';
import { CODE_ALPHABET } from './codes.ts';
import { KEYBOARD_LAYOUTS } from './keyboard-layouts.ts';
import { decodeScanCode, encodeScanCode, type ScanCode } from './scan-code.ts';
import { possibleCodes } from './ticket-code.ts';

const bytes = (length: number, step: number) => toBase64Url(Uint8Array.from({ length }, (_, at) => (at * step) % 256));
const CODES: [string, ScanCode][] = [
  ['a ticket code', { kind: 'ticket', value: 'K7M4PQ2RXW9T' }],
  ['the first ticket code', { kind: 'ticket', value: CODE_ALPHABET[0]!.repeat(12) }],
  ['the last ticket code', { kind: 'ticket', value: CODE_ALPHABET.at(-1)!.repeat(12) }],
  ['a signed ticket', { kind: 'ticket', value: 'K7M4PQ2RXW9T', signed: bytes(117, 7) }],
  ['a party', { kind: 'link', value: bytes(32, 11) }],
  ['a party with its signed ticket', { kind: 'link', value: bytes(32, 250), signed: bytes(126, 3) }],
];

describe.each(CODES)('%s', (_, code) => {
  const text = encodeScanCode(code)!;
  test('is encoded in upper-case letters without separators and decoded in any case', () => {
    expect(text).toMatch(/^UX[BCDEFGHJKLNPRSTV]+$/);
    expect(decodeScanCode(text)).toEqual(code);
    expect(decodeScanCode(text.toLowerCase())).toEqual(code);
  });
  test('uses the same keys in every layout', () => {
    for (const letter of new Set(text))
      for (const [small, capital] of Object.values(KEYBOARD_LAYOUTS)) {
        const at = KEYBOARD_LAYOUTS.us[1].indexOf(letter);
        expect([capital[at], small[at]]).toEqual([letter, letter.toLowerCase()]);
      }
  });
  test('is reported as damaged with a letter lost, doubled, swapped or changed', () => {
    for (let at = 2; at < text.length; at += Math.ceil(text.length / 30)) {
      const swapped = text.slice(0, at) + (text[at + 1] ?? '') + text[at]! + text.slice(at + 2);
      const other = text[at] === 'B' ? 'C' : 'B';
      for (const wrong of [
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + text[at]! + text.slice(at),
        ...(swapped === text ? [] : [swapped]),
        text.slice(0, at) + other + text.slice(at + 1),
      ]) {
        expect(decodeScanCode(wrong)).toBe('damaged');
        expect(possibleCodes(wrong)).toEqual([]);
      }
    }
  });
});

test('a token that is not base64url has no code', () => {
  expect(encodeScanCode({ kind: 'link', value: 'not a token!' })).toBeNull();
  expect(encodeScanCode({ kind: 'link', value: 'A'.repeat(200) })).toBeNull();
});

test.each(['', 'UX', 'UXBCDFGHJKL1', 'K7M4PQ2RXW9T', 'UX-1234', 'GYGBCDFGHJKL'])(
  '%j is another kind of text',
  (text) => {
    expect(decodeScanCode(text)).toBeNull();
  },
);

test('a party’s code is no larger than its link was', () => {
  const [value, signed] = [bytes(32, 11), bytes(117, 3)];
  const versionOf = (text: string) => {
    let version = 0;
    encode(text, { ecc: 'L', onEncoded: (qr) => (version = qr.version) });
    return version;
  };
  expect(versionOf(encodeScanCode({ kind: 'link', value, signed })!)).toBeLessThanOrEqual(
    versionOf(`https://muster.example.com/booking/view/${value}#${signed}`),
  );
});
