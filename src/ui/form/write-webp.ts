/**
 * Encodes WebP where a canvas cannot (Safari): libwebp as WebAssembly, loaded with the first image. All supported
 * browsers have SIMD (docs/browsers.md).
 */
import encoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import wasmUrl from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url';
import { defaultOptions } from '@jsquash/webp/meta.js';

/**
 * Returns a function like `canvas.toBlob`, with a quality up to 1. Rejects if the encoder cannot be loaded; may be
 * retried.
 */
export async function openEncoder() {
  const { encode } = await encoder({ noInitialRun: true, locateFile: () => wasmUrl });
  return async (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> => {
    const { width, height } = canvas;
    const image = canvas.getContext('2d')?.getImageData(0, 0, width, height);
    const bytes = image && encode(image.data, width, height, { ...defaultOptions, quality: quality * 100 });
    // Copied, as `encode` returns a view of the encoder's memory.
    return bytes ? new Blob([new Uint8Array(bytes)], { type: 'image/webp' }) : null;
  };
}
