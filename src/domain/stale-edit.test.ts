import { describe, expect, it } from 'vitest';
import { mergeEdits } from './stale-edit.ts';

describe('two edits of the same', () => {
  const base = { name: 'Ada', zone: 'UTC', minutes: 15 };

  it('takes over what only the others have changed', () => {
    expect(mergeEdits({ base, mine: { ...base, name: 'Eva' }, theirs: { ...base, minutes: 20 } })).toEqual({
      merged: { name: 'Eva', zone: 'UTC', minutes: 20 },
      conflicts: [],
    });
  });
  it('leaves to a person what both have changed', () => {
    expect(mergeEdits({ base, mine: { ...base, name: 'Eva' }, theirs: { ...base, name: 'Ida' } })).toEqual({
      merged: { ...base, name: 'Eva' },
      conflicts: ['name'],
    });
  });
  it('has nothing to ask where both meant the same', () => {
    expect(mergeEdits({ base, mine: { ...base, minutes: 30 }, theirs: { ...base, minutes: 30 } })).toEqual({
      merged: { ...base, minutes: 30 },
      conflicts: [],
    });
  });
  it('keeps what I put back to how it was, where the others did not touch it', () => {
    expect(mergeEdits({ base, mine: base, theirs: { ...base, zone: 'Europe/Rome' } }).merged.zone).toBe('Europe/Rome');
  });
});
