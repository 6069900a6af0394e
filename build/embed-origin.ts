/** `embed.js` names the installation that it comes from: copies in other scripts, and modules, cannot tell by the element that runs them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PLACEHOLDER = '%MUSTER_ORIGIN%';

export const withOrigin = (script: string, origin: string): string => script.replace(PLACEHOLDER, origin);

/** Writes the address of `VITE_APP_URL` into the built `embed.js`; without one, whoever serves it may. */
export function writeEmbedOrigin(folder: string, appUrl: string | undefined): void {
  if (!appUrl) return;
  const file = join(folder, 'embed.js');
  writeFileSync(file, withOrigin(readFileSync(file, 'utf8'), new URL(appUrl).origin));
}
