/**
 * Incremental HTTP/1.1 response parser. It looks at each byte once, so that a slow sender costs no more than a fast
 * one.
 */

export interface HttpResponse {
  status: number;
  body: Uint8Array;
  /** Whether the body is complete; false if only the end of the connection tells. */
  isWhole: boolean;
}

export interface HttpResponseReader {
  add(bytes: Uint8Array): void;
  /** Whether the response is complete. */
  isWhole(): boolean;
  /** Null while the headers are incomplete, or if it is not HTTP. */
  response(): HttpResponse | null;
}

const [CR, LF] = [13, 10];

export function createHttpResponseReader(): HttpResponseReader {
  const body: number[] = [];
  let reading: 'status' | 'headers' | 'size' | 'chunk' | 'rest' | 'nothing' = 'status';
  let line = '';
  let before = 0;
  let status = 0;
  let isChunked = false;
  /** Remaining bytes of the body or chunk. */
  let left = Infinity;
  let hasHead = false;
  let isWhole = false;

  const end = () => {
    isWhole = true;
    reading = 'nothing';
  };
  function headersEnded(): void {
    // 1xx responses precede the real one.
    hasHead = status >= 200;
    if (!hasHead) reading = 'status';
    else if (isChunked) reading = 'size';
    else if (status === 204 || status === 304 || left === 0) end();
    else reading = 'rest';
  }
  const onLine = {
    status(text: string) {
      status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0);
      isChunked = false;
      left = Infinity;
      reading = status === 0 ? 'nothing' : 'headers';
    },
    headers(text: string) {
      if (text === '') return headersEnded();
      isChunked ||= /^transfer-encoding: *chunked/i.test(text);
      const length = /^content-length: *(\d+)/i.exec(text)?.[1];
      if (length !== undefined && left === Infinity) left = Number(length);
    },
    size(text: string) {
      const size = /^[0-9a-f]{1,8}/i.exec(text)?.[0];
      if (size === undefined) reading = 'nothing';
      else if (parseInt(size, 16) === 0) end();
      else {
        // Includes the CRLF after the chunk.
        left = parseInt(size, 16) + 2;
        reading = 'chunk';
      }
    },
  };

  function take(byte: number): void {
    if (reading === 'nothing') return;
    if (reading === 'chunk' || reading === 'rest') {
      if (reading === 'rest' || left > 2) body.push(byte);
      left -= 1;
      if (left === 0) {
        if (reading === 'chunk') reading = 'size';
        else end();
      }
      return;
    }
    const isEnd = byte === LF && before === CR;
    before = byte;
    // Latin-1: one character per byte.
    if (!isEnd) return void (line += String.fromCharCode(byte));
    const fullLine = line.slice(0, -1);
    line = '';
    onLine[reading](fullLine);
  }

  return {
    add: (bytes) => {
      for (const byte of bytes) take(byte);
    },
    isWhole: () => isWhole,
    response: () => (hasHead ? { status, body: Uint8Array.from(body), isWhole } : null),
  };
}
