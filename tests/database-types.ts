/**
 * `npm run db:types` writes src/data/database-types.ts from the chapters with the Supabase CLI. With `--check` it
 * writes nothing and fails when the file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openPostgres } from './support/database-postgres.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';
import { TYPES_FILE, generatedTypes } from './support/generated-types.ts';
import { hasSupabaseCli } from './support/supabase-cli.ts';

async function generated(): Promise<string> {
  const database = await openPostgres();
  try {
    return await generatedTypes(database.url);
  } finally {
    await database.close();
  }
}

const NO_CLI = 'The Supabase CLI from npm does not run on this system, so the database types were not checked.';

export async function checkDatabaseTypes(): Promise<CheckResult> {
  if (!hasSupabaseCli()) return { problems: [], report: NO_CLI };
  const isCurrent = readFileSync(TYPES_FILE, 'utf8') === (await generated());
  return {
    problems: isCurrent ? [] : ['src/data/database-types.ts is outdated: run npm run db:types and commit it.'],
  };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(await checkDatabaseTypes());
  else if (hasSupabaseCli()) writeFileSync(TYPES_FILE, await generated());
  else console.info(NO_CLI);
}
