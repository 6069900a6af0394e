/** Serves several functions in one Deno, each on its own port, printed in the order of the given names. */
import process from 'node:process';

for (const name of process.argv.slice(2)) await import(`../../supabase/functions/${name}/index.ts`);
