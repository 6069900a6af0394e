/** The message of the `real` project on systems where it cannot run. */
import { expect, test } from 'vitest';
import { noteLeftOut } from '../run/report.ts';
import { hasPostgrest } from '../support/postgrest.ts';
import { hasSupabaseCli } from '../support/supabase-cli.ts';

test('the real parts run on Linux x64 only, for which the registry has them', ({ skip }) => {
  expect(hasPostgrest() && hasSupabaseCli()).toBe(false);
  noteLeftOut('The real parts: the registry has PostgREST and the Supabase CLI for Linux on x64 only.');
  skip('not on this system');
});
