/** What the keys of a keyboard write in the layouts of our users. A hand scanner presses keys, so its codes depend on the layout. */

/** `KeyboardEvent.code` of the keys that write a character, in the order of the rows below. */
const keysOf = (letters: string) => [...letters].map((template) => `Key${template}`);
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

/** Each layout's characters without and with Shift; a blank for a key that writes nothing. */
export const KEYBOARD_LAYOUTS = {
  us: ["`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'],
  da: ["½1234567890+´qwertyuiopå¨'asdfghjklæøzxcvbnm,.-", '§!"#¤%&/()=?`QWERTYUIOPÅ^*ASDFGHJKLÆØZXCVBNM;:_'],
  es: ["º1234567890'¡qwertyuiop`+çasdfghjklñ´zxcvbnm,.-", 'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨ZXCVBNM;:_'],
  it: ["\\1234567890'ìqwertyuiopè+ùasdfghjklòàzxcvbnm,.-", '|!"£$%&/()=?^QWERTYUIOPé*§ASDFGHJKLç°ZXCVBNM;:_'],
  de: ['^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-', '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_'],
  fr: ['²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!', ' 1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§'],
} as const satisfies Record<string, readonly [string, string]>;

const NUMPAD: Readonly<Record<string, string>> = {
  NumpadSubtract: '-',
  NumpadAdd: '+',
  NumpadDivide: '/',
  NumpadMultiply: '*',
  NumpadDecimal: '.',
  Space: ' ',
};

/** Returns what a key writes on a US keyboard, whatever the layout of this one; null for a key that writes nothing there. */
export function usCharacter(code: string, shift: boolean): string | null {
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (code in NUMPAD) return NUMPAD[code] ?? null;
  const at = KEYS.indexOf(code);
  return at < 0 ? null : (KEYBOARD_LAYOUTS.us[shift ? 1 : 0].charAt(at) ?? null);
}

/** Returns each text that a US scanner may have sent for `text` to come out on a keyboard of another layout. */
export function undoLayouts(text: string): string[] {
  const { us, ...others } = KEYBOARD_LAYOUTS;
  const usKeys = us.join('');
  return Object.values(others).flatMap((layout) => {
    const keys = layout.join('');
    const places = [...text].map((character) => (character === ' ' ? -2 : keys.indexOf(character)));
    if (places.includes(-1)) return [];
    return places.map((place) => (place === -2 ? ' ' : usKeys.charAt(place))).join('');
  });
}
