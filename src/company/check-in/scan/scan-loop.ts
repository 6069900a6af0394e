/** Decodes a playing video frame by frame, one at a time and throttled. */
import type { Decoder } from './scan-decoder.ts';

/** Milliseconds between the starts of two readings; leaves CPU time for the app. */
const READ_INTERVAL_MS = 120;
/** Consecutive failures after which the decoder counts as broken. */
const MAX_FAILURES = 5;

export interface LoopEvents {
  onCode(code: string): void;
  /** Called when the decoder cannot run on this device; the loop has ended. */
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
      if (failures >= MAX_FAILURES && !stopped) {
        stopped = true;
        events.onBroken();
      }
    }
    if (!stopped) timer = setTimeout(next, Math.max(0, READ_INTERVAL_MS - (performance.now() - started)));
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
