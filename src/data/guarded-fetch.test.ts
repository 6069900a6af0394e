/** Responses of a captive portal or proxy must not sign anyone out; tested with the real Supabase client. */
import { WebSocket } from 'ws';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { createClient, type Client } from './client.ts';
import { guardedFetch, retryAfterMs, UnusableResponse } from './guarded-fetch.ts';

const settings = { url: 'http://backend.test', publishableKey: 'sb_publishable_muster_local' };
const HTML = '<!doctype html><title>Hotel Wi-Fi</title>';

type Respond = () => Response | Promise<Response>;
const html = (status: number) => new Response(HTML, { status, headers: { 'content-type': 'text/html' } });
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Returns a client whose cookies hold a session with an access token that expired an hour ago. */
async function createSignedInClient(respond: Respond): Promise<{ client: Client; events: string[]; calls: string[] }> {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expired = Math.floor(Date.now() / 1000) - 3600;
  const session = {
    access_token: `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart({ sub: 'u', exp: expired })}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expired,
    user: {
      id: 'u',
      email: 'u@muster.test',
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: '',
    },
  };
  let jar = [{ name: 'sb-backend-auth-token', value: `base64-${encodePart(session)}` }];
  const calls: string[] = [];
  const client = await createClient(
    settings,
    async (input) => {
      calls.push(String(input));
      return respond();
    },
    {
      realtime: { transport: WebSocket },
      auth: { autoRefreshToken: false },
      cookies: {
        getAll: () => jar,
        setAll: (changes: { name: string; value: string }[]) => {
          for (const { name, value } of changes) {
            jar = jar.filter((cookie) => cookie.name !== name);
            if (value !== '') jar.push({ name, value });
          }
        },
      },
    },
  );
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  return { client, events, calls };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Skips the client's own refresh retries (up to half a minute) with fake timers. */
async function refresh(client: Client) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const refreshed = client.auth.refreshSession().catch((error: unknown) => ({ error }));
  for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(1000);
  return refreshed;
}

describe('a portal during token refresh', () => {
  test.each([
    ['403 HTML', () => html(403)],
    ['511 HTML', () => html(511)],
    ['511 JSON', () => json({ error: 'network authentication required' }, 511)],
    ['200 HTML', () => html(200)],
    ['429 JSON', () => json({ msg: 'slow down' }, 429)],
    ['408 JSON', () => json({ msg: 'too late' }, 408)],
    ['502 HTML', () => html(502)],
    ['403 JSON of a portal', () => json({ error: 'captive portal' }, 403)],
    ['407 JSON of a proxy', () => json({ error: 'proxy' }, 407)],
    ['404 JSON of a gateway', () => json({ message: 'no Route matched' }, 404)],
    ['402 JSON of a gateway', () => json({ message: 'exceeded quota' }, 402)],
    ['540 JSON of a paused project', () => json({ message: 'project paused' }, 540)],
    ['200 JSON of a portal', () => json({ login: 'please' })],
  ])('%s keeps the session', async (_, respond) => {
    const { client, events, calls } = await createSignedInClient(respond);
    await refresh(client);
    expect(calls.length).toBeGreaterThan(0);
    expect(events).not.toContain('SIGNED_OUT');
    const stored = await (
      client.auth as unknown as { storage: { getItem(key: string): Promise<string | null> } }
    ).storage.getItem('sb-backend-auth-token');
    expect(stored).toContain('refresh');
  });

  test('signs out when the backend itself revoked the refresh token', async () => {
    const { client, events } = await createSignedInClient(() =>
      json(
        { code: 'refresh_token_not_found', error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
        400,
      ),
    );
    await refresh(client);
    expect(events).toContain('SIGNED_OUT');
  });
});

describe('guardedFetch', () => {
  const stubbedFetch = (responders: Respond[]) => {
    const methods: string[] = [];
    const fetch = guardedFetch(async (_, init) => {
      methods.push(init?.method ?? 'GET');
      return responders[Math.min(methods.length, responders.length) - 1]!();
    });
    return { fetch, methods };
  };

  test.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'retries %i once for safe methods, never for others',
    async (status) => {
      const reading = stubbedFetch([() => json({}, status), () => json({ fine: true })]);
      expect((await reading.fetch('http://backend.test/rest/v1/tours')).status).toBe(200);
      expect(reading.methods).toHaveLength(2);
      const twice = stubbedFetch([() => json({}, status)]);
      expect((await twice.fetch('http://backend.test/rest/v1/tours')).status).toBe(status);
      expect(twice.methods).toHaveLength(2);
      const writing = stubbedFetch([() => json({}, status), () => json({ fine: true })]);
      expect((await writing.fetch('http://backend.test/rest/v1/rpc/x', { method: 'POST' })).status).toBe(status);
      expect(writing.methods).toHaveLength(1);
    },
  );

  test('does not retry other statuses', async () => {
    const { fetch, methods } = stubbedFetch([() => json({}, 404)]);
    await fetch('http://backend.test/rest/v1/tours');
    expect(methods).toHaveLength(1);
  });

  test('rejects an HTML page in place of JSON, and accepts an empty success', async () => {
    await expect(
      stubbedFetch([() => html(200)]).fetch('http://backend.test/rest/v1/rpc/x', { method: 'POST' }),
    ).rejects.toThrow(UnusableResponse);
    const empty = stubbedFetch([() => new Response(null, { status: 204 })]);
    expect((await empty.fetch('http://backend.test/auth/v1/logout', { method: 'POST' })).status).toBe(204);
    const file = stubbedFetch([() => html(200)]);
    expect((await file.fetch('http://backend.test/storage/v1/object/logo')).status).toBe(200);
  });

  test('reads Retry-After in seconds or as a date, and ignores nonsense', () => {
    const now = Date.parse('2026-05-01T08:00:00Z');
    expect(retryAfterMs('7', now)).toBe(7000);
    expect(retryAfterMs('Fri, 01 May 2026 08:00:30 GMT', now)).toBe(30_000);
    expect(retryAfterMs('Fri, 01 May 2026 07:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('999999', now)).toBe(3_600_000);
    expect(retryAfterMs('soon', now)).toBeUndefined();
    expect(retryAfterMs(null, now)).toBeUndefined();
  });
});

describe('call', () => {
  const callWith = async (respond: Respond) => {
    const client = await createClient(settings, async () => respond(), {
      realtime: { transport: WebSocket },
      cookies: { getAll: () => [], setAll: () => {} },
    });
    return call((used, signal) => used.rpc('anything', {}).abortSignal(signal), {
      client,
      read: (data) => (data as { fine?: boolean } | null)?.fine ?? null,
    });
  };

  test.each([
    ['the backend’s own response', () => json({ fine: true }), { ok: true, data: true }],
    ['JSON from another server', () => json({ login: 'please' }), { ok: false, code: 'bad_response', retry: true }],
    ['a portal’s page', () => html(200), { ok: false, code: 'bad_response', retry: true }],
    ['a portal’s 403', () => html(403), { ok: false, code: 'bad_response', retry: true }],
    ['a portal’s 511', () => html(511), { ok: false, code: 'bad_response', retry: true }],
    ['a gateway’s 502', () => html(502), { ok: false, code: 'server', retry: true }],
    ['500', () => json({ message: 'broken' }, 500), { ok: false, code: 'server', retry: true }],
    ['401', () => json({ message: 'JWT expired' }, 401), { ok: false, code: 'signed_out', retry: false }],
    [
      'an expired session by PostgREST’s code',
      () => json({ code: 'PGRST303', message: 'expired' }, 401),
      { ok: false, code: 'signed_out', retry: false },
    ],
    [
      'an anonymous request where a session is required',
      () => json({ code: '42501', message: 'permission denied for table companies' }, 401),
      { ok: false, code: 'signed_out', retry: false },
    ],
    [
      'a key unknown to the gateway',
      () => json({ message: 'Invalid API key', hint: 'Double check your key.' }, 401),
      { ok: false, code: 'key_wrong', retry: false },
    ],
    [
      'a key that a self-hosted gateway does not know',
      () => json({ message: 'Invalid authentication credentials' }, 401),
      { ok: false, code: 'key_wrong', retry: false },
    ],
    [
      'a revoked key',
      () => json({ message: 'Legacy API keys are disabled' }, 401),
      { ok: false, code: 'key_revoked', retry: true },
    ],
    ['a portal’s 401 page', () => html(401), { ok: false, code: 'bad_response', retry: true }],
    ['a portal’s 401 in JSON', () => json({ login: 'please' }, 401), { ok: false, code: 'bad_response', retry: true }],
    [
      'a missing database function',
      () => json({ code: 'PGRST202', message: 'Could not find the function public.anything' }, 404),
      { ok: false, code: 'version_differs', retry: true },
    ],
    [
      'a missing row',
      () => json({ code: 'PGRST116', message: '0 rows' }, 406),
      { ok: false, code: 'not_found', retry: false },
    ],
    ['403', () => json({ message: 'denied' }, 403), { ok: false, code: 'not_permitted', retry: false }],
    ['400', () => json({ message: 'what?' }, 400), { ok: false, code: 'invalid', retry: false }],
    [
      '429',
      () => json({}, 429, { 'retry-after': '7' }),
      { ok: false, code: 'rate_limited', retry: true, retryAfter: 7000 },
    ],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), { ok: false, code: 'offline', retry: true }],
  ])('maps %s to its result', async (_, respond, wanted) => {
    expect(await callWith(respond as Respond)).toEqual(wanted);
  });
});

test('reports a refused key as revoked if it has worked before, and looks for a newer build', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  /** Loads the modules afresh, as a newly opened page does. */
  const open = async () => {
    vi.resetModules();
    const onOutdated = vi.fn<() => void>();
    (await import('../lib/outdated-build.ts')).onOutdatedBuild(onOutdated);
    const [fresh, failures] = [await import('./guarded-fetch.ts'), await import('./failures.ts')];
    const request = (response: Response) =>
      fresh
        .guardedFetch(async () => response)('http://backend.test/rest/v1/rpc/x', { method: 'POST' })
        .then(
          () => null,
          (error: Error) => failures.failureOf(0, error),
        );
    return { request, onOutdated };
  };
  const refused = () => json({ message: 'Unregistered API key' }, 401);
  try {
    const first = await open();
    expect(await first.request(refused())).toMatchObject({ code: 'key_wrong', retry: false });
    expect(await first.request(json({ fine: true }))).toBeNull();
    expect(first.onOutdated).not.toHaveBeenCalled();
    const later = await open();
    expect(await later.request(refused())).toMatchObject({ code: 'key_revoked', retry: true });
    expect(later.onOutdated).toHaveBeenCalledTimes(1);
    stored.set('muster.known-key', 'the key of another build');
    expect(await (await open()).request(refused())).toMatchObject({ code: 'key_wrong' });
  } finally {
    vi.unstubAllGlobals();
  }
});

test('works and aborts in a browser without AbortSignal.any', async () => {
  const { any } = AbortSignal;
  (AbortSignal as { any?: unknown }).any = undefined;
  try {
    const fetch = guardedFetch(async (_, init) => {
      if (init?.signal?.aborted) throw init.signal.reason;
      return json({ fine: true });
    });
    const controller = new AbortController();
    const request = () => fetch('http://backend.test/rest/v1/rpc/x', { method: 'POST', signal: controller.signal });
    expect((await request()).status).toBe(200);
    controller.abort();
    await expect(request()).rejects.toThrow(/abort/i);
  } finally {
    AbortSignal.any = any;
  }
});
