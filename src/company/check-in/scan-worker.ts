/** Reads codes off the main thread, so that a tap is never late because of a picture. The wasm is our own file, precached. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { SCAN_FORMATS } from './scan-formats.ts';

prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
});
const detector = new BarcodeDetector({ formats: [...SCAN_FORMATS] });

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; picture: ImageBitmap }>) => {
  const { id, picture } = data;
  detector
    .detect(picture)
    .then(
      (found) => self.postMessage({ id, codes: found.map((code) => code.rawValue) }),
      (error: unknown) => self.postMessage({ id, error: String(error) }),
    )
    .finally(() => picture.close());
});
