/** The cookies in which the real Supabase client keeps the session. */
import { WebSocket } from 'ws';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';

interface Written {
  name: string;
  value: string;
  options: { secure?: boolean; sameSite?: unknown; path?: string };
}

/** Signs somebody in and answers every cookie that was written for it. `byProvider`: back from another's sign-in, with that side's tokens. */
async function cookiesOfSignIn({ byProvider = false } = {}): Promise<Written[]> {
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
    ...(byProvider ? { provider_token: 'their-token', provider_refresh_token: 'their-refresh-token' } : {}),
  };
  const written: Written[] = [];
  const jar = new Map<string, string>();
  const answer = async () => new Response(JSON.stringify(session), { headers: { 'content-type': 'application/json' } });
  const client = await createClient(
    { url: 'https://backend.test', publishableKey: 'sb_publishable_muster_local' },
    answer,
    {
      realtime: { transport: WebSocket },
      auth: { autoRefreshToken: false },
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies: Written[]) => {
          written.push(...cookies);
          for (const { name, value } of cookies)
            if (value) jar.set(name, value);
            else jar.delete(name);
        },
      },
    },
  );
  if (byProvider) {
    await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
    expect((await client.auth.exchangeCodeForSession('abc')).error).toBeNull();
    return written;
  }
  const { error } = await client.auth.signInWithPassword({ email: 'u@muster.test', password: 'p' });
  expect(error).toBeNull();
  return written;
}

/** What session.ts takes away when somebody signs out. */
const SESSION_COOKIE = /^sb-.+-auth-token(?:\.\d+)?$/;

test('a provider’s tokens go where the session goes, and nowhere else', async () => {
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://muster.test' });
  const written = (await cookiesOfSignIn({ byProvider: true })).filter(({ value }) => value !== '');
  const inside = written.filter(({ name }) => SESSION_COOKIE.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const stored = inside
    .map(({ value }) => value)
    .join('')
    .replace(/^base64-/, '');
  expect(Buffer.from(stored, 'base64url').toString()).toContain('their-refresh-token');
  const outside = written.filter(({ name }) => !SESSION_COOKIE.test(name));
  for (const { value } of outside) expect(Buffer.from(value, 'base64').toString() + value).not.toContain('their-');
});

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
