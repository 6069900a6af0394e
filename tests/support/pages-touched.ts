import type { Query } from './database.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/**
 * Runs a statement and returns how many table and index pages it touched, including those of called functions: a
 * measure of work that is independent of the machine.
 */
export async function pagesTouched(query: Query, sql: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${sql}`,
    values,
  );
  const plan = row!['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
