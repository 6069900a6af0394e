/** The cookies in which the real Supabase client keeps the session. */
import { WebSocket } from 'ws';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';

interface Written {
  name: string;
  options: { secure?: boolean; sameSite?: unknown; path?: string };
}

/** Signs somebody in and answers every cookie that was written for it. */
async function cookiesOfSignIn(): Promise<Written[]> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const user = {
    id: 'u',
    email: 'u@muster.test',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: { text: 'x'.repeat(5000) },
    created_at: '',
  };
  const session = {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: 'u', exp })}.c2ln`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    user,
  };
  const written: Written[] = [];
  const answer = async () => new Response(JSON.stringify(session), { headers: { 'content-type': 'application/json' } });
  const client = await createClient(
    { url: 'https://backend.test', publishableKey: 'sb_publishable_muster_local' },
    answer,
    {
      realtime: { transport: WebSocket },
      auth: { autoRefreshToken: false },
      cookies: { getAll: () => [], setAll: (cookies: Written[]) => void written.push(...cookies) },
    },
  );
  const { error } = await client.auth.signInWithPassword({ email: 'u@muster.test', password: 'p' });
  expect(error).toBeNull();
  return written;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https:', true],
  ['http:', false],
])('the session’s cookies on %s: Secure is %s', async (protocol, secure) => {
  vi.stubGlobal('location', { protocol, origin: `${protocol}//muster.test` });
  const written = await cookiesOfSignIn();
  // A session is longer than one cookie may be.
  expect(written.filter(({ name }) => /^sb-.*-auth-token\.\d$/.test(name)).length).toBeGreaterThan(1);
  for (const { options } of written) expect(options).toMatchObject({ secure, sameSite: 'lax', path: '/' });
});
