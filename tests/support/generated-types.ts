/** The types of schema public as the real CLI writes them for a database. */
import { join } from 'node:path';
import { format } from 'oxfmt';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { supabaseCli } from './supabase-cli.ts';

export const TYPES_FILE = join(REPOSITORY, 'src/data/database-types.ts');
const HEADER = '/** Made by `npm run db:types` from supabase/migrations; never edited by hand. */\n';

/** What the file has to hold for the database at the address. Throws with what the CLI said when it refuses. */
export async function generatedTypes(url: string): Promise<string> {
  const { status, out, said } = supabaseCli(['gen', 'types', `--remote=${url}`, '--schema', 'public']);
  const start = out.indexOf('export type Json');
  if (status !== 0 || start < 0) throw new Error(`supabase gen types failed: ${said}`);
  const { code, errors } = await format(TYPES_FILE, HEADER + out.slice(start), { printWidth: 120, singleQuote: true });
  if (errors.length > 0) throw new Error(`oxfmt cannot read the types: ${JSON.stringify(errors)}`);
  return code;
}
