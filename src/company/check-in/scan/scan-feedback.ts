/** Sound and vibration of a scan result, in three distinct signals. */
import type { ScanResultTone } from '../../../domain/scan-result.ts';

interface Note {
  /** Frequency in hertz. */
  pitch: number;
  /** Seconds since the start of the signal. */
  at: number;
  for: number;
  shape: OscillatorType;
}

const TONES: Record<ScanResultTone, Note[]> = {
  ok: [
    { pitch: 880, at: 0, for: 0.09, shape: 'sine' },
    { pitch: 1320, at: 0.09, for: 0.14, shape: 'sine' },
  ],
  attention: [
    { pitch: 620, at: 0, for: 0.12, shape: 'triangle' },
    { pitch: 620, at: 0.2, for: 0.12, shape: 'triangle' },
    { pitch: 620, at: 0.4, for: 0.12, shape: 'triangle' },
  ],
  no: [{ pitch: 165, at: 0, for: 0.5, shape: 'square' }],
};

/** Vibration pattern in milliseconds: on, off, on. */
const PULSES: Record<ScanResultTone, number[]> = { ok: [60], attention: [90, 70, 90], no: [450] };

let context: AudioContext | null = null;

/**
 * Starts audio. Browsers allow it only soon after a tap or key press, so it is called when the scanner opens and for
 * each code of a hand scanner.
 */
export function prepareSound(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => undefined);
}

export function playFeedback(tone: ScanResultTone): void {
  // eslint-disable-next-line compat/compat -- where nothing vibrates, it is heard and seen
  navigator.vibrate?.(PULSES[tone]);
  if (context?.state !== 'running') return;
  for (const note of TONES[tone]) {
    const from = context.currentTime + note.at;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = note.shape;
    oscillator.frequency.value = note.pitch;
    // Ramps avoid clicks.
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.4, from + 0.01);
    gain.gain.setValueAtTime(0.4, from + note.for - 0.02);
    gain.gain.linearRampToValueAtTime(0, from + note.for);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + note.for);
  }
}
