/** Reads frame after frame of a playing video, one at a time and not more often than the eye needs. */
import type { Decoder } from './scan-decoder.ts';

/** Milliseconds between the starts of two readings; leaves the processor to the rest of the app. */
const PACE = 120;
/** So many readings in a row that fail mean that the reader itself is broken, not the picture. */
const TOO_MANY = 5;

export interface LoopEvents {
  onCode(code: string): void;
  /** The reader cannot run on this device; the loop has ended. */
  onBroken(): void;
}

export function startScanLoop(video: HTMLVideoElement, decoder: Decoder, events: LoopEvents): () => void {
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFrame = async () => {
    if (stopped) return;
    const started = performance.now();
    try {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0) {
        const codes = await decoder.decode(video);
        failures = 0;
        if (!stopped) codes.filter((code) => code.trim() !== '').forEach((code) => events.onCode(code.trim()));
      }
    } catch {
      failures += 1;
      if (failures >= TOO_MANY && !stopped) {
        stopped = true;
        events.onBroken();
      }
    }
    if (!stopped) timer = setTimeout(next, Math.max(0, PACE - (performance.now() - started)));
  };
  const next = () => {
    if (stopped) return;
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => void onFrame());
    else requestAnimationFrame(() => void onFrame());
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
