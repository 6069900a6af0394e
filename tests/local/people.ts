/** Signs the demo's people in with supabase-js over HTTP, as the app does. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';

import type { LocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { DEMO_PASSWORD, emailOf } from '../../supabase/seed/people.ts';

export function anonymousClient(backend: LocalBackend): SupabaseClient {
  return createClient(backend.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}

export async function signedIn(backend: LocalBackend, login: string): Promise<SupabaseClient> {
  const client = anonymousClient(backend);
  const { error } = await client.auth.signInWithPassword({ email: emailOf(login), password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}

export async function userIdOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('Not signed in');
  return data.session.user.id;
}
