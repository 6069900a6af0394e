/** Session cookies of a signed-in person, as the app's own client writes them. */
import type { Cookie } from 'playwright';
import { WebSocket } from 'ws';
import { createClient } from '../../src/data/client.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts';

interface Written {
  name: string;
  value: string;
  options: { maxAge?: number };
}

/** Signs in at the backend `url` and returns the cookies. Throws if the backend refuses. */
export async function sessionCookies(
  url: string,
  email: string,
): Promise<(Pick<Cookie, 'name' | 'value' | 'expires' | 'sameSite'> & { url: string })[]> {
  const writtenCookies: Written[] = [];
  const client = await createClient({ url, publishableKey: PUBLISHABLE_KEY }, fetch, {
    // Node 20 has no built-in WebSocket.
    realtime: { transport: WebSocket },
    auth: { autoRefreshToken: false },
    cookies: { getAll: () => [], setAll: (cookies: Written[]) => void writtenCookies.push(...cookies) },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  const now = Math.floor(Date.now() / 1000);
  return writtenCookies
    .filter(({ options }) => options.maxAge !== 0)
    .map(({ name, value, options }) => ({
      name,
      // Encoded as the client does in a browser.
      value: encodeURIComponent(value),
      expires: now + (options.maxAge ?? 86_400),
      sameSite: 'Lax' as const,
      url,
    }));
}
