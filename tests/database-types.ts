/**
 * `npm run db:types` writes src/data/database-types.ts from the migrations, by the CLI that a real project is asked with.
 * With `--check` it writes nothing and fails when the file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openPostgres } from './support/database-postgres.ts';
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

if (!hasSupabaseCli())
  console.info(
    'No Supabase CLI of the registry runs on this system: the database’s types are not compared with the migrations.',
  );
else {
  const types = await generated();
  if (!process.argv.includes('--check')) writeFileSync(TYPES_FILE, types);
  else if (readFileSync(TYPES_FILE, 'utf8') !== types) {
    console.error('src/data/database-types.ts is not what the migrations say: run npm run db:types and commit it.');
    process.exitCode = 1;
  }
}
