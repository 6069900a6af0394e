import { describe, expect, it } from 'vitest';
import { createRepeatFilter } from './scan-repeats.ts';

describe('a code in view of the camera', () => {
  it('counts once while it stays in view', () => {
    const repeats = createRepeatFilter();
    const accepted = Array.from({ length: 100 }, (_, frame) => repeats.isNew('A', frame * 100)).filter(Boolean);
    expect(accepted).toHaveLength(1);
  });
  it('counts again after three seconds out of view', () => {
    const repeats = createRepeatFilter();
    repeats.isNew('A', 0);
    expect(repeats.isNew('A', 2999)).toBe(false);
    expect(repeats.isNew('A', 5998)).toBe(false);
    expect(repeats.isNew('A', 8998)).toBe(true);
  });
  it('does not hold back other codes', () => {
    const repeats = createRepeatFilter();
    expect([repeats.isNew('A', 0), repeats.isNew('B', 10), repeats.isNew('A', 20)]).toEqual([true, true, false]);
  });
});
