/** Address and key of the backend. The publishable key is public by design: row level security protects the data. */
const env: Partial<ImportMetaEnv> = import.meta.env ?? {};

export interface BackendSettings {
  url: string;
  publishableKey: string;
}

/** Returns the backend of this build; the address defaults to the origin that served the app. */
export function backendSettings(): BackendSettings {
  return {
    url: env['VITE_SUPABASE_URL'] || globalThis.location?.origin || 'http://127.0.0.1',
    publishableKey: env['VITE_SUPABASE_PUBLISHABLE_KEY'] || 'sb_publishable_muster_local',
  };
}
