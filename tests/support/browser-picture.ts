/** A QR code as a picture file, in the one format that needs no library to write. */
import { encode } from 'uqr';

/** Returns a 24-bit BMP of the code. */
export function pictureOf(code: string): Buffer {
  const scale = 8;
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const side = size * scale;
  const stride = Math.ceil((side * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * side, 255);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(0, 6);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(side, 18);
  file.writeInt32LE(-side, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.fill(0, 30, 54);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        file.fill(0, 54 + y * stride + x * 3, 57 + y * stride + x * 3);
    }
  }
  return file;
}
