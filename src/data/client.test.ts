/** Cookies in which the real Supabase client stores the session. */
import { WebSocket } from 'ws';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';

interface WrittenCookie {
  name: string;
  value: string;
  options: { secure?: boolean; sameSite?: unknown; path?: string };
}

/**
 * Signs in and returns every cookie written. `byProvider`: returns from a provider's sign-in, with the provider's
 * tokens.
 */
async function cookiesOfSignIn({ byProvider = false } = {}): Promise<WrittenCookie[]> {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
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
    access_token: `${encodePart({ alg: 'HS256' })}.${encodePart({ sub: 'u', exp })}.c2ln`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    user,
    ...(byProvider ? { provider_token: 'their-token', provider_refresh_token: 'their-refresh-token' } : {}),
  };
  const cookiesWritten: WrittenCookie[] = [];
  const jar = new Map<string, string>();
  const sendSession = async () =>
    new Response(JSON.stringify(session), { headers: { 'content-type': 'application/json' } });
  const client = await createClient(
    { url: 'https://backend.test', publishableKey: 'sb_publishable_muster_local' },
    sendSession,
    {
      realtime: { transport: WebSocket },
      auth: { autoRefreshToken: false },
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies: WrittenCookie[]) => {
          cookiesWritten.push(...cookies);
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
    return cookiesWritten;
  }
  const { error } = await client.auth.signInWithPassword({ email: 'u@muster.test', password: 'p' });
  expect(error).toBeNull();
  return cookiesWritten;
}

/** Cookies that src/session/session.ts deletes on sign-out. */
const SESSION_COOKIE = /^sb-.+-auth-token(?:\.\d+)?$/;

test('stores a provider’s tokens only in the session’s cookies', async () => {
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://muster.test' });
  const cookies = (await cookiesOfSignIn({ byProvider: true })).filter(({ value }) => value !== '');
  const inside = cookies.filter(({ name }) => SESSION_COOKIE.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const stored = inside
    .map(({ value }) => value)
    .join('')
    .replace(/^base64-/, '');
  expect(Buffer.from(stored, 'base64url').toString()).toContain('their-refresh-token');
  const outside = cookies.filter(({ name }) => !SESSION_COOKIE.test(name));
  for (const { value } of outside) expect(Buffer.from(value, 'base64').toString() + value).not.toContain('their-');
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https:', true],
  ['http:', false],
])('writes the session’s cookies on %s with Secure %s', async (protocol, secure) => {
  vi.stubGlobal('location', { protocol, origin: `${protocol}//muster.test` });
  const cookies = await cookiesOfSignIn();
  // The session exceeds the size of one cookie.
  expect(cookies.filter(({ name }) => /^sb-.*-auth-token\.\d$/.test(name)).length).toBeGreaterThan(1);
  for (const { options } of cookies) expect(options).toMatchObject({ secure, sameSite: 'lax', path: '/' });
});
