/** Supabase client: one per tab, loaded after the first paint, with its session in chunked cookies. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { watchChunk } from '../lib/chunk-load-error.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { sessionClock } from './session-clock.ts';
import { backendSettings, type BackendSettings } from './settings.ts';

export type Client = SupabaseClient;

let shared: Promise<Client> | undefined;

/** Returns the tab's client. Rejects only if its code could not be loaded; the next call tries again. */
export function getClient(): Promise<Client> {
  shared ??= createClient(backendSettings(), globalThis.fetch.bind(globalThis)).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/** Creates a separate client. `more` is passed to Supabase; tests use it for cookies. */
export async function createClient(
  settings: BackendSettings,
  fetch: typeof globalThis.fetch,
  more: Record<string, unknown> = {},
): Promise<Client> {
  const { createBrowserClient } = await watchChunk(import('@supabase/ssr'));
  return createBrowserClient(settings.url, settings.publishableKey, {
    ...more,
    isSingleton: false,
    // Secure cookies wherever https is used; the embedded backend on 127.0.0.1 has only http.
    cookieOptions: { secure: globalThis.location?.protocol === 'https:' },
    global: { fetch: sessionClock(guardedFetch(fetch)) },
    // guardedFetch already retries; the library's own retries would delay a failure by seven seconds.
    db: { retry: false },
  }) as Client;
}
