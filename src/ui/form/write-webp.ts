/** Writes WebP where a canvas cannot (Safari): libwebp as wasm, fetched with the first picture. Every promised browser has SIMD (docs/browsers.md). */
import encoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import wasmUrl from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url';
import { defaultOptions } from '@jsquash/webp/meta.js';

/** Answers what writes as a canvas does, at a quality of 1. Fails where it cannot be fetched, and may be tried again. */
export async function openEncoder() {
  const { encode } = await encoder({ noInitialRun: true, locateFile: () => wasmUrl });
  return async (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> => {
    const { width, height } = canvas;
    const image = canvas.getContext('2d')?.getImageData(0, 0, width, height);
    const bytes = image && encode(image.data, width, height, { ...defaultOptions, quality: quality * 100 });
    // A copy: it is a view of the encoder's memory otherwise.
    return bytes ? new Blob([new Uint8Array(bytes)], { type: 'image/webp' }) : null;
  };
}
