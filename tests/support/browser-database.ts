/** Asks the backend's database past all policies: to find guests for a test, and to see what the office would. */

export type Query = <Row = Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<Row[]>;

export function openQuery(databaseUrl: string): Query {
  return async <Row>(sql: string, values: unknown[] = []) => {
    const answer = await fetch(databaseUrl, { method: 'POST', body: JSON.stringify({ sql, values }) });
    const { rows, error } = (await answer.json()) as { rows: Row[]; error?: string };
    if (error) throw new Error(`${error}\n${sql}`);
    return rows;
  };
}

/** Asks until `check` passes, else fails with what was last seen. */
export async function eventually<T>(look: () => Promise<T>, check: (seen: T) => boolean, within = 10_000): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const seen = await look();
    if (check(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not within ${within} ms. Last seen: ${JSON.stringify(seen).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
