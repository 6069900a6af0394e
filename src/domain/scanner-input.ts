/**
 * Detects keyboard-wedge scanner input (a burst of keys ended by Enter or Tab) and reads it whatever the keyboard
 * layout.
 */
import { usCharacter } from './keyboard-layouts.ts';

/**
 * Longest gap between two keys of a scan, in milliseconds. People do not type several keys this fast; slow Bluetooth
 * scanners do.
 */
export const MAX_SCANNER_GAP_MS = 50;
/** Shorter bursts are accidental key presses; our shortest code, a booking reference, has six characters. */
export const MIN_SCAN_LENGTH = 4;
/**
 * A burst this soon (in milliseconds) after one key, or after several fast keys, is the rest of an interrupted scan.
 */
const CONTINUES_AFTER_KEY_MS = 300;
export const CONTINUES_AFTER_BURST_MS = 1000;

export interface ScannerKey {
  /** `KeyboardEvent.key`: the character in the current layout. */
  key: string;
  /** `KeyboardEvent.code`: the physical key; '' if unknown. */
  code: string;
  shift: boolean;
  /** `KeyboardEvent.timeStamp`, in milliseconds. */
  at: number;
  /** Not from the scanner: typed into a field, held down, or with Ctrl, Alt or Meta. */
  isUnrelated: boolean;
}

export interface ScannerState {
  /** The fast keys so far. */
  keys: readonly Pick<ScannerKey, 'key' | 'code' | 'shift'>[];
  /** Time of the last key; meaningless before the first. */
  at: number;
  /** Longest run of fast keys before a pause or an unrelated key. */
  longestRun: number;
  /** Part of the code is lost: ignore everything until Enter. */
  isBroken: boolean;
}

export const NO_INPUT: ScannerState = { keys: [], at: 0, longestRun: 0, isBroken: false };

/** `texts`: possible readings, likeliest first. `broken`: the scan was interrupted and has no code. */
export type ScannerResult = { kind: 'code'; texts: string[] } | { kind: 'broken' };

export interface ScannerStep {
  state: ScannerState;
  result: ScannerResult | null;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'Alt', 'Control']);

/** Processes one key. The caller prevents the default of a key that gives a result, so that it presses no button. */
export function handleScannerKey(state: ScannerState, key: ScannerKey): ScannerStep {
  const { at } = key;
  // Scanners press Shift for capitals and AltGr for some characters.
  if (MODIFIERS.has(key.key)) return { state, result: null };
  const began = state.keys.length > 0 || state.isBroken;
  const pause = began ? at - state.at : Infinity;
  const fast = Math.max(state.longestRun, state.keys.length);
  if (key.isUnrelated) return { state: brokenOff(state, at), result: null };
  if (key.key === 'Enter' || key.key === 'Tab') {
    const { keys } = state;
    if (!state.isBroken && pause <= MAX_SCANNER_GAP_MS && keys.length >= MIN_SCAN_LENGTH)
      return { state: NO_INPUT, result: textsOf(keys) };
    const isInterrupted = fast >= MIN_SCAN_LENGTH && pause <= CONTINUES_AFTER_BURST_MS;
    return { state: NO_INPUT, result: isInterrupted ? { kind: 'broken' } : null };
  }
  if (characterOf(key) === null && usCharacter(key.code, key.shift) === null)
    return { state: brokenOff(state, at), result: null };
  const fastKey = { key: key.key, code: key.code, shift: key.shift };
  if (pause <= MAX_SCANNER_GAP_MS) return { state: { ...state, keys: [...state.keys, fastKey], at }, result: null };
  const isContinuation = pause <= (fast > 1 ? CONTINUES_AFTER_BURST_MS : CONTINUES_AFTER_KEY_MS);
  return {
    state: { keys: [fastKey], at, longestRun: isContinuation ? fast : 0, isBroken: isContinuation },
    result: null,
  };
}

/** Returns the state after a pause: a burst without end was interrupted, or the scanner sends no Enter. */
export function endIdleInput(state: ScannerState): ScannerStep {
  const isInterrupted = Math.max(state.longestRun, state.keys.length) >= MIN_SCAN_LENGTH;
  return { state: NO_INPUT, result: isInterrupted ? { kind: 'broken' } : null };
}

function brokenOff(state: ScannerState, at: number): ScannerState {
  const fast = Math.max(state.longestRun, state.keys.length);
  return fast >= MIN_SCAN_LENGTH ? { keys: [], at, longestRun: fast, isBroken: true } : NO_INPUT;
}

const characterOf = ({ key }: Pick<ScannerKey, 'key'>) => ([...key].length === 1 ? key : null);

/** The physical key first: scanners are set to a US keyboard by default. */
function textsOf(keys: ScannerState['keys']): ScannerResult {
  const byCode = keys.map(({ code, shift }) => usCharacter(code, shift));
  const byKey = keys.map(characterOf);
  const texts = [byCode, byKey]
    .filter((characters) => !characters.includes(null))
    .map((characters) => characters.join('').trim())
    .filter((text) => text.length >= MIN_SCAN_LENGTH);
  return texts.length === 0 ? { kind: 'broken' } : { kind: 'code', texts: [...new Set(texts)] };
}
