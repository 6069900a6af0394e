/** Returns the header of a WebP of `size` bytes, which is all that the database checks. */
export function webp({ size = 64, kind = 'VP8 ', flags = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(size - 8, 4);
  bytes.write(`WEBP${kind}`, 8);
  bytes[20] = flags;
  return bytes;
}
