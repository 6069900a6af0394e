import { describe, expect, test } from 'vitest';
import {
  fillPlaceholders,
  placeholderValues,
  isPlaceholder,
  findMissingPlaceholder,
  splitParagraphs,
  findUnknownPlaceholder,
} from './email-templates.ts';

describe('unknownHole', () => {
  test.each([
    ['Dear {name}, your tour {tour}', null],
    ['Dear {nmae}', 'nmae'],
    ['{name} {amount} {what}', 'amount'],
    ['Dear {name', 'Dear {name'],
    ['an odd } brace', 'an odd } brace'],
    ['{na me}', '{na me}'],
    ['with {1} number', 'with {1} number'],
    ['a very long text before { and a very long text after', 'xt before { and a ver'],
    ['', null],
  ])('%j: %j', (text, unknown) => expect(findUnknownPlaceholder(text, ['name', 'tour'])).toBe(unknown));
});

test('the first placeholder that a text must have and has not', () => {
  expect(findMissingPlaceholder('{name} {when}', ['name', 'when'])).toBeNull();
  expect(findMissingPlaceholder('{name} when', ['name', 'when', 'place'])).toBe('when');
});

describe('filled', () => {
  test('puts in what is known, nothing for what is not, and leaves what is no placeholder', () => {
    expect(fillPlaceholders('{name}: {amount}. {other} {name}', { name: 'Ann' })).toBe('Ann: . {other} Ann');
  });
  test('never reads again what it put in', () => {
    expect(fillPlaceholders('{name} {tour}', { name: '{tour}', tour: '$& $1' })).toBe('{tour} $& $1');
  });
});

test('isHole', () => {
  expect(isPlaceholder('amount')).toBe(true);
  expect(isPlaceholder('Amount')).toBe(false);
});

test('paragraphs are parted by empty lines', () => {
  expect(splitParagraphs('One\nmore\n\n  \nTwo \n\n\n\n')).toEqual(['One\nmore', 'Two']);
  expect(splitParagraphs('  ')).toEqual([]);
});

describe('holeValues', () => {
  const facts = {
    name: 'Ann',
    tour: 'Harbour walk',
    company: 'Harbour Walks',
    reference: 'ABCDEF',
    meetingPoint: 'The fountain',
    startsAt: '2026-05-03T22:30:00Z',
    timeZone: 'Europe/Copenhagen',
  };
  test('tells when in the zone of the tour, and the code in groups', () => {
    expect(placeholderValues(facts, 'en')).toEqual({
      name: 'Ann',
      tour: 'Harbour walk',
      company: 'Harbour Walks',
      reference: 'ABC DEF',
      place: 'The fountain',
      when: expect.stringMatching(/^Monday\D+4 May 2026\D+00:30$/),
    });
    expect(placeholderValues(facts, 'da').when).toContain('4. maj 2026');
  });
  test('tells the number of guests and an amount where there are such', () => {
    expect(placeholderValues({ ...facts, guests: 0 }, 'en')).toMatchObject({ guests: '0' });
    expect(placeholderValues({ ...facts, refund: 500, now: 700, currency: 'EUR' }, 'en').amount).toMatch(/5/);
    expect(placeholderValues({ ...facts, now: 700, currency: 'EUR' }, 'en').amount).toMatch(/7/);
    expect(placeholderValues({ ...facts, refund: 0, now: 700, currency: 'EUR' }, 'en').amount).toMatch(/0/);
    expect(placeholderValues({ ...facts, now: 700 }, 'en')).not.toHaveProperty('amount');
    expect(placeholderValues({ ...facts, currency: 'EUR' }, 'en')).not.toHaveProperty('amount');
  });
});
