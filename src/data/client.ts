/** The Supabase client: loaded after the first paint, one a tab, its session in chunked cookies. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { watchChunk } from '../lib/chunk-load-error.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { sessionClock } from './session-clock.ts';
import { backendSettings, type BackendSettings } from './settings.ts';

export type Client = SupabaseClient;

let shared: Promise<Client> | undefined;

/** The tab's client. Rejects only when its code could not be loaded; then the next call tries again. */
export function getClient(): Promise<Client> {
  shared ??= createClient(backendSettings(), globalThis.fetch.bind(globalThis)).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/** A client of its own; `more` goes to Supabase (tests bring their own cookies). */
export async function createClient(
  settings: BackendSettings,
  fetch: typeof globalThis.fetch,
  more: Record<string, unknown> = {},
): Promise<Client> {
  const { createBrowserClient } = await watchChunk(import('@supabase/ssr'));
  return createBrowserClient(settings.url, settings.publishableKey, {
    ...more,
    isSingleton: false,
    // Never over plain http where there is https; the embedded backend on 127.0.0.1 has none and must go on working.
    cookieOptions: { secure: globalThis.location?.protocol === 'https:' },
    global: { fetch: sessionClock(guardedFetch(fetch)) },
    // The retry rule is guardedFetch's; the library's own would keep a screen waiting for seven seconds.
    db: { retry: false },
  }) as Client;
}
