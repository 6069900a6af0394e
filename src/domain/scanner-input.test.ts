import { describe, expect, it, test } from 'vitest';
import { KEYBOARD_LAYOUTS } from './keyboard-layouts.ts';
import { endIdleInput, NO_INPUT, handleScannerKey, MAX_SCANNER_GAP_MS, type ScannerKey } from './scanner-input.ts';
import { pressKeys } from './testing/scanner-keys.ts';
import { parseTicketCode, possibleCodes } from './ticket-code.ts';

type Pressed = Partial<ScannerKey> & { key: string; at: number };

/** The results of the keys: the first text of each code, or "broken". */
function results(keys: readonly Pressed[], { quietAtEnd = false } = {}): string[] {
  const found: string[] = [];
  let state = NO_INPUT;
  const take = (step: ReturnType<typeof handleScannerKey>) => {
    state = step.state;
    if (step.result) found.push(step.result.kind === 'code' ? step.result.texts[0]! : 'broken');
  };
  for (const key of keys) take(handleScannerKey(state, { isUnrelated: false, code: '', shift: false, ...key }));
  if (quietAtEnd) take(endIdleInput(state));
  return found;
}

const burst = (text: string, { from = 0, gap = 8, end = 'Enter' } = {}): Pressed[] =>
  [...text, end].map((key, index) => ({ key, at: from + index * gap }));

describe('a scanner', () => {
  it('is a burst of keys ended by Enter', () => {
    expect(results(burst('K7M4PQ2RXW9T'))).toEqual(['K7M4PQ2RXW9T']);
  });
  it('may end with Tab, and press modifiers', () => {
    const keys = burst('K7M4', { end: 'Tab' }).flatMap((key) =>
      ['Shift', 'Control', 'AltGraph', 'CapsLock'].map((name): Pressed => ({ key: name, at: key.at })).concat(key),
    );
    expect(results(keys)).toEqual(['K7M4']);
  });
  it('sends links and vouchers with punctuation and spaces', () => {
    expect(results(burst(' https://x.test/booking/view/a-b_c '))).toEqual(['https://x.test/booking/view/a-b_c']);
  });
  it('is not a person who types, however long the text', () => {
    expect(results(burst('K7M4PQ2RXW9T', { gap: MAX_SCANNER_GAP_MS + 1 }), { quietAtEnd: true })).toEqual([]);
  });
  it('is not a few keys pressed at once', () => {
    expect(results(burst('abc'))).toEqual([]);
  });
  it('is not a key that is held down', () => {
    const heldKey = Array.from({ length: 20 }, (_, n): Pressed => ({ key: 'j', at: n * 30, isUnrelated: n > 0 }));
    expect(results([...heldKey, { key: 'Enter', at: 610 }], { quietAtEnd: true })).toEqual([]);
  });
  it('begins with the first fast key after slow ones', () => {
    expect(results([{ key: 'x', at: 0 }, ...burst('K7M4PQ', { from: 400 })])).toEqual(['K7M4PQ']);
  });
  it('is ignored while the user types in a field', () => {
    expect(results(burst('K7M4PQ').map((key) => ({ ...key, isUnrelated: true })))).toEqual([]);
  });
  it('may send two codes in a row', () => {
    expect(results([...burst('AAAA22'), ...burst('BBBB33', { from: 100 })])).toEqual(['AAAA22', 'BBBB33']);
  });
});

describe('an interrupted burst', () => {
  const pausedAt = (pauseIndex: number, pause: number) =>
    burst('K7M4PQ2RXW9T').map((key, index) => (index < pauseIndex ? key : { ...key, at: key.at + pause }));
  test.each([
    ['with a late Enter', pausedAt(12, 500)],
    ['with a pause in the middle', pausedAt(6, 120)],
    ['with a pause after the first key', pausedAt(1, 120)],
    ['with a pause before the last key', pausedAt(11, 900)],
    [
      'with two pauses',
      burst('K7M4PQ2RXW9T').map((key, index) => ({ ...key, at: key.at + (index > 7 ? 400 : index > 4 ? 200 : 0) })),
    ],
    [
      'with a key that writes nothing',
      burst('K7M4PQ2RXW9T').flatMap((key, index) => (index === 6 ? [{ key: 'ArrowDown', at: key.at - 1 }, key] : key)),
    ],
    [
      'whose end is typed into a field',
      burst('K7M4PQ2RXW9T').map((key, index) => ({ ...key, isUnrelated: index > 5 })),
    ],
    ['with a keyboard shortcut', burst('K7M4PQ2RXW9T').map((key, index) => ({ ...key, isUnrelated: index === 6 }))],
    ['without Enter', burst('K7M4PQ2RXW9T').slice(0, -1)],
  ])('%s is reported as broken', (_, keys) => {
    expect(results(keys, { quietAtEnd: true })).toEqual(['broken']);
  });
  it('does not prevent reading the next one', () => {
    const broken = burst('K7M4PQ2RXW9T').slice(0, 8);
    expect(results([...broken, ...burst('AAAA22', { from: 2000 })])).toEqual(['AAAA22']);
    expect(results([...pausedAt(6, 120), ...burst('AAAA22', { from: 400 })])).toEqual(['broken', 'AAAA22']);
  });
});

const LINK = 'https://muster.example.com/booking/view/4DebLg9kxkFlU8SO-94IRgDbEl95VIpRShEiahI1_ks';
const TOKEN = '4DebLg9kxkFlU8SO-94IRgDbEl95VIpRShEiahI1_ks';
/** Sends a text with a scanner set to a US keyboard or another layout, and returns what this keyboard makes of it. */
const scan = (text: string, options: Parameters<typeof pressKeys>[1]) => {
  const keys = pressKeys(text, options);
  let state = NO_INPUT;
  for (const [at, key] of keys.entries()) {
    const step = handleScannerKey(state, { ...key, at: at * 5, isUnrelated: false });
    state = step.state;
    if (step.result) return step.result.kind === 'code' ? possibleCodes(...step.result.texts) : 'broken';
  }
  return 'nothing';
};

describe.each(Object.keys(KEYBOARD_LAYOUTS) as (keyof typeof KEYBOARD_LAYOUTS)[])(
  'on a keyboard of layout %s',
  (on) => {
    test.each([
      ['a scanner of a US keyboard', { on }],
      ['a scanner of the same layout', { on, scanner: on }],
      ['a US scanner with Caps Lock', { on, capsLock: true }],
      ['a scanner of the same layout with Caps Lock', { on, scanner: on, capsLock: true }],
      ['a scanner that compensates for Caps Lock', { on, capsLock: true, compensates: true }],
    ] as const)('%s sends links, tickets, references and vouchers', (_, options) => {
      expect(scan(LINK, options)).toEqual([{ kind: 'link', value: TOKEN }]);
      expect(scan('K7M4PQ2RXW9T', options)).toContainEqual({ kind: 'ticket', value: 'K7M4PQ2RXW9T' });
      expect(scan('AZQWY7', options)).toContainEqual({ kind: 'reference', value: 'AZQWY7' });
      const vouchers = scan('VIATOR/1234-5678', options);
      expect(Array.isArray(vouchers) && vouchers.map(({ value }) => value.toUpperCase())).toContain('VIATOR/1234-5678');
    });

    test('a link typed into a field in this layout is read', () => {
      const received = pressKeys(LINK, { on })
        .map(({ key }) => key)
        .join('')
        .replaceAll('Shift', '')
        .replace('Enter', '');
      expect(possibleCodes(received)).toEqual([{ kind: 'link', value: TOKEN }]);
    });
  },
);

test.each([
  ['da', 'httpsÆ--muster.example.com-booking-view-4DebLg9kxkFlU8SO+94IRgDbEl95VIpRShEiahI1?ks'],
  ['es', "httpsÑ--muster.example.com-booking-view-4DebLg9kxkFlU8SO'94IRgDbEl95VIpRShEiahI1?ks"],
  ['it', "httpsç--muster.example.com-booking-view-4DebLg9kxkFlU8SO'94IRgDbEl95VIpRShEiahI1?ks"],
] as const)('a link that the layout %s garbles is read', (on, received) => {
  const written = pressKeys(LINK, { on }).filter(({ key }) => [...key].length === 1);
  expect(written.map(({ key }) => key).join('')).toBe(received);
  expect(parseTicketCode(received)?.kind).toBe('voucher');
  expect(possibleCodes(received)).toEqual([{ kind: 'link', value: TOKEN }]);
});
