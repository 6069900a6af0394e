/** Rules that TypeScript and SQL both have: each case runs on both sides. The list of all pairs: tests/support/rule-pairs.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isEmailAddress, normalizeEmailAddress } from '../../src/domain/email-address.ts';
import { EMAIL_ADDRESSES, TYPED_EMAIL_ADDRESSES } from '../../src/domain/testing/email-addresses.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

/** Runs an SQL expression of `given` on each case, in one query. */
async function inSql<T>(expression: string, cases: readonly unknown[]): Promise<T[]> {
  const rows = await db.query<{ result: T }>(
    `select to_jsonb(${expression}) as result
     from jsonb_array_elements($1::jsonb) with ordinality as each (value, place)
     cross join lateral (select value as given, value #>> '{}' as text) as one order by place`,
    [JSON.stringify(cases)],
  );
  return rows.map(({ result }) => result);
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('e-mail addresses', () => {
  test('isEmailAddress and private.is_email_address accept the same texts', async () => {
    const texts = EMAIL_ADDRESSES.map(([text]) => text);
    const expected = EMAIL_ADDRESSES.map(([text, isOne]) => ({ text, isOne }));
    const sql = await inSql<boolean>('private.is_email_address(text)', texts);
    expect(texts.map((text, at) => ({ text, isOne: sql[at] }))).toEqual(expected);
    expect(texts.map((text) => ({ text, isOne: isEmailAddress(text) }))).toEqual(expected);
  });

  test('normalizeEmailAddress and private.normalize_email_address read the same', async () => {
    const typed = TYPED_EMAIL_ADDRESSES.map(([text]) => text);
    const sql = await inSql<string>('private.normalize_email_address(text)', typed);
    expect(sql).toEqual(typed.map(normalizeEmailAddress));
  });

  // The ranges that either side treats specially, and their neighbours.
  test('the same characters are invisible, spaces and no part of an address on both sides', async () => {
    const points = [
      ...range(0, 0x3200),
      ...range(0xfd00, 0x10000),
      0x1d172,
      0x1d173,
      0x1d17a,
      0x1d17b,
      0x1f600,
      0xe0000,
      0xe0fff,
      0xe1000,
    ];
    const signs = points
      .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
      .map((point) => String.fromCodePoint(point));
    const differing = async (expression: string, cases: string[], typescript: (text: string) => unknown) => {
      const sql = await inSql<unknown>(expression, cases);
      return cases.filter((text, at) => sql[at] !== typescript(text)).map((text) => JSON.stringify(text));
    };
    const around = signs.map((sign) => `${sign}a${sign}b${sign}`);
    expect(await differing('private.normalize_email_address(text)', around, normalizeEmailAddress)).toEqual([]);
    for (const cases of [
      signs.map((sign) => `a${sign}b@holm.test`),
      signs.map((sign) => `a@b${sign}c.test`),
      signs.map((sign) => `a@b.${sign}tt`),
    ])
      expect(await differing('private.is_email_address(text)', cases, isEmailAddress)).toEqual([]);
  });
});
