/** What the project `real` says where it cannot run. */
import { expect, test } from 'vitest';
import { hasPostgrest } from '../support/postgrest.ts';
import { hasSupabaseCli } from '../support/supabase-cli.ts';

test('the real parts run on Linux x64 alone, for which the registry has them', ({ skip }) => {
  expect(hasPostgrest() && hasSupabaseCli()).toBe(false);
  console.info(
    'The registry has PostgREST and the Supabase CLI for Linux on x64: on this system the real parts are not tested.',
  );
  skip('not on this system');
});
