/** Where the backend is. The publishable key is public by design: row security decides what it opens. */
const env: Partial<ImportMetaEnv> = import.meta.env ?? {};

export interface BackendSettings {
  url: string;
  publishableKey: string;
}

/** The backend of this build; the address defaults to the origin that served the app. */
export function backendSettings(): BackendSettings {
  return {
    url: env['VITE_SUPABASE_URL'] || globalThis.location?.origin || 'http://127.0.0.1',
    publishableKey: env['VITE_SUPABASE_PUBLISHABLE_KEY'] || 'sb_publishable_muster_local',
  };
}
