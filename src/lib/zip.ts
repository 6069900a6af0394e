/**
 * Streams files as one ZIP archive. Files are stored uncompressed unless `packed`, because Edge Functions have little
 * CPU time.
 */
import { Zip, ZipPassThrough } from 'fflate';

export interface ZipFile {
  name: string;
  content: AsyncIterable<string>;
  packed?: boolean;
}

/** An entry that is not compressed. */
class StoredEntry extends ZipPassThrough {
  /** Adds content; resolves when there is room for more, and after the last piece when everything is written. */
  async write(bytes: Uint8Array<ArrayBuffer>, isLast = false): Promise<void> {
    this.push(bytes, isLast);
  }
}

/** An entry that the platform compresses; fflate's own compressor would take several times as long. */
class DeflatedEntry extends StoredEntry {
  override compression = 8;
  private readonly stream = new CompressionStream('deflate-raw');
  private readonly writer = this.stream.writable.getWriter();
  private readonly reading = this.read();

  protected override process(): void {
    // The compressor's output is passed on by `read`.
  }

  override async write(bytes: Uint8Array<ArrayBuffer>, isLast = false): Promise<void> {
    this.push(bytes, isLast);
    await this.writer.write(bytes);
    if (isLast) await Promise.all([this.writer.close(), this.reading]);
  }

  private async read(): Promise<void> {
    const reader = this.stream.readable.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      this.ondata(null, piece.value, false);
    this.ondata(null, new Uint8Array(), true);
  }
}

/** Yields the bytes of the archive; all files are dated `at`. */
export async function* zip(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const written: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for await (const { name, content, packed = false } of files) {
    const entry = packed ? new DeflatedEntry(name) : new StoredEntry(name);
    entry.mtime = at;
    archive.add(entry);
    for await (const text of content) {
      await entry.write(encoder.encode(text));
      yield* written.splice(0);
    }
    await entry.write(new Uint8Array(), true);
    yield* written.splice(0);
  }
  archive.end();
  yield* written.splice(0);
}
