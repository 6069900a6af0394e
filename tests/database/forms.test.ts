/** `private.form_problems` reads JSON schemas as a standard validator does, and names each field and its problem. */
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomCheckOptions } from '../../src/lib/testing/random-cases.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const PRICE = {
  type: 'object',
  properties: {
    amount: { type: 'integer', minimum: 0, maximum: 100 },
    rate: { anyOf: [{ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.5 }, { type: 'null' }] },
  },
  required: ['amount', 'rate'],
  additionalProperties: false,
};
const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 5 },
    note: { type: 'string', maxLength: 8 },
    kind: { type: 'string', enum: ['walk', 'ride'] },
    is_open: { type: 'boolean' },
    prices: { type: 'array', items: PRICE, maxItems: 2 },
  },
  required: ['title', 'kind', 'is_open', 'prices'],
  additionalProperties: false,
};

const problems = async (input: unknown, schema: object = SCHEMA) => {
  const rows = await db.query<{ problem: { field: string; code: string } }>(
    'select private.form_problems($1::jsonb, $2::jsonb) as problem',
    [JSON.stringify(input), JSON.stringify(schema)],
  );
  return rows.map(({ problem }) => `${problem.field}: ${problem.code}`).toSorted();
};
const VALID = { title: 'Walk', note: '', kind: 'walk', is_open: true, prices: [{ amount: 5, rate: null }] };

test('accepts what a JSON schema validator accepts, and nothing else', async () => {
  const isValid = new Ajv({ strict: false }).compile(SCHEMA);
  const other = fc.constantFrom<unknown>(
    null,
    true,
    '',
    'walk',
    '😀😀😀😀😀',
    '😀😀😀😀😀😀',
    0,
    1.5,
    -1,
    101,
    1e300,
    [],
    {},
  );
  const mostly = (value: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: value, weight: 8 }, { arbitrary: other, weight: 1 });
  const price = fc.record(
    { amount: mostly(fc.integer({ min: 0, max: 100 })), rate: mostly(fc.constantFrom(null, 0, 2.5, 100)) },
    { requiredKeys: [] },
  );
  const prices = fc.array(mostly(price), { maxLength: 3 });
  const form = fc.record(
    {
      title: mostly(fc.constantFrom('a', 'Walk')),
      note: mostly(fc.constantFrom('', 'A note')),
      kind: mostly(fc.constantFrom('walk', 'ride')),
      is_open: mostly(fc.boolean()),
      prices: mostly(prices),
      unknown: fc.constant(1),
    },
    { requiredKeys: ['title', 'kind', 'is_open', 'prices'] },
  );
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(mostly(form), async (input) => {
      seen.add(isValid(input));
      expect((await problems(input)).length === 0).toBe(isValid(input));
    }),
    randomCheckOptions(1000),
  );
  expect(seen.size).toBe(2);
});

describe('names the field and its problem', () => {
  test.each<[object, string[]]>([
    [{}, []],
    [{ note: undefined }, []],
    [{ note: null }, ['note: required']],
    [{ title: '' }, ['title: required']],
    [{ title: 'longer' }, ['title: too_long']],
    [{ kind: 'swim' }, ['kind: not_valid']],
    [{ is_open: 'yes', colour: 'red' }, ['colour: unknown', 'is_open: not_valid']],
    [{ prices: [VALID.prices[0], { amount: -1 }] }, ['prices.1.amount: too_small', 'prices.1.rate: required']],
    [{ prices: [{ amount: 1.5, rate: 0.25 }] }, ['prices.0.amount: whole_number', 'prices.0.rate: not_valid']],
    [
      { prices: [{ amount: 101, rate: '1', tax: 1 }] },
      ['prices.0.amount: too_large', 'prices.0.rate: not_valid', 'prices.0.tax: unknown'],
    ],
    [{ prices: [1, 2, 3] }, ['prices: too_large']],
    [{ prices: {} }, ['prices: not_valid']],
  ])('%j', async (change, expected) => expect(await problems({ ...VALID, ...change })).toEqual(expected));

  test('of an input that is no object', async () => {
    expect(await problems([])).toEqual([': not_valid']);
    expect(await problems(null)).toEqual([': required']);
  });
});

test('an RPC without a form cannot read one', async () => {
  await expect(db.query(`select private.read_form('read_company_settings', '{}')`)).rejects.toThrow('has no form');
});
