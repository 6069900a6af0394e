/** Decodes the codes in an image with the browser's BarcodeDetector, or else with a worker. */
import { SCAN_FORMATS } from './scan-formats.ts';

export interface Decoder {
  /** Returns the texts of all codes in the image. Rejects if the decoder cannot run. */
  decode(source: HTMLVideoElement | ImageBitmap): Promise<string[]>;
  close(): void;
}

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Images are scaled down to this many pixels on the longer side; more is slower without finding more. */
const MAX_SIDE_PX = 1280;

async function nativeDecoder(): Promise<Decoder | null> {
  const native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (!native) return null;
  try {
    const supported = await native.getSupportedFormats();
    if (!supported.includes('qr_code')) return null;
    const detector = new native({ formats: SCAN_FORMATS.filter((format) => supported.includes(format)) });
    return {
      decode: async (source) => (await detector.detect(source)).map((code) => code.rawValue),
      close: () => undefined,
    };
  } catch {
    return null;
  }
}

function shrunk(source: HTMLVideoElement | ImageBitmap): Promise<ImageBitmap> {
  const width = source instanceof HTMLVideoElement ? source.videoWidth : source.width;
  const height = source instanceof HTMLVideoElement ? source.videoHeight : source.height;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height, 1));
  if (scale === 1) return createImageBitmap(source);
  return createImageBitmap(source, {
    resizeWidth: Math.round(width * scale),
    resizeHeight: Math.round(height * scale),
    resizeQuality: 'medium',
  });
}

function workerDecoder(): Decoder {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' });
  const open = new Map<number, { resolve(codes: string[]): void; reject(error: Error): void }>();
  let next = 0;
  const failAll = (message: string) => {
    for (const { reject } of open.values()) reject(new Error(message));
    open.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; codes?: string[]; error?: string }>) => {
    const waiting = open.get(data.id);
    open.delete(data.id);
    if (data.codes) waiting?.resolve(data.codes);
    else waiting?.reject(new Error(data.error));
  });
  worker.addEventListener('error', (event) => failAll(event.message || 'The reader could not be loaded'));
  return {
    async decode(source) {
      const picture = await shrunk(source);
      return new Promise((resolve, reject) => {
        const id = (next += 1);
        open.set(id, { resolve, reject });
        worker.postMessage({ id, picture }, [picture]);
      });
    },
    close() {
      worker.terminate();
      failAll('The reader was closed');
    },
  };
}

/** Returns the best decoder of this browser. */
export async function createDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? workerDecoder();
}
