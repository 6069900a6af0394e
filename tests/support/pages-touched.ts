import type { Query } from './database.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/**
 * Runs a statement and returns how many pages of tables and indexes it touched, those of the functions that it calls
 * included: a measure of work that is the same on every machine.
 */
export async function pagesTouched(query: Query, sql: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${sql}`,
    values,
  );
  const plan = row!['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
