/** What the embedded backend keeps holds names, mail and the key of all sessions: nobody else on this machine reads it. */
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** What Muster itself puts into its data folder; anything else there is not ours to touch. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set([
  'database',
  'mail.jsonl',
  'mail.jsonl.new',
  'jwt-secret',
  'unfinished',
  'lock',
]);

/** The names in a data folder that Muster did not put there. */
export const foreignEntries = (path: string): string[] => readdirSync(path).filter((name) => !OWN_ENTRIES.has(name));

/**
 * Takes what was made before, and with other rights, from everybody else. A folder that holds other things too (somebody
 * named `/tmp`) keeps its own rights; what is ours in it does not.
 */
export function restrictPermissions(path: string): void {
  if (foreignEntries(path).length === 0) chmodSync(path, PRIVATE_FOLDER);
  for (const entry of readdirSync(path, { withFileTypes: true })) if (OWN_ENTRIES.has(entry.name)) close(path, entry);
}

function close(folder: string, entry: { name: string; isDirectory(): boolean; isFile(): boolean }): void {
  const path = join(folder, entry.name);
  if (entry.isFile()) chmodSync(path, PRIVATE_FILE);
  else if (entry.isDirectory()) {
    chmodSync(path, PRIVATE_FOLDER);
    for (const inside of readdirSync(path, { withFileTypes: true })) close(path, inside);
  }
}
