import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';
import { dateOrNull, oneOf, readUrl, someOf, text, uuidOrNull, writeUrl } from './use-url-state.ts';

const STATUSES = ['all', 'open', 'done'] as const;
const TOURS = ['walk', 'boat', 'bike'] as const;
const shape = v.object({
  status: oneOf(STATUSES),
  tours: someOf(TOURS),
  q: text(20),
  party: uuidOrNull(),
  day: dateOrNull(),
});
const read = (query: string) => readUrl(shape, new URLSearchParams(query));
const NOTHING = { status: 'all', tours: [], q: '', party: null, day: null };

describe('state in the address', () => {
  it('is the default for an empty query', () => {
    expect(read('')).toEqual(NOTHING);
  });

  it.each([
    'status=gone',
    'status=open&status=done',
    `q=${'x'.repeat(21)}`,
    'party=1',
    'day=2026-02-30',
    'day=tomorrow',
    'day=9999-12-31',
    'day=0000-01-01',
    'tours=train',
    'constructor=1&__proto__=2',
  ])('is the default for an invalid query: %s', (query) => {
    expect(read(query)).toEqual(NOTHING);
  });

  it('omits defaults, and keeps parameters that it does not know', () => {
    const params = writeUrl(
      shape,
      { ...read(''), status: 'open', tours: ['bike', 'walk'] },
      new URLSearchParams('lang=da&status=done&q=x'),
    );
    expect(params.toString()).toBe('lang=da&status=open&tours=bike&tours=walk');
  });

  it('round-trips through the query', () => {
    const uuid = fc.uuid().map((id) => id.toLowerCase());
    const day = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom(...STATUSES),
          tours: fc.subarray([...TOURS]),
          q: fc.string({ unit: 'grapheme-composite', maxLength: 5 }),
          party: fc.option(uuid),
          day: fc.option(day),
        }),
        (state) => {
          expect(read(writeUrl(shape, state).toString())).toEqual(state);
        },
      ),
      randomCheckOptions(1000),
    );
  });
});
