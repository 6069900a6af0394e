import { describe, expect, test } from 'vitest';
import {
  fillPlaceholders,
  placeholderValues,
  isPlaceholder,
  findMissingPlaceholder,
  splitParagraphs,
  findUnknownPlaceholder,
} from './email-templates.ts';

describe('findUnknownPlaceholder', () => {
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
  ])('finds in %j: %j', (text, unknown) => expect(findUnknownPlaceholder(text, ['name', 'tour'])).toBe(unknown));
});

test('findMissingPlaceholder returns the first required placeholder that is missing', () => {
  expect(findMissingPlaceholder('{name} {when}', ['name', 'when'])).toBeNull();
  expect(findMissingPlaceholder('{name} when', ['name', 'when', 'place'])).toBe('when');
});

describe('fillPlaceholders', () => {
  test('fills known values, drops missing ones, and keeps unknown placeholders', () => {
    expect(fillPlaceholders('{name}: {amount}. {other} {name}', { name: 'Ann' })).toBe('Ann: . {other} Ann');
  });
  test('does not fill placeholders inside values', () => {
    expect(fillPlaceholders('{name} {tour}', { name: '{tour}', tour: '$& $1' })).toBe('{tour} $& $1');
  });
});

test('isPlaceholder accepts only known names', () => {
  expect(isPlaceholder('amount')).toBe(true);
  expect(isPlaceholder('Amount')).toBe(false);
});

test('splitParagraphs splits at blank lines', () => {
  expect(splitParagraphs('One\nmore\n\n  \nTwo \n\n\n\n')).toEqual(['One\nmore', 'Two']);
  expect(splitParagraphs('  ')).toEqual([]);
});

describe('placeholderValues', () => {
  const facts = {
    name: 'Ann',
    tour: 'Harbour walk',
    company: 'Harbour Walks',
    reference: 'ABCDEF',
    meetingPoint: 'The fountain',
    startsAt: '2026-05-03T22:30:00Z',
    timeZone: 'Europe/Copenhagen',
  };
  test('formats the time in the tour’s zone, and the reference in groups', () => {
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
  test('has the number of guests and the amount if there are any', () => {
    expect(placeholderValues({ ...facts, guests: 0 }, 'en')).toMatchObject({ guests: '0' });
    expect(placeholderValues({ ...facts, refund: 500, now: 700, currency: 'EUR' }, 'en').amount).toMatch(/5/);
    expect(placeholderValues({ ...facts, now: 700, currency: 'EUR' }, 'en').amount).toMatch(/7/);
    expect(placeholderValues({ ...facts, refund: 0, now: 700, currency: 'EUR' }, 'en').amount).toMatch(/0/);
    expect(placeholderValues({ ...facts, now: 700 }, 'en')).not.toHaveProperty('amount');
    expect(placeholderValues({ ...facts, currency: 'EUR' }, 'en')).not.toHaveProperty('amount');
  });
});
