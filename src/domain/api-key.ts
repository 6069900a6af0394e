/** API keys. The browser generates them, and the server receives only the hash (ADR 063). */
export type ApiKeyMode = 'live' | 'test';

export interface NewApiKey {
  key: string;
  hash: string;
  lastFour: string;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Generates a key of 256 random bits. The prefix identifies a leaked key. */
export async function newApiKey(mode: ApiKeyMode): Promise<NewApiKey> {
  const key = `muster_${mode}_${hex(crypto.getRandomValues(new Uint8Array(32)))}`;
  const hash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))));
  return { key, hash, lastFour: key.slice(-4) };
}
