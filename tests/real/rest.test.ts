/**
 * The specification's calls over the real PostgREST, as tests/database/rest.test.ts makes them on the embedded backend.
 */
import { createClient } from '@supabase/supabase-js';
import { describe, inject } from 'vitest';
import ws from 'ws';
import { guardedFetch } from '../../src/data/guarded-fetch.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { openQuery } from '../support/browser-database.ts';
import { restTests } from '../support/rest-tests.ts';
import { signToken } from '../support/sign-token.ts';

const parts = inject('realParts');

// Tokens of another project can be signed by that project only.
describe.skipIf(parts === null)('PostgREST', () => {
  restTests(async () => ({
    fixtures: { query: openQuery(inject('databaseUrl')) as never },
    clientOf: (person) =>
      createClient(inject('backendUrl'), PUBLISHABLE_KEY, {
        global: { fetch: guardedFetch(fetch) },
        // Node 20 has no built-in WebSocket.
        realtime: { transport: ws as never },
        auth: { persistSession: false },
        ...(person ? { accessToken: async () => signToken({ sub: person }, parts!.jwtSecret) } : {}),
      }),
    close: async () => undefined,
  }));
});
