/** Decodes codes off the main thread, to keep taps responsive. The wasm file is bundled and precached. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import packedWasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?packed';
import { SCAN_FORMATS } from './scan-formats.ts';

/** The wasm file is stored gzipped (see vite.config.ts). */
async function instantiate(imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const response = await fetch(packedWasmUrl);
  if (!response.ok || !response.body) throw new Error(`The scanner could not be loaded: ${response.status}`);
  const bytes = await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  return WebAssembly.instantiate(bytes, imports);
}

prepareZXingModule({
  overrides: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      void (async () => {
        const { instance, module } = await instantiate(imports);
        done(instance, module);
      })();
      return {};
    },
  },
});
const detector = new BarcodeDetector({ formats: [...SCAN_FORMATS] });

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; picture: ImageBitmap }>) => {
  const { id, picture } = data;
  detector
    .detect(picture)
    .then(
      (barcodes) => self.postMessage({ id, codes: barcodes.map((code) => code.rawValue) }),
      (error: unknown) => self.postMessage({ id, error: String(error) }),
    )
    .finally(() => picture.close());
});
