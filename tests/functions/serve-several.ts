/** Serves several functions in one Deno, each on a port of its own, which it prints in the order of the names that are given. */
import process from 'node:process';

for (const name of process.argv.slice(2)) await import(`../../supabase/functions/${name}/index.ts`);
