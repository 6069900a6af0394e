import * as v from 'valibot';
import { expect, test } from 'vitest';
import { onWire } from '../wire-schema.ts';
import { emptyOutputOf, wireSchemaOf } from './wire-schema.ts';

const upperCase = () =>
  v.pipe(
    v.string(),
    v.check((text) => text === text.toUpperCase()),
  );

test('refuses a field that checks by a function, unless it names its schema', () => {
  expect(() => wireSchemaOf(v.object({ code: upperCase() }))).toThrow('what check does');
  expect(wireSchemaOf(v.object({ code: v.pipe(upperCase(), onWire({ type: 'string', maxLength: 3 })) }))).toEqual({
    type: 'object',
    properties: { code: { type: 'string', maxLength: 3 } },
    required: ['code'],
  });
});

test('describes the output of a field that transforms, and what leaves it empty', () => {
  const form = v.object({
    seats: v.pipe(v.string(), v.transform(Number), v.number(), v.integer(), v.minValue(1)),
    note: v.optional(v.string()),
    kind: v.nullable(v.picklist(['walk', 'ride'])),
    tags: v.array(v.string()),
  });
  expect(wireSchemaOf(form)).toMatchObject({
    properties: { seats: { type: 'integer', minimum: 1 } },
    required: ['seats', 'kind', 'tags'],
  });
  expect(emptyOutputOf(form)).toEqual({ seats: 1, note: '', kind: null, tags: [] });
});
