/** Session expiry on a device whose clock is wrong. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clockOffset, now, setClockOffset } from '../lib/clock.ts';
import { sessionClock } from './session-clock.ts';

const HOUR_MS = 3_600_000;
const SERVER = Date.parse('2026-11-27T10:00:00Z');
const AUTH = 'https://project.supabase.co/auth/v1';
const TOKEN = `${AUTH}/token?grant_type=password`;
const session = (more: object = {}) => ({
  access_token: 'token',
  expires_in: 3600,
  expires_at: SERVER / 1000 + 3600,
  ...more,
});
const clockFetch = (body: object, status = 200) =>
  sessionClock(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })),
  );
afterEach(() => {
  vi.useRealTimers();
  setClockOffset(0);
});

describe.each([26 * HOUR_MS, -26 * HOUR_MS, 2 * HOUR_MS, 4 * 24 * HOUR_MS, 0])(
  'on a clock that is %i ms fast',
  (off) => {
    test.each([
      TOKEN,
      `${AUTH}/token?grant_type=refresh_token`,
      `${AUTH}/verify`,
      `${AUTH}/signup`,
      `${AUTH}/factors/1/verify`,
    ])("a session from %s sets the clock offset and lasts an hour on the device's clock", async (url) => {
      vi.useFakeTimers({ now: SERVER + off });
      const read = (await (await clockFetch(session())(url, { method: 'POST' })).json()) as { expires_at: number };
      expect(read.expires_at * 1000 - Date.now()).toBe(HOUR_MS);
      expect(now()).toBe(SERVER);
    });
  },
);

test('leaves a response without a session unchanged', async () => {
  vi.useFakeTimers({ now: SERVER + 26 * HOUR_MS });
  const { expires_at: _, ...endless } = session();
  expect(await (await clockFetch(endless)(TOKEN, { method: 'POST' })).json()).toEqual(endless);
  await clockFetch({ code: 'invalid_credentials' }, 400)(TOKEN, { method: 'POST' });
  await clockFetch(session())('https://project.supabase.co/rest/v1/rpc/anything', { method: 'POST' });
  expect(clockOffset()).toBe(0);
});
