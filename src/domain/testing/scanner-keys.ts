/** Simulates the key events of a keyboard-wedge scanner on a keyboard layout. */
import { KEYBOARD_LAYOUTS } from '../keyboard-layouts.ts';

type Layout = keyof typeof KEYBOARD_LAYOUTS;
export interface PressedKey {
  key: string;
  code: string;
  shift: boolean;
}

const CODES = (
  'Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal ' +
  'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Backslash ' +
  'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote ' +
  'KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash'
).split(' ');

interface Scan {
  /** The layout of the computer's keyboard. */
  on: Layout;
  /** The layout that the scanner is set to. */
  scanner?: Layout;
  capsLock?: boolean;
  /** The scanner inverts Shift while Caps Lock is on. */
  compensates?: boolean;
}

export function pressKeys(
  text: string,
  { on, scanner = 'us', capsLock = false, compensates = false }: Scan,
): PressedKey[] {
  const keys = [...text].flatMap((character): PressedKey[] => {
    const level = [0, 1].find((index) => KEYBOARD_LAYOUTS[scanner][index]!.includes(character));
    if (level === undefined) return [{ key: character, code: '', shift: false }];
    const at = KEYBOARD_LAYOUTS[scanner][level]!.indexOf(character);
    const isLetter = /\p{L}/u.test(character);
    const shift = (level === 1) !== (compensates && capsLock && isLetter);
    const plain = KEYBOARD_LAYOUTS[on][shift ? 1 : 0].charAt(at);
    const turned = KEYBOARD_LAYOUTS[on][shift ? 0 : 1].charAt(at);
    // Caps Lock affects letters only.
    const key = capsLock && plain.toLowerCase() !== plain.toUpperCase() ? turned : plain;
    return [...(shift ? [{ key: 'Shift', code: 'ShiftLeft', shift }] : []), { key, code: CODES[at]!, shift }];
  });
  return [...keys, { key: 'Enter', code: 'Enter', shift: false }];
}
