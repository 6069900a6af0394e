/**
 * Writes the installation's origin into `embed.js`, because a copy that is bundled into another script or loaded as a
 * module has no `document.currentScript` to read it from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PLACEHOLDER = '%MUSTER_ORIGIN%';

export const withOrigin = (script: string, origin: string): string => script.replace(PLACEHOLDER, origin);

/**
 * Writes the origin of `VITE_APP_URL` into the built `embed.js`. Without it, the local host replaces the placeholder
 * (`supabase/local/static-files.ts`), and other hosts leave it.
 */
export function writeEmbedOrigin(folder: string, appUrl: string | undefined): void {
  if (!appUrl) return;
  const file = join(folder, 'embed.js');
  writeFileSync(file, withOrigin(readFileSync(file, 'utf8'), new URL(appUrl).origin));
}
