import { describe, expect, it } from 'vitest';
import { subjectProblem } from '../commit-subjects.ts';

describe('subjectProblem', () => {
  it.each(['bookings: fix lost update when two people edit', 'guests, walk-ins: close gaps', `a: ${'x'.repeat(69)}`])(
    'accepts "%s"',
    (subject) => {
      expect(subjectProblem(subject)).toBeNull();
    },
  );
  it.each([
    ['73 characters', `a: ${'x'.repeat(70)}`],
    ['no area', 'Fix lost update'],
    ['a full stop', 'bookings: fix lost update.'],
    ['a past tense', 'bookings: fixed lost update'],
    ['a third person', 'bookings: removes lost update'],
    ['a gerund', 'bookings: adding a filter'],
  ])('reports %s', (_, subject) => {
    expect(subjectProblem(subject)).not.toBeNull();
  });
});
