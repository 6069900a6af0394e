import { describe, expect, it } from 'vitest';
import { NO_BURST, WEDGE_GAP, wedge, type WedgeKey } from './wedge.ts';

function codes(keys: (Partial<WedgeKey> & { key: string; at: number })[]): string[] {
  const found: string[] = [];
  let state = NO_BURST;
  for (const key of keys) {
    const step = wedge(state, { taken: false, ...key });
    state = step.state;
    if (step.code !== null) found.push(step.code);
  }
  return found;
}

const burst = (text: string, { from = 0, gap = 8, end = 'Enter' } = {}) =>
  [...text, end].map((key, index) => ({ key, at: from + index * gap }));

describe('a keyboard-wedge scanner', () => {
  it('is a burst of keys ended by Enter', () => {
    expect(codes(burst('K7M4PQ2RXW9T'))).toEqual(['K7M4PQ2RXW9T']);
  });
  it('may end with Tab and press Shift on the way', () => {
    const keys = burst('K7M4', { end: 'Tab' }).flatMap((key) => [{ key: 'Shift', at: key.at }, key]);
    expect(codes(keys)).toEqual(['K7M4']);
  });
  it('sends links and vouchers with signs and blanks', () => {
    expect(codes(burst(' https://x.test/booking/view/a-b_c '))).toEqual(['https://x.test/booking/view/a-b_c']);
  });
  it('is not a person who types, however long the text', () => {
    expect(codes(burst('K7M4PQ2RXW9T', { gap: WEDGE_GAP + 1 }))).toEqual([]);
  });
  it('is not a few keys hit at once', () => {
    expect(codes(burst('abc'))).toEqual([]);
  });
  it('counts from the first fast key after slow ones', () => {
    expect(codes([{ key: 'x', at: 0 }, ...burst('K7M4PQ', { from: 400 })])).toEqual(['K7M4PQ']);
  });
  it('ends no code by an Enter that comes late', () => {
    const keys = burst('K7M4PQ');
    keys[keys.length - 1]!.at += 500;
    expect(codes(keys)).toEqual([]);
  });
  it('is left alone while somebody types in a field', () => {
    expect(codes(burst('K7M4PQ').map((key) => ({ ...key, taken: true })))).toEqual([]);
  });
  it('is broken off by a key that writes nothing', () => {
    const keys = burst('K7M4PQ');
    expect(
      codes([...keys.slice(0, 4), { key: 'ArrowDown', at: keys[3]!.at + 1 }, ...keys.slice(4, 6), keys[6]!]),
    ).toEqual([]);
  });
  it('reads two codes in a row, each once', () => {
    expect(codes([...burst('AAAA22'), ...burst('BBBB33', { from: 100 })])).toEqual(['AAAA22', 'BBBB33']);
  });
});
