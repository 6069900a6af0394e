/** Queries the backend's database with RLS bypassed: to find guests, and to check what was stored. */

import type { Query } from './database.ts';

export function openQuery(databaseUrl: string): Query {
  return async <Row>(sql: string, values: readonly unknown[] = []) => {
    const response = await fetch(databaseUrl, { method: 'POST', body: JSON.stringify({ sql, values }) });
    const { rows, error } = (await response.json()) as { rows: Row[]; error?: string };
    if (error) throw new Error(`${error}\n${sql}`);
    return rows;
  };
}
