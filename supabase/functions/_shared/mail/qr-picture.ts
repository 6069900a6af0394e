/** QR codes as PNG (one bit per pixel), as many mail programs show neither SVG nor remote pictures. */
import { encode } from 'uqr';

/** Pixels per module; sharp at twice the display size. */
const SCALE = 6;
/** Quiet zone in modules, part of the picture so that it stays white in dark mode. */
const BORDER = 4;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns the PNG in base64. */
export async function qrPicture(text: string): Promise<string> {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' });
  const side = size * SCALE;
  const rowBytes = Math.ceil(side / 8);
  const pixels = new Uint8Array(side * (rowBytes + 1));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = data[Math.floor(y / SCALE)]![Math.floor(x / SCALE)]!;
      // Each row starts with its filter type, 0: none.
      if (!isDark) pixels[y * (rowBytes + 1) + 1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  const header = [...word(side), ...word(side), 1, 0, 0, 0, 0];
  return base64([
    ...SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', await deflated(pixels)),
    ...chunk('IEND', []),
  ]);
}

const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

function chunk(name: string, body: Iterable<number>): number[] {
  const content = [...new TextEncoder().encode(name), ...body];
  return [...word(content.length - 4), ...content, ...word(checksum(content))];
}

/** CRC-32 as in PNG; too few bytes for a lookup table. */
function checksum(bytes: readonly number[]): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const base64 = (bytes: readonly number[]) => btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
