import { expect, test } from 'vitest';
import { durationEstimates } from './durations.ts';

const durationOf = durationEstimates({
  'unit src/domain/money.test.ts': 40,
  'components tests/components/a.test.tsx': 700,
});

test('a file takes as long as in its last run', () => {
  expect(durationOf('src/domain/money.test.ts')).toBe(40);
  expect(durationOf('tests/components/a.test.tsx')).toBe(700);
});

test('before the first run, a file takes what is typical of its layer', () => {
  const first = [
    'tests/components/b.test.tsx',
    'tests/database/b.test.ts',
    'tests/functions/b.test.ts',
    'src/b.test.ts',
  ];
  const estimates = first.map(durationOf);
  expect(estimates).toEqual(estimates.toSorted((a, b) => b - a));
  expect(new Set(estimates).size).toBe(first.length);
});
