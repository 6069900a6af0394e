/**
 * Streams files as one ZIP archive. Files are stored uncompressed unless `packed`, because Edge Functions have little
 * CPU time.
 */

export interface ZipFile {
  name: string;
  content: AsyncIterable<string>;
  packed?: boolean;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crcOn(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at += 1) crc = TABLE[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Packs two- and four-byte fields in little-endian order, then `rest`. */
function record(
  fields: readonly (readonly [2 | 4, number])[],
  rest: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0) + rest.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  bytes.set(rest, at);
  return bytes;
}

/** Flags: checksum and sizes follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const [STORED, DEFLATED] = [0, 8];

/** Deflates a stream; fails if its source does. */
async function* deflated(source: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const writing = (async () => {
    try {
      for await (const bytes of source) await writer.write(bytes);
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      throw error;
    }
  })();
  // The error is rethrown by the await at the end; this avoids an unhandled rejection.
  writing.catch(() => undefined);
  const reader = readable.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  await writing;
}

/** Yields the bytes of the archive; all files are dated `at`. */
export async function* zip(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const listed: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for await (const { name, content, packed = false } of files) {
    const start = offset;
    const method = packed ? DEFLATED : STORED;
    const nameBytes = encoder.encode(name);
    const head = record(
      [
        [4, 0x04034b50],
        [2, 20],
        [2, FLAGS],
        [2, method],
        [2, time],
        [2, date],
        [4, 0],
        [4, 0],
        [4, 0],
        [2, nameBytes.length],
        [2, 0],
      ],
      nameBytes,
    );
    yield head;
    let [crc, size, stored] = [0, 0, 0];
    async function* plain() {
      for await (const text of content) {
        const bytes = encoder.encode(text);
        crc = crcOn(crc, bytes);
        size += bytes.length;
        yield bytes;
      }
    }
    for await (const bytes of packed ? deflated(plain()) : plain()) {
      stored += bytes.length;
      yield bytes;
    }
    const sums = record([
      [4, 0x08074b50],
      [4, crc],
      [4, stored],
      [4, size],
    ]);
    yield sums;
    offset += head.length + stored + sums.length;
    listed.push(
      record(
        [
          [4, 0x02014b50],
          [2, 20],
          [2, 20],
          [2, FLAGS],
          [2, method],
          [2, time],
          [2, date],
          [4, crc],
          [4, stored],
          [4, size],
          [2, nameBytes.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, start],
        ],
        nameBytes,
      ),
    );
  }
  const length = listed.reduce((sum, entry) => sum + entry.length, 0);
  yield* listed;
  yield record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, listed.length],
    [2, listed.length],
    [4, length],
    [4, offset],
    [2, 0],
  ]);
}
