import { describe, expect, it } from 'vitest';
import { createRepeatFilter } from './scan-repeats.ts';

describe('a code before the lens', () => {
  it('counts once however long it stays there', () => {
    const repeats = createRepeatFilter();
    const taken = Array.from({ length: 100 }, (_, frame) => repeats.isNew('A', frame * 100)).filter(Boolean);
    expect(taken).toHaveLength(1);
  });
  it('counts again three seconds after it was last seen, not before', () => {
    const repeats = createRepeatFilter();
    repeats.isNew('A', 0);
    expect(repeats.isNew('A', 2999)).toBe(false);
    expect(repeats.isNew('A', 5998)).toBe(false);
    expect(repeats.isNew('A', 8998)).toBe(true);
  });
  it('does not hold back the next code', () => {
    const repeats = createRepeatFilter();
    expect([repeats.isNew('A', 0), repeats.isNew('B', 10), repeats.isNew('A', 20)]).toEqual([true, true, false]);
  });
});
