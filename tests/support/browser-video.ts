/** Writes QR codes into a Y4M video for Chromium's fake camera, as seen through a hand-held device. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES_A_SECOND = 10;

/** One scene of `seconds`: a code, or an empty table (null). */
export interface Scene {
  code: string | null;
  seconds: number;
}

/** Draws a grey table with uneven light; the codes lie on it. */
function emptyTable(): Uint8Array {
  const luma = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) luma[y * WIDTH + x] = 90 + (((x * 60) / WIDTH) | 0) + (((y * 30) / HEIGHT) | 0);
  return luma;
}

/** Draws the code on a white ticket, turned by `angle` (radians) and shifted as by a shaking hand. */
function frame(code: string, angle: number, shift: number): Uint8Array {
  const luma = emptyTable();
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const side = 320;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const dx = x - WIDTH / 2 - shift;
      const dy = y - HEIGHT / 2 + shift / 2;
      const column = Math.floor(((dx * cos + dy * sin) / side + 0.5) * size);
      const row = Math.floor(((dy * cos - dx * sin) / side + 0.5) * size);
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      luma[y * WIDTH + x] = data[row]?.[column] ? 30 : 225;
    }
  }
  return luma;
}

/** Writes the video to `file`. The fake camera loops it. */
export function recordVideo(file: string, scenes: readonly Scene[]): void {
  const out = openSync(file, 'w');
  try {
    writeSync(out, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`);
    const chroma = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128);
    const table = emptyTable();
    scenes.forEach(({ code, seconds }, scene) => {
      for (let index = 0; index < seconds * FRAMES_A_SECOND; index += 1) {
        const luma = code === null ? table : frame(code, (scene % 5) * 0.12 - 0.2, Math.sin(index + scene) * 6);
        writeSync(out, 'FRAME\n');
        writeSync(out, luma);
        writeSync(out, chroma);
      }
    });
  } finally {
    closeSync(out);
  }
}

/** Switches that make Chromium use the video as its camera, without asking for permission. */
export const cameraArgs = (file: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];
