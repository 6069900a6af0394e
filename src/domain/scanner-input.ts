/** Tells a hand scanner that types (a burst of keys ended by Enter or Tab) from a person, and reads the code whatever the keyboard layout. */
import { usCharacter } from './keyboard-layouts.ts';

/** No person keeps this pace over several keys; slow Bluetooth scanners still do. Milliseconds between two keys. */
export const MAX_SCANNER_GAP_MS = 50;
/** Shorter bursts are somebody's hand on the keyboard; our shortest code, a booking reference, has six. */
export const MIN_SCAN_LENGTH = 4;
/** A burst that starts so soon after a single key, or after several fast ones, is the rest of a broken one. */
const REST_AFTER_KEY = 300;
export const REST_AFTER_BURST = 1000;

export interface ScannerKey {
  /** `KeyboardEvent.key`: what the key writes in the layout of this keyboard. */
  key: string;
  /** `KeyboardEvent.code`: which key it is; '' where the browser does not say. */
  code: string;
  shift: boolean;
  /** `KeyboardEvent.timeStamp`, in milliseconds. */
  at: number;
  /** Not the scanner's: the person types in a field, holds a key down, or holds Ctrl, Alt or Meta. */
  taken: boolean;
}

export interface ScannerState {
  /** The fast keys so far. */
  keys: readonly Pick<ScannerKey, 'key' | 'code' | 'shift'>[];
  /** When the last key came; meaningless while no key came. */
  at: number;
  /** The longest run of fast keys before a pause or a foreign key. */
  before: number;
  /** Part of the code is lost: what follows until Enter is none. */
  isBroken: boolean;
}

export const NO_INPUT: ScannerState = { keys: [], at: 0, before: 0, isBroken: false };

/** `texts`: what the burst may say, likeliest first. `broken`: a scanner was interrupted, and no code is known. */
export type ScannerResult = { kind: 'code'; texts: string[] } | { kind: 'broken' };

export interface ScannerStep {
  state: ScannerState;
  result: ScannerResult | null;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'Alt', 'Control']);

/** Takes one more key. The caller swallows the key that gives a result, so that it presses no button. */
export function handleScannerKey(state: ScannerState, key: ScannerKey): ScannerStep {
  const { at } = key;
  // Scanners press Shift for capitals, and AltGr for some signs.
  if (MODIFIERS.has(key.key)) return { state, result: null };
  const began = state.keys.length > 0 || state.isBroken;
  const pause = began ? at - state.at : Infinity;
  const fast = Math.max(state.before, state.keys.length);
  if (key.taken) return { state: brokenOff(state, at), result: null };
  if (key.key === 'Enter' || key.key === 'Tab') {
    const { keys } = state;
    if (!state.isBroken && pause <= MAX_SCANNER_GAP_MS && keys.length >= MIN_SCAN_LENGTH)
      return { state: NO_INPUT, result: textsOf(keys) };
    const isLost = fast >= MIN_SCAN_LENGTH && pause <= REST_AFTER_BURST;
    return { state: NO_INPUT, result: isLost ? { kind: 'broken' } : null };
  }
  if (characterOf(key) === null && usCharacter(key.code, key.shift) === null)
    return { state: brokenOff(state, at), result: null };
  const one = { key: key.key, code: key.code, shift: key.shift };
  if (pause <= MAX_SCANNER_GAP_MS) return { state: { ...state, keys: [...state.keys, one], at }, result: null };
  const isRest = pause <= (fast > 1 ? REST_AFTER_BURST : REST_AFTER_KEY);
  return {
    state: { keys: [one], at, before: isRest ? fast : 0, isBroken: isRest },
    result: null,
  };
}

/** The state after a quiet while: a burst without an end was a scanner that was interrupted, or one that sends no Enter. */
export function endIdleInput(state: ScannerState): ScannerStep {
  const isLost = Math.max(state.before, state.keys.length) >= MIN_SCAN_LENGTH;
  return { state: NO_INPUT, result: isLost ? { kind: 'broken' } : null };
}

function brokenOff(state: ScannerState, at: number): ScannerState {
  const fast = Math.max(state.before, state.keys.length);
  return fast >= MIN_SCAN_LENGTH ? { keys: [], at, before: fast, isBroken: true } : NO_INPUT;
}

const characterOf = ({ key }: Pick<ScannerKey, 'key'>) => ([...key].length === 1 ? key : null);

/** By the key's place first: scanners are set to a US keyboard unless somebody changes that. */
function textsOf(keys: ScannerState['keys']): ScannerResult {
  const byCode = keys.map(({ code, shift }) => usCharacter(code, shift));
  const byKey = keys.map(characterOf);
  const texts = [byCode, byKey]
    .filter((characters) => !characters.includes(null))
    .map((characters) => characters.join('').trim())
    .filter((text) => text.length >= MIN_SCAN_LENGTH);
  return texts.length === 0 ? { kind: 'broken' } : { kind: 'code', texts: [...new Set(texts)] };
}
