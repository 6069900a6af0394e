/** Converts an image to a WebP file small enough to store, without metadata such as its location and date. */

/** Larger files are rejected, as decoding them crashes phone browsers. */
export const MAX_INPUT_BYTES = 25_000_000;
/** The server's limit in bytes. */
const MAX_OUTPUT_BYTES = 204_800;
/** Longest side in pixels: the width of a page, and what a logo needs for link previews. */
const MAX_SIDE_PX = { picture: 1600, logo: 512 } as const;
const QUALITIES = [0.86, 0.78, 0.68, 0.56];
/** Scale factor applied when no quality gives a small enough file. */
const SHRINK_FACTOR = 0.75;

export type PictureError = 'not_a_picture' | 'too_large' | 'no_encoder';
export type ShrinkResult = { ok: true; base64: string } | { ok: false; error: PictureError };

const fail = (error: PictureError): ShrinkResult => ({ ok: false, error });

type Write = (canvas: HTMLCanvasElement, quality: number) => Promise<Blob | null>;

const byCanvas: Write = (canvas, quality) =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/webp', quality);
  });

/** Returns a function that encodes WebP, or null if the fallback encoder cannot be loaded. */
async function writer(): Promise<Write | null> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  // A browser without WebP encoding returns a PNG.
  if ((await byCanvas(canvas, 1))?.type === 'image/webp') return byCanvas;
  try {
    const { openEncoder } = await import('./write-webp.ts');
    return await openEncoder();
  } catch {
    return null;
  }
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')));
    reader.readAsDataURL(blob);
  });
}

/** Redrawing on a canvas drops the file's metadata. */
function drawOnCanvas(image: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

export async function shrinkPicture(file: Blob, kind: keyof typeof MAX_SIDE_PX): Promise<ShrinkResult> {
  if (file.size > MAX_INPUT_BYTES) return fail('too_large');
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch {
    return fail('not_a_picture');
  }
  try {
    const write = await writer();
    if (!write) return fail('no_encoder');
    for (let longest: number = MAX_SIDE_PX[kind]; longest >= 100; longest *= SHRINK_FACTOR) {
      const canvas = drawOnCanvas(image, longest);
      for (const quality of QUALITIES) {
        const blob = await write(canvas, quality);
        if (blob && blob.size <= MAX_OUTPUT_BYTES) return { ok: true, base64: await base64Of(blob) };
      }
    }
    // The browser could not encode it: at 100 px every picture is small enough.
    return fail('not_a_picture');
  } finally {
    image.close();
  }
}
