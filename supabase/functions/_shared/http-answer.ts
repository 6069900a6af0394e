/** An HTTP/1.1 answer as far as it has come: its status, and what there is of its body. */

export interface HttpAnswer {
  status: number;
  body: Uint8Array;
  /** All of it is there; false where only the end of the connection will tell. */
  isWhole: boolean;
}

const LATIN = new TextDecoder('latin1');

/** Null while the headers are not whole, or when it is no HTTP. */
export function readHttpAnswer(bytes: Uint8Array): HttpAnswer | null {
  // One sign a byte, so that places in the text are places in the bytes.
  const text = LATIN.decode(bytes);
  const [head] = /^HTTP\/1\.[01] \d{3}[\s\S]*?\r\n\r\n/.exec(text) ?? [];
  if (!head) return null;
  const status = Number(head.slice(9, 12));
  const rest = bytes.subarray(head.length);
  // What only says that an answer is on its way.
  if (status < 200) return readHttpAnswer(rest);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, ...unchunked(rest) };
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const isWhole = status === 204 || status === 304 || (length !== undefined && rest.byteLength >= Number(length));
  return { status, body: rest, isWhole };
}

function unchunked(bytes: Uint8Array): { body: Uint8Array; isWhole: boolean } {
  const parts: number[] = [];
  let place = 0;
  for (;;) {
    const line = /^([0-9a-f]{1,8})[^\r\n]*\r\n/i.exec(LATIN.decode(bytes.subarray(place, place + 100)));
    if (!line) return { body: Uint8Array.from(parts), isWhole: false };
    const size = parseInt(line[1]!, 16);
    if (size === 0) return { body: Uint8Array.from(parts), isWhole: true };
    const from = place + line[0].length;
    parts.push(...bytes.subarray(from, from + size));
    place = from + size + 2;
  }
}
