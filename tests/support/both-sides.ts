/** Runs both sides of a rule on the same cases: an SQL expression and a TypeScript function. */
import type { Database } from './database.ts';

export interface BothSides {
  /** Runs an SQL expression over `input` (jsonb) or `text` for each case, in one query. */
  inSql<T>(expression: string, cases: readonly unknown[]): Promise<T[]>;
  /** Returns the cases on which the two sides differ. */
  differences<Case>(
    cases: readonly Case[],
    sides: { sql: string; typescript: (input: Case) => unknown },
  ): Promise<unknown[]>;
}

/** `database` is called when a case runs, because a test file opens its database later. */
export function bothSides(database: () => Pick<Database, 'query'>): BothSides {
  const inSql = async <T>(expression: string, cases: readonly unknown[]): Promise<T[]> => {
    const rows = await database().query<{ result: T }>(
      `select to_jsonb(${expression}) as result
       from jsonb_array_elements($1::jsonb) with ordinality as each (value, place)
       cross join lateral (select value as input, value #>> '{}' as text) as one order by place`,
      [JSON.stringify(cases)],
    );
    return rows.map(({ result }) => result);
  };
  return {
    inSql,
    async differences(cases, { sql, typescript }) {
      const results = await inSql<unknown>(sql, cases);
      const sides = cases.map((input, at) => ({ input, sql: results[at], typescript: typescript(input) }));
      return sides.filter((side) => JSON.stringify(side.sql) !== JSON.stringify(side.typescript));
    },
  };
}
