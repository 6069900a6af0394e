/** Converts session expiry to the device's clock, which may be days off. */
import { deviceNow, setClockOffset } from '../lib/clock.ts';

/**
 * Wraps `fetch`: measures the clock offset with every new session and rewrites `expires_at` to device time.
 * supabase-js compares that server time with `Date.now()`, so on a clock that is an hour fast it would refresh the
 * session at every call. Covers all Auth endpoints that return a session: password, refresh, mail link, second
 * factor.
 */
export function sessionClock(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    return response.ok && url.includes('/auth/v1/') ? withDeviceExpiry(response) : response;
  };
}

async function withDeviceExpiry(response: Response): Promise<Response> {
  const session = (await response
    .clone()
    .json()
    .catch(() => null)) as { access_token?: unknown; expires_at?: unknown; expires_in?: unknown } | null;
  const { access_token: token, expires_at: end, expires_in: lifetime } = session ?? {};
  if (typeof token !== 'string' || typeof end !== 'number' || typeof lifetime !== 'number') return response;
  setClockOffset(deviceNow() - (end - lifetime) * 1000);
  const adjusted = { ...session, expires_at: Math.floor(deviceNow() / 1000) + lifetime };
  return new Response(JSON.stringify(adjusted), { status: response.status, headers: response.headers });
}
