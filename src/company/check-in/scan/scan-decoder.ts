/** Reads the codes in a picture: with the browser's own detector where there is one, else with our worker. */
import { SCAN_FORMATS } from './scan-formats.ts';

export interface Decoder {
  /** The texts of all codes in the picture, none when there is none. Rejects when the reader itself cannot run. */
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

/** The longer side that a picture is shrunk to before our worker reads it; more costs time and finds nothing more. */
const LONGER_SIDE = 1280;

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
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height, 1));
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

/** The best reader that this browser has. */
export async function createDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? workerDecoder();
}
