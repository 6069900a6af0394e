/**
 * File permissions of the data folder: it holds names, mails and the session key, so other users of the machine must
 * not read it.
 */
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Entries that Muster creates in its data folder; others are left alone. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set([
  'database',
  'mail.jsonl',
  'mail.jsonl.new',
  'jwt-secret',
  'unfinished',
  'lock',
]);

/** Returns the entries of a data folder that are not Muster's. */
export const foreignEntries = (path: string): string[] => readdirSync(path).filter((name) => !OWN_ENTRIES.has(name));

/**
 * Restricts the permissions of existing files to the owner. A folder with foreign entries (such as `/tmp`) keeps its
 * own permissions.
 */
export function restrictPermissions(path: string): void {
  if (foreignEntries(path).length === 0) chmodSync(path, PRIVATE_FOLDER);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (OWN_ENTRIES.has(entry.name)) restrictEntry(path, entry);
}

function restrictEntry(folder: string, entry: { name: string; isDirectory(): boolean; isFile(): boolean }): void {
  const path = join(folder, entry.name);
  if (entry.isFile()) chmodSync(path, PRIVATE_FILE);
  else if (entry.isDirectory()) {
    chmodSync(path, PRIVATE_FOLDER);
    for (const inside of readdirSync(path, { withFileTypes: true })) restrictEntry(path, inside);
  }
}
