/**
 * Characters of the keys in our users' keyboard layouts. A keyboard-wedge scanner sends key presses, so its text
 * depends on the layout.
 */

const keysOf = (letters: string) => [...letters].map((letter) => `Key${letter}`);
/** `KeyboardEvent.code` of the character keys, in the order of the layouts below. */
const KEYS = [
  'Backquote',
  ...[...'1234567890'].map((digit) => `Digit${digit}`),
  'Minus',
  'Equal',
  ...keysOf('QWERTYUIOP'),
  'BracketLeft',
  'BracketRight',
  'Backslash',
  ...keysOf('ASDFGHJKL'),
  'Semicolon',
  'Quote',
  ...keysOf('ZXCVBNM'),
  'Comma',
  'Period',
  'Slash',
];

/** Each layout's characters without and with Shift; a blank for keys that write nothing. */
export const KEYBOARD_LAYOUTS = {
  us: ["`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'],
  da: ["½1234567890+´qwertyuiopå¨'asdfghjklæøzxcvbnm,.-", '§!"#¤%&/()=?`QWERTYUIOPÅ^*ASDFGHJKLÆØZXCVBNM;:_'],
  es: ["º1234567890'¡qwertyuiop`+çasdfghjklñ´zxcvbnm,.-", 'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨ZXCVBNM;:_'],
  it: ["\\1234567890'ìqwertyuiopè+ùasdfghjklòàzxcvbnm,.-", '|!"£$%&/()=?^QWERTYUIOPé*§ASDFGHJKLç°ZXCVBNM;:_'],
  de: ['^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-', '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_'],
  fr: ['²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!', ' 1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§'],
} as const satisfies Record<string, readonly [string, string]>;

/** Keys that write the same in every layout. */
const FIXED_KEYS: Readonly<Record<string, string>> = {
  NumpadSubtract: '-',
  NumpadAdd: '+',
  NumpadDivide: '/',
  NumpadMultiply: '*',
  NumpadDecimal: '.',
  Space: ' ',
};

/** Returns what a key writes on a US keyboard, whatever the current layout; null for other keys. */
export function usCharacter(code: string, shift: boolean): string | null {
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (code in FIXED_KEYS) return FIXED_KEYS[code] ?? null;
  const at = KEYS.indexOf(code);
  return at < 0 ? null : KEYBOARD_LAYOUTS.us[shift ? 1 : 0].charAt(at);
}

/** Returns the texts that a US scanner may have sent, if another layout turned them into `text`. */
export function undoLayouts(text: string): string[] {
  const { us, ...others } = KEYBOARD_LAYOUTS;
  const usKeys = us.join('');
  return Object.values(others).flatMap((layout) => {
    const keys = layout.join('');
    const keyIndexes = [...text].map((character) => (character === ' ' ? -2 : keys.indexOf(character)));
    if (keyIndexes.includes(-1)) return [];
    return keyIndexes.map((index) => (index === -2 ? ' ' : usKeys.charAt(index))).join('');
  });
}
