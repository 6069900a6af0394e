/** Asks the backend's database past all policies: to find guests for a test, and to see what the office would. */

import type { Query } from './database.ts';

export function openQuery(databaseUrl: string): Query {
  return async <Row>(sql: string, values: readonly unknown[] = []) => {
    const answer = await fetch(databaseUrl, { method: 'POST', body: JSON.stringify({ sql, values }) });
    const { rows, error } = (await answer.json()) as { rows: Row[]; error?: string };
    if (error) throw new Error(`${error}\n${sql}`);
    return rows;
  };
}
