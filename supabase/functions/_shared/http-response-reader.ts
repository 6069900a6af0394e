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

const [CR, LF] = [13, 10];

export class HttpResponseReader {
  readonly #body: number[] = [];
  /** `size` is the line before a chunk, `body` a body without chunks; `nothing` ignores all further bytes. */
  #reading: 'status' | 'headers' | 'size' | 'chunk' | 'body' | 'nothing' = 'status';
  #line = '';
  #previousByte = 0;
  #status = 0;
  #isChunked = false;
  /** Remaining bytes of the body or chunk. */
  #left = Infinity;
  #hasHead = false;
  #isWhole = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  /** Whether the response is complete. */
  isWhole(): boolean {
    return this.#isWhole;
  }

  /** Null while the headers are incomplete, or if it is not HTTP. */
  response(): HttpResponse | null {
    if (!this.#hasHead) return null;
    return { status: this.#status, body: Uint8Array.from(this.#body), isWhole: this.#isWhole };
  }

  #take(byte: number): void {
    if (this.#reading === 'nothing') return;
    if (this.#reading === 'chunk' || this.#reading === 'body') return this.#takeBody(byte);
    const isEnd = byte === LF && this.#previousByte === CR;
    this.#previousByte = byte;
    // Latin-1: one character per byte.
    if (!isEnd) return void (this.#line += String.fromCharCode(byte));
    const fullLine = this.#line.slice(0, -1);
    this.#line = '';
    if (this.#reading === 'status') this.#onStatusLine(fullLine);
    else if (this.#reading === 'headers') this.#onHeaderLine(fullLine);
    else this.#onSizeLine(fullLine);
  }

  #takeBody(byte: number): void {
    if (this.#reading === 'body' || this.#left > 2) this.#body.push(byte);
    this.#left -= 1;
    if (this.#left > 0) return;
    if (this.#reading === 'chunk') this.#reading = 'size';
    else this.#end();
  }

  #onStatusLine(text: string): void {
    this.#status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0);
    this.#isChunked = false;
    this.#left = Infinity;
    this.#reading = this.#status === 0 ? 'nothing' : 'headers';
  }

  #onHeaderLine(text: string): void {
    if (text === '') return this.#endHeaders();
    this.#isChunked ||= /^transfer-encoding: *chunked/i.test(text);
    const length = /^content-length: *(\d+)/i.exec(text)?.[1];
    if (length !== undefined && this.#left === Infinity) this.#left = Number(length);
  }

  #endHeaders(): void {
    // 1xx responses precede the real one.
    this.#hasHead = this.#status >= 200;
    if (!this.#hasHead) this.#reading = 'status';
    else if (this.#isChunked) this.#reading = 'size';
    else if (this.#status === 204 || this.#status === 304 || this.#left === 0) this.#end();
    else this.#reading = 'body';
  }

  #onSizeLine(text: string): void {
    const size = /^[0-9a-f]{1,8}/i.exec(text)?.[0];
    if (size === undefined) this.#reading = 'nothing';
    else if (parseInt(size, 16) === 0) this.#end();
    else {
      // Includes the CRLF after the chunk.
      this.#left = parseInt(size, 16) + 2;
      this.#reading = 'chunk';
    }
  }

  #end(): void {
    this.#isWhole = true;
    this.#reading = 'nothing';
  }
}
