/** Tells a keyboard-wedge scanner (a burst of keys ended by Enter) from a person who types. */

/** No person keeps this pace over several keys; slow Bluetooth scanners still do. Milliseconds between two keys. */
export const WEDGE_GAP = 50;
/** Shorter bursts are somebody's hand on the keyboard; our shortest code, a booking reference, has six. */
export const WEDGE_LENGTH = 4;

export interface WedgeState {
  text: string;
  /** When the last key of the burst came, in milliseconds; meaningless while `text` is empty. */
  at: number;
}

export interface WedgeKey {
  /** `KeyboardEvent.key` */
  key: string;
  /** `KeyboardEvent.timeStamp`, in milliseconds. */
  at: number;
  /** The person is typing in a field, or holds Ctrl, Alt or Meta: the key is theirs. */
  taken: boolean;
}

export const NO_BURST: WedgeState = { text: '', at: 0 };

/**
 * One key more. Returns the burst so far, and the code when this key ended one; `code` is trimmed and
 * never empty. The caller swallows the key that ends a code, so that it presses no button.
 */
export function wedge(state: WedgeState, { key, at, taken }: WedgeKey): { state: WedgeState; code: string | null } {
  if (taken) return { state: NO_BURST, code: null };
  // Scanners press Shift for capitals.
  if (key === 'Shift' || key === 'CapsLock') return { state, code: null };
  const goesOn = state.text !== '' && at - state.at <= WEDGE_GAP;
  if (key === 'Enter' || key === 'Tab') {
    const code = goesOn ? state.text.trim() : '';
    return { state: NO_BURST, code: code.length >= WEDGE_LENGTH ? code : null };
  }
  if ([...key].length !== 1) return { state: NO_BURST, code: null };
  return { state: { text: (goesOn ? state.text : '') + key, at }, code: null };
}
