/** Decodes codes off the main thread, to keep taps responsive. The wasm file is bundled and precached. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import packedWasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?packed';
import { SCAN_FORMATS } from './scan-formats.ts';

/** Loads the wasm file, which is stored gzipped (see vite.config.ts). The detector would fetch it from a CDN. */
async function createDetector(): Promise<BarcodeDetector> {
  const response = await fetch(packedWasmUrl);
  if (!response.ok || !response.body) throw new Error(`The scanner could not be loaded: ${response.status}`);
  const unpacked = new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
  prepareZXingModule({ overrides: { wasmBinary: await unpacked.arrayBuffer() } });
  return new BarcodeDetector({ formats: [...SCAN_FORMATS] });
}

const created = createDetector();

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; picture: ImageBitmap }>) => {
  const { id, picture } = data;
  created
    .then((detector) => detector.detect(picture))
    .then(
      (barcodes) => self.postMessage({ id, codes: barcodes.map((code) => code.rawValue) }),
      (error: unknown) => self.postMessage({ id, error: String(error) }),
    )
    .finally(() => picture.close());
});
