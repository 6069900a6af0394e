/** The specification's REST and Auth calls on the embedded backend; tests/real runs the same on the real parts. */
import { createClient } from '@supabase/supabase-js';
import ws from 'ws';
import { guardedFetch } from '../../src/data/guarded-fetch.ts';
import { PUBLISHABLE_KEY, openDatabase } from '../../supabase/local/database.ts';
import type { Query } from '../support/database.ts';
import { restTests } from '../support/rest-tests.ts';
import { signToken } from '../support/sign-token.ts';

const SECRET = 'a secret of this test and of nothing else, long enough';

restTests(async () => {
  const backend = await openDatabase({ folder: null, jwtSecret: SECRET, siteUrl: 'http://127.0.0.1:55099' });
  const query: Query = async <T>(sql: string, params: readonly unknown[] = []) =>
    (await backend.db.query<T>(sql, [...params])).rows;
  return {
    fixtures: { query },
    clientOf: (person) =>
      createClient('http://127.0.0.1:55099', PUBLISHABLE_KEY, {
        global: { fetch: guardedFetch((input, init) => backend.fetch(new Request(input, init))) },
        // Node 20 has no built-in WebSocket.
        realtime: { transport: ws as never },
        auth: { persistSession: false },
        ...(person ? { accessToken: async () => signToken({ sub: person }, SECRET) } : {}),
      }),
    close: () => backend.close(),
  };
});
