import { expect, test } from 'vitest';
import { inSentenceCase } from './capitalise.ts';

test('only the first item of a list begins with a capital', () => {
  expect(inSentenceCase(['Sprog', 'For tæt på', 'Øvrigt'], 'da')).toEqual(['Sprog', 'for tæt på', 'øvrigt']);
  expect(inSentenceCase([], 'da')).toEqual([]);
});
