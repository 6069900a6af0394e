/** Demo accounts: the embedded demo lists people who can sign in with one tap; a real backend has no such list. */
import { backendSettings } from './settings.ts';
import { isRecord } from './is-record.ts';

export interface DemoPerson {
  email: string;
  name: string;
  /** The role's `guard_name`. */
  role: string;
  /** Company or organisation; null for platform staff. */
  place: string | null;
}

export interface Demo {
  people: DemoPerson[];
  password: string;
}

/** Loads the demo's people; null when the backend is not the embedded demo. Never fails. */
export async function loadDemo(): Promise<Demo | null> {
  if (new URL(backendSettings().url).origin !== globalThis.location?.origin) return null;
  try {
    const response = await fetch('/local/demo.json', { headers: { Accept: 'application/json' } });
    const body: unknown = response.ok ? await response.json() : null;
    if (!isRecord(body) || !Array.isArray(body['people']) || typeof body['password'] !== 'string') return null;
    const people = body['people'].filter(isRecord).map((person) => ({
      email: String(person['email']),
      name: String(person['name']),
      role: String(person['role']),
      place: typeof person['place'] === 'string' ? person['place'] : null,
    }));
    return people.length === 0 ? null : { people, password: body['password'] };
  } catch {
    return null;
  }
}
