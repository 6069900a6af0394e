/** The outbox belongs to its author: actions of one person are never sent with another's session. */
import { WebSocket } from 'ws';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '../domain/result.ts';
import { callRawRpc } from './call.ts';
import { createClient } from './client.ts';

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A client whose cookies hold the session of "anna", valid for `seconds` more. */
async function annasBrowser(seconds: number, respond: (path: string) => Response) {
  const until = Math.floor(Date.now() / 1000) + seconds;
  const token = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart({ sub: 'anna', exp: until })}.c2ln`;
  const user = { id: 'anna', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' };
  const session = {
    access_token: token,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: until,
    user,
  };
  const requests: { path: string; authorization: string | null }[] = [];
  const settings = { url: 'http://backend.test', publishableKey: 'sb_publishable_muster_local' };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    requests.push({ path: pathname, authorization: new Headers(init?.headers).get('authorization') });
    return respond(pathname);
  };
  let cookies = [{ name: 'sb-backend-auth-token', value: `base64-${encodePart(session)}` }];
  const client = await createClient(settings, fetch, {
    realtime: { transport: WebSocket },
    auth: { autoRefreshToken: false },
    cookies: { getAll: () => cookies, setAll: (next: typeof cookies) => (cookies = next) },
  });
  const push = (as: string) => callRawRpc('check_in_push', {}, { as, client, read: (data) => data });
  return { push, requests, token };
}

test('sends a call with the session of its person', async () => {
  const { push, requests, token } = await annasBrowser(3600, () => json('taken'));
  expect(await push('anna')).toEqual(ok('taken'));
  expect(requests).toEqual([{ path: '/rest/v1/rpc/check_in_push', authorization: `Bearer ${token}` }]);
});

test('sends nothing after another person has signed in', async () => {
  const { push, requests } = await annasBrowser(3600, () => json('taken'));
  expect(await push('bert')).toMatchObject({ ok: false, code: 'signed_out' });
  expect(requests).toEqual([]);
});

test('reports a revoked session as signed_out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const revoked = {
    code: 'refresh_token_not_found',
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token',
  };
  const { push, requests } = await annasBrowser(-3600, () => json(revoked, 400));
  expect(await push('anna')).toMatchObject({ ok: false, code: 'signed_out' });
  expect(requests.map(({ path }) => path)).toEqual(['/auth/v1/token']);
});

describe('a token that expired by the server but not by the device, whose clock was set back', () => {
  const RPC = '/rest/v1/rpc/check_in_push';
  const expired = () => json({ code: 'PGRST303', message: 'JWT expired' }, 401);
  const user = { id: 'anna', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' };
  const renewed = () =>
    json({
      access_token: `${encodePart({ alg: 'HS256' })}.${encodePart({ sub: 'anna' })}.c2ln`,
      refresh_token: 'r2',
      token_type: 'bearer',
      expires_in: 3600,
      user,
    });

  test('is refreshed once, and the refused call is repeated with the new token', async () => {
    let calls = 0;
    const { push, requests, token } = await annasBrowser(7200, (path) => {
      if (path.endsWith('/token')) return renewed();
      calls += 1;
      return calls === 1 ? expired() : json('taken');
    });
    expect(await push('anna')).toEqual(ok('taken'));
    expect(requests.map(({ path }) => path)).toEqual([RPC, '/auth/v1/token', RPC]);
    expect(requests[0]!.authorization).toBe(`Bearer ${token}`);
    expect(requests[2]!.authorization).not.toBe(`Bearer ${token}`);
  });

  test('is refreshed only once per call', async () => {
    const { push, requests } = await annasBrowser(7200, (path) => (path.endsWith('/token') ? renewed() : expired()));
    expect(await push('anna')).toMatchObject({ ok: false, code: 'signed_out' });
    expect(requests.map(({ path }) => path)).toEqual([RPC, '/auth/v1/token', RPC]);
  });

  test('means signed_out if it cannot be refreshed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const code = 'refresh_token_not_found';
    const revoked = await annasBrowser(7200, (path) =>
      path.endsWith('/token') ? json({ code, error_code: code, msg: 'Invalid Refresh Token' }, 400) : expired(),
    );
    expect(await revoked.push('anna')).toMatchObject({ ok: false, code: 'signed_out' });
  });
});
