import { expect, test } from 'vitest';
import { normalizeText, matchesQuery, matchRank, parseQuery, searchText } from './search-text.ts';

const guest = searchText(
  ['Jürgen Müller', 'Łukasz Sørensen-Ægir', 'ABC234', 'groß@example.test', null],
  '+45 20 30 40 50',
);
const matches = (query: string) => {
  const parsed = parseQuery(query);
  return parsed !== null && matchesQuery(guest, parsed);
};

test.each([
  'muller',
  'MÜLLER',
  'Muller Jurgen',
  'jür mül',
  'ulle',
  'lukasz',
  'sorensen',
  'Sørensen',
  'aegir',
  'ægir',
  'gross',
  'groß',
  'abc234',
  'abc',
  'example',
  '20304050',
  '20 30 40',
  '+45 2030',
  '004520304050',
  '(45) 20-30',
])('%j finds the guest', (query) => {
  expect(matches(query)).toBe(true);
});

test.each(['mueller', 'muller anna', '99 99 99', 'xyz'])('%j does not find the guest', (query) => {
  expect(matches(query)).toBe(false);
});

test('a blank query is null', () => {
  expect(parseQuery('')).toBeNull();
  expect(parseQuery('  , ')).toBeNull();
});

test('normalises special letters, composed and decomposed', () => {
  expect(normalizeText('ØÆÅßŁđþ İstanbul é')).toBe('oaeassldth istanbul e');
});

test('ranks whole words above beginnings above other matches', () => {
  const rank = (text: string) => matchRank(searchText([text], null), parseQuery('ann')!);
  expect(rank('Ann Lee')).toBeGreaterThan(rank('Anna Lee'));
  expect(rank('Anna Lee')).toBeGreaterThan(rank('Joanna Lee'));
});
