/**
 * `npm run db:types` writes src/data/database-types.ts from the migrations, by the CLI that a real project is asked with.
 * With `--check` it writes nothing and fails when the file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { REPOSITORY } from '../supabase/local/settings.ts';
import { openPostgres } from './support/database-postgres.ts';
import { hasSupabaseCli, supabaseCli } from './support/supabase-cli.ts';

const FILE = 'src/data/database-types.ts';
const HEADER = '/** Made by `npm run db:types` from supabase/migrations; never edited by hand. */\n';

const formatted = (source: string) => format(source, { parser: 'typescript', printWidth: 120, singleQuote: true });

async function generated(): Promise<string> {
  const database = await openPostgres();
  try {
    const { status, out, said } = supabaseCli(['gen', 'types', `--remote=${database.url}`, '--schema', 'public']);
    const start = out.indexOf('export type Json');
    if (status !== 0 || start < 0) throw new Error(`supabase gen types failed: ${said}`);
    return await formatted(HEADER + out.slice(start));
  } finally {
    await database.close();
  }
}

const path = join(REPOSITORY, FILE);
if (!hasSupabaseCli())
  console.info(`No Supabase CLI of the registry runs on this system: ${FILE} is not compared with the migrations.`);
else {
  const types = await generated();
  if (!process.argv.includes('--check')) writeFileSync(path, types);
  else if (readFileSync(path, 'utf8') !== types) {
    console.error(`${FILE} is not what the migrations say: run npm run db:types and commit it.`);
    process.exitCode = 1;
  }
}
