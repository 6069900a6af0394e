/** The end of sessions by the device's clock, which may be days off. */
import { deviceNow, setClockOffset } from '../lib/clock.ts';

/**
 * Wraps `fetch`: measures the device's clock by each new session, and converts the session's end to it. supabase-js compares `expires_at`,
 * which is the server's time, with `Date.now()`: on a clock that is an hour fast it would renew the session at each call. Every endpoint of
 * Auth that can answer with a session counts: a password, a renewal, a mail's link, a second factor.
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
