import { describe, expect, test } from 'vitest';
import { changedFunctions, chooseTests, testsByCallers, testsByImports } from './affected-tests.ts';

describe('testsByImports', () => {
  const sources = new Map([
    ['src/domain/money.ts', ''],
    ['src/domain/price.ts', `import { add } from './money.ts';`],
    ['src/domain/price.test.ts', `import { price } from './price.ts';`],
    ['src/domain/money.test.ts', `import { add } from './money.ts';`],
    ['tests/components/price.test.tsx', `vi.mock(import('../../src/domain/price.ts'));`],
    ['tests/database/other.test.ts', `import { x } from './other.ts';`],
  ]);

  test('finds tests through direct and indirect imports, nearest first', () => {
    expect(testsByImports(['src/domain/money.ts'], sources)).toEqual(
      new Map([
        ['src/domain/money.test.ts', 1],
        ['src/domain/price.test.ts', 2],
        ['tests/components/price.test.tsx', 2],
      ]),
    );
  });

  test('counts a changed test file itself as nearest', () => {
    expect(testsByImports(['tests/database/other.test.ts'], sources)).toEqual(
      new Map([['tests/database/other.test.ts', 0]]),
    );
  });

  test('ends on a cycle of imports', () => {
    const cycle = new Map([
      ['a.ts', `import './b.ts';`],
      ['b.ts', `import './a.ts';`],
      ['a.test.ts', `import './b.ts';`],
    ]);
    expect(testsByImports(['a.ts'], cycle)).toEqual(new Map([['a.test.ts', 2]]));
  });
});

describe('SQL', () => {
  const chapter = [
    'create or replace function private.ticket_price(n int) returns int', // line 1
    'language sql as $$ select n $$;',
    '',
    'create or replace function public.hold_booking(n int) returns int', // line 4
    'language sql as $$ select private.ticket_price(n) $$;',
  ].join('\n');

  test('finds the function around a changed line', () => {
    expect(changedFunctions(chapter, [2])).toEqual(['private.ticket_price']);
    expect(changedFunctions(chapter, [4, 5])).toEqual(['public.hold_booking']);
  });

  test('finds tests that call a changed function or a caller of it', () => {
    const tests = new Map([
      ['tests/database/price.test.ts', 'select private.ticket_price(1)'],
      ['tests/database/hold.test.ts', `db.rpc(office, 'hold_booking', {})`],
      ['tests/database/unrelated.test.ts', `db.rpc(office, 'hold_booking_again', {})`],
      ['tests/database/scene.ts', `db.rpc(office, 'hold_booking', {})`],
    ]);
    expect(testsByCallers(['private.ticket_price'], new Map([['chapter.sql', chapter]]), tests)).toEqual(
      new Map([
        ['tests/database/price.test.ts', 0],
        ['tests/database/hold.test.ts', 1],
      ]),
    );
  });
});

describe('chooseTests', () => {
  const tests = new Map([
    ['far.test.ts', 3],
    ['near-slow.test.ts', 1],
    ['near-quick.test.ts', 1],
  ]);
  const durationOf = (path: string) => (path.includes('slow') ? 50_000 : 5000);

  test('prefers near tests, then quick ones, and leaves out what does not fit', () => {
    expect(chooseTests(tests, { budget: 12_000, durationOf })).toEqual({
      chosen: ['near-quick.test.ts'],
      remaining: ['near-slow.test.ts', 'far.test.ts'],
    });
    expect(chooseTests(tests, { budget: 60_000, durationOf }).remaining).toEqual([]);
  });

  test('chooses one test even if it takes longer than the budget', () => {
    expect(chooseTests(new Map([['slow.test.ts', 1]]), { budget: 1000, durationOf }).chosen).toEqual(['slow.test.ts']);
  });
});
