import { describe, expect, it } from 'vitest';
import { mergeEdits, valueAt, withTheirs } from './stale-edit.ts';

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

describe('two edits of a list of rows', () => {
  const [adult, child, senior] = [
    { id: 'adult', amount: '10', from: '13' },
    { id: 'child', amount: '5', from: '' },
    { id: 'senior', amount: '8', from: '65' },
  ];
  const base = { prices: [adult, child] };
  const merge = (mine: typeof base.prices, theirs: typeof base.prices) =>
    mergeEdits({ base, mine: { prices: mine }, theirs: { prices: theirs } });

  it('goes together where other rows, or other fields of one, were changed, and keeps what either has added', () => {
    const mine = [{ ...adult, amount: '12' }, child, { ...senior, id: 'mine' }];
    const theirs = [{ ...adult, from: '14' }, { ...child, amount: '6' }, senior];
    expect(merge(mine, theirs)).toEqual({
      merged: {
        prices: [{ ...adult, amount: '12', from: '14' }, { ...child, amount: '6' }, { ...senior, id: 'mine' }, senior],
      },
      conflicts: [],
    });
  });
  it('asks about the one field that both have changed, and takes either', () => {
    const theirs = {
      prices: [
        { ...adult, amount: '11' },
        { ...child, amount: '4' },
      ],
    };
    const { merged, conflicts } = merge([{ ...adult, amount: '12' }, child], theirs.prices);
    expect(conflicts).toEqual(['prices.adult.amount']);
    expect([valueAt(merged, conflicts[0]!), valueAt(theirs, conflicts[0]!)]).toEqual(['12', '11']);
    expect(withTheirs(merged, { theirs, paths: conflicts })).toEqual(theirs);
    expect(withTheirs(merged, { theirs, paths: [] }).prices[0]).toEqual({ ...adult, amount: '12' });
  });
  it('takes away what one has taken away, unless the other has changed it: then it asks', () => {
    expect(merge([adult], [{ ...adult, amount: '11' }, child]).merged.prices).toEqual([{ ...adult, amount: '11' }]);
    expect(merge([{ ...adult, amount: '11' }, child], [adult]).merged.prices).toEqual([{ ...adult, amount: '11' }]);
    const changed = [adult, { ...child, amount: '6' }];
    // They have changed what I have taken away, and the other way round.
    for (const [mine, theirs] of [
      [[adult], changed],
      [changed, [adult]],
    ] as const) {
      const { merged, conflicts } = merge([...mine], [...theirs]);
      expect(conflicts).toEqual(['prices.child']);
      expect(merged.prices).toEqual(mine);
      expect(withTheirs(merged, { theirs: { prices: [...theirs] }, paths: conflicts }).prices).toEqual(theirs);
    }
  });
});
