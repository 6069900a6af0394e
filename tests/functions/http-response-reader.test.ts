/** Parsing of HTTP responses, in pieces of any size. */
import { regExpInputs } from '../../src/lib/testing/regexp-inputs.ts';
import { describe, expect, test } from 'vitest';
import { HttpResponseReader } from '../../supabase/functions/_shared/http-response-reader.ts';

const LINE = '\r\n';
const head = (...lines: string[]) => [...lines, '', ''].join(LINE);
const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
function read(text: string, piece: number) {
  const reader = new HttpResponseReader();
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += piece) reader.add(bytes.subarray(at, at + piece));
  const result = reader.response();
  expect(reader.isWhole()).toBe(result?.isWhole ?? false);
  return result && { status: result.status, body: String.fromCharCode(...result.body), isWhole: result.isWhole };
}

describe.each([1, 3, 100_000])('in pieces of %i', (piece) => {
  test.each<[string, string, ReturnType<typeof read>]>([
    [
      'as long as its length header',
      `${head('HTTP/1.1 200 OK', 'Content-Length: 3')}yes`,
      { status: 200, body: 'yes', isWhole: true },
    ],
    [
      'longer than its length header',
      `${head('HTTP/1.1 200 OK', 'content-length:3')}yesno`,
      { status: 200, body: 'yes', isWhole: true },
    ],
    [
      'shorter than its length header',
      `${head('HTTP/1.1 500 No', 'Content-Length: 9')}yes`,
      { status: 500, body: 'yes', isWhole: false },
    ],
    ['empty', head('HTTP/1.1 200', 'Content-Length: 0'), { status: 200, body: '', isWhole: true }],
    ['204 without content', head('HTTP/1.1 204 No Content'), { status: 204, body: '', isWhole: true }],
    ['ended by the connection', `${head('HTTP/1.0 410 Gone')}bye`, { status: 410, body: 'bye', isWhole: false }],
    [
      'in chunks',
      `${head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')}2;x=y${LINE}ye${LINE}1${LINE}s${LINE}0${LINE}`,
      { status: 200, body: 'yes', isWhole: true },
    ],
    [
      'in chunks that end early',
      `${head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')}9${LINE}ye`,
      { status: 200, body: 'ye', isWhole: false },
    ],
    [
      'in malformed chunks',
      `${head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')}zz${LINE}yes`,
      { status: 200, body: '', isWhole: false },
    ],
    [
      'after many interim responses',
      `${head('HTTP/1.1 100 Continue').repeat(300)}${head('HTTP/1.1 103 Early', 'Content-Length: 9')}${head('HTTP/1.1 202 OK', 'Content-Length: 1')}y`,
      { status: 202, body: 'y', isWhole: true },
    ],
    ['only an interim response', head('HTTP/1.1 103 Early Hints', 'Link: x'), null],
    ['without the end of its headers', `HTTP/1.1 200 OK${LINE}Content-Length: 3${LINE}`, null],
    ['of another protocol', `${head('SSH-2.0-OpenSSH_9')}yes`, null],
    [
      'given two lengths, of which the first counts',
      `${head('HTTP/1.1 200 OK', 'Content-Length: 1', 'Content-Length: 9')}y`,
      { status: 200, body: 'y', isWhole: true },
    ],
  ])('parses a response that is %s', (_, text, found) => {
    expect(read(text, piece)).toEqual(found);
  });
});

/** Returns how many characters patterns inspect while a response arrives byte by byte. */
function charactersRead(bytes: Uint8Array): number {
  const reader = new HttpResponseReader();
  const inputs = regExpInputs(() => {
    // The webhook sender also checks after each piece.
    for (const byte of bytes) {
      reader.add(Uint8Array.of(byte));
      if (reader.isWhole()) break;
    }
    reader.response();
  });
  return inputs.reduce((sum, { length }) => sum + length, 0);
}

test.each([
  [
    'chunks of one byte',
    `${head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')}${`1${LINE}x${LINE}`.repeat(100_000)}`,
  ],
  ['interim responses', head('HTTP/1.1 100 C').repeat(40_000)],
  ['an endless header', `HTTP/1.1 200 OK${LINE}x: ${'\n'.repeat(200_000)}`],
  ['endless headers', `HTTP/1.1 200 OK${LINE}${`a:b${LINE}`.repeat(120_000)}`],
])('of %s, arriving byte by byte, no pattern inspects a character more than three times', (_, text) => {
  const bytes = bytesOf(text.slice(0, 200_000));
  expect(charactersRead(bytes)).toBeLessThanOrEqual(3 * bytes.length);
});
