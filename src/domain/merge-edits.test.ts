import { describe, expect, it } from 'vitest';
import { mergeEdits, valueAt, withTheirs } from './merge-edits.ts';

describe('two edits', () => {
  const base = { name: 'Ada', zone: 'UTC', minutes: 15 };

  it('take over what only the others changed', () => {
    expect(mergeEdits({ base, mine: { ...base, name: 'Eva' }, theirs: { ...base, minutes: 20 } })).toEqual({
      merged: { name: 'Eva', zone: 'UTC', minutes: 20 },
      conflicts: [],
    });
  });
  it('conflict where both changed a field', () => {
    expect(mergeEdits({ base, mine: { ...base, name: 'Eva' }, theirs: { ...base, name: 'Ida' } })).toEqual({
      merged: { ...base, name: 'Eva' },
      conflicts: ['name'],
    });
  });
  it('do not conflict where both made the same change', () => {
    expect(mergeEdits({ base, mine: { ...base, minutes: 30 }, theirs: { ...base, minutes: 30 } })).toEqual({
      merged: { ...base, minutes: 30 },
      conflicts: [],
    });
  });
  it('take over their change of a field that I left as it was', () => {
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

  it('are merged by row and field, and keep additions of both', () => {
    const mine = [{ ...adult, amount: '12' }, child, { ...senior, id: 'mine' }];
    const theirs = [{ ...adult, from: '14' }, { ...child, amount: '6' }, senior];
    expect(merge(mine, theirs)).toEqual({
      merged: {
        prices: [{ ...adult, amount: '12', from: '14' }, { ...child, amount: '6' }, { ...senior, id: 'mine' }, senior],
      },
      conflicts: [],
    });
  });
  it('conflict in the one field that both changed, and either value can be chosen', () => {
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
  it('remove a row that one removed, unless the other changed it: then they conflict', () => {
    expect(merge([adult], [{ ...adult, amount: '11' }, child]).merged.prices).toEqual([{ ...adult, amount: '11' }]);
    expect(merge([{ ...adult, amount: '11' }, child], [adult]).merged.prices).toEqual([{ ...adult, amount: '11' }]);
    const changed = [adult, { ...child, amount: '6' }];
    // They changed what I removed, and the other way round.
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

describe('rows', () => {
  it('are lists of objects with ids; any other value is one field', () => {
    const edit = <T>(base: T, mine: T, theirs: T) =>
      mergeEdits({ base: { of: base }, mine: { of: mine }, theirs: { of: theirs } });
    expect(edit<unknown>([1], [2], [3])).toEqual({ merged: { of: [2] }, conflicts: ['of'] });
    expect(edit<unknown>([{ id: 1 }], [{ id: 2 }], [{ id: 3 }])).toEqual({
      merged: { of: [{ id: 2 }] },
      conflicts: ['of'],
    });
    expect(edit<unknown>([null], [{ id: 'a' }], [{ id: 'b' }]).conflicts).toEqual(['of']);
    expect(edit<unknown>(null, [{ id: 'a' }], [{ id: 'b' }]).conflicts).toEqual(['of']);
    expect(edit<unknown>([{ id: 'a' }, 'b'], [{ id: 'a' }], [{ id: 'b' }]).conflicts).toEqual(['of']);
    expect(edit<unknown>([], [{ id: 'a' }], [{ id: 'b' }])).toEqual({
      merged: { of: [{ id: 'a' }, { id: 'b' }] },
      conflicts: [],
    });
  });

  it('are removed without a conflict if both removed them', () => {
    const row = (id: string, name = id) => ({ id, name });
    const rows = (base: object[], mine: object[], theirs: object[]) =>
      mergeEdits({ base: { of: base }, mine: { of: mine }, theirs: { of: theirs } });
    expect(rows([row('a'), row('b')], [row('b', 'mine')], [row('b', 'b'), row('c')])).toEqual({
      merged: { of: [row('b', 'mine'), row('c')] },
      conflicts: [],
    });
    expect(rows([row('a'), row('b')], [row('b', 'mine')], [row('a', 'theirs'), row('b')])).toEqual({
      merged: { of: [row('b', 'mine')] },
      conflicts: ['of.a'],
    });
    expect(rows([row('a'), row('b')], [row('a', 'mine'), row('b')], [row('b', 'theirs')])).toEqual({
      merged: { of: [row('a', 'mine'), row('b', 'theirs')] },
      conflicts: ['of.a'],
    });
    expect(rows([row('a'), row('b')], [row('a'), row('b', 'mine')], [row('b')])).toEqual({
      merged: { of: [row('b', 'mine')] },
      conflicts: [],
    });
  });
});

it('valueAt returns a field, a row or a field of a row', () => {
  const edit = { name: 'x', of: [{ id: 'a', name: 'y' }] };
  expect(valueAt(edit, 'name')).toBe('x');
  expect(valueAt(edit, 'of.a')).toEqual({ id: 'a', name: 'y' });
  expect(valueAt(edit, 'of.a.name')).toBe('y');
  expect(valueAt(edit, 'of.b')).toBeUndefined();
  expect(valueAt(edit, 'of.b.name')).toBeUndefined();
});

it('withTheirs replaces only the named field, row or field of a row', () => {
  const merged = {
    name: 'mine',
    note: 'mine',
    of: [
      { id: 'a', name: 'mine', seats: 1 },
      { id: 'b', name: 'mine', seats: 1 },
    ],
  };
  const theirs = {
    name: 'theirs',
    note: 'theirs',
    of: [
      { id: 'a', name: 'theirs', seats: 2 },
      { id: 'c', name: 'theirs', seats: 2 },
    ],
  };
  const mergeTaking = (...paths: string[]) => withTheirs(merged, { theirs, paths });
  expect(mergeTaking()).toEqual(merged);
  expect(mergeTaking('name')).toEqual({ ...merged, name: 'theirs' });
  expect(mergeTaking('of.a.name').of).toEqual([{ id: 'a', name: 'theirs', seats: 1 }, merged.of[1]]);
  expect(mergeTaking('of.a').of).toEqual([merged.of[1], theirs.of[0]]);
  expect(mergeTaking('of.b').of).toEqual([merged.of[0]]);
  expect(mergeTaking('of.c').of).toEqual([...merged.of, theirs.of[1]]);
});
